#pragma once

#include <span>
#include <vector>

#include "linalg/matrix.hpp"

namespace etx {

/// A = U·diag(values)·Vᵀ, values descending; A is rows×cols with rows >= cols.
struct SingularValues {
  std::vector<double> values;
  Matrix left;   // U·diag(values), rows×cols
  Matrix right;  // V, cols×cols
};

/// One-sided Jacobi (Hestenes 1958; Demmel & Veselić, Jacobi's method is more accurate than QR,
/// 1992): each value errs about cols·u relative to the norm of A's columns it is made of. About
/// 30·rows·cols² operations: for the small matrices of one cluster.
SingularValues singularValues(const Matrix& A);

/// ‖A‖₂ from below by the power method on AᵀA, until it grows by less than `tolerance` a step
/// and no faster than before: within about 10·tolerance. The start is a fixed vector of no special
/// direction, which the given one, if of that length and not zero, outweighs tenfold: alone it
/// could be a lesser singular value's own. It is left where the method ended.
double norm2(const Matrix& A, std::vector<double>& start, double tolerance = 1e-3);
double norm2(const Matrix& A);

/// Frobenius.
double normF(const Matrix& A);

}  // namespace etx
