#pragma once

#include <cmath>
#include <cstddef>

namespace etx {

/// Of a square matrix A; Infinity or NaN where an entry is (the squares also from 2^512 on).
struct Norms {
  double one = 0;              // ‖A‖₁, the largest sum of absolute values in a column
  double onePlusIdentity = 0;  // ‖A + I‖₁
  double squares = 0;          // ‖A‖_F²; a root would be waited for, and is seldom wanted
};

/// The larger of both, or NaN once it was there: std::max would drop it.
inline void keepLarger(double& largest, double x) {
  if (x > largest || std::isnan(x)) largest = x;
}

/// One pass over A: n×n, its rows `stride` apart, anything beyond their n entries.
Norms norms(const double* A, std::size_t n, std::size_t stride);

/// ‖A‖₁ alone.
double norm1(const double* A, std::size_t n);

/// Sums of absolute values in A's rows and columns.
void absoluteSums(const double* A, std::size_t n, double* rows, double* columns);

/// B = 2^exponent·A for `count` entries, exact within range. B may be A.
void shift(const double* A, double* B, std::size_t count, int exponent);

/// An upper bound on the logarithmic 2-norm μ of sign·A, with which ‖e^{t·sign·A}‖₂ <= e^{t·μ} for
/// t >= 0: the largest eigenvalue of the symmetric part, by Gershgorin. 0 for skew-symmetric A,
/// whose exponential no entrywise norm shows to be an isometry. A's rows are `stride` apart.
double logarithmicNorm(const double* A, std::size_t n, std::size_t stride, double sign);

}  // namespace etx
