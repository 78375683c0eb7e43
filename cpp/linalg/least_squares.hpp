#pragma once

#include <span>
#include <vector>

#include "linalg/matrix.hpp"

namespace etx {

/// x with the least ‖Σ xⱼ·columnⱼ - b‖₂; `columns` has one a row, b as many entries as they.
/// Householder's QR, the column farthest from those before it, relative to its length, next (Golub
/// & Businger 1965); what is closer than 2^-49 to them gets the coefficient 0. Backward stable: the
/// residual is the least one to about count·u·‖b‖ however dependent the columns are. Squares of the
/// entries are within range; a column whose squares vanish counts as 0.
std::vector<double> leastSquares(Matrix columns, std::span<const double> b);

}  // namespace etx
