#pragma once

#include <span>
#include <vector>

#include "linalg/matrix.hpp"

namespace etx {

/// x with the least ‖Σ xⱼ·columnⱼ - b‖₂; `columns` has one a row, b as many entries as they.
/// Columns are scaled to length 1 and taken by Householder's QR, the one farthest from those before
/// it next (Golub & Businger 1965); what is then closer than 2^-49 to them gets the coefficient 0.
/// Backward stable: the residual is the least one to about count·u·‖b‖ however dependent they are.
std::vector<double> leastSquares(Matrix columns, std::span<const double> b);

}  // namespace etx
