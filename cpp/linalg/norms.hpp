#pragma once

#include <cstddef>

namespace etx {

/// Of a square matrix A; Infinity or NaN where an entry is (the Frobenius norm also from 2^512 on).
struct Norms {
  double one = 0;              // ‖A‖₁, the largest sum of absolute values in a column
  double onePlusIdentity = 0;  // ‖A + I‖₁
  double frobenius = 0;
};

/// One pass over A: n×n, row-major.
Norms norms(const double* A, std::size_t n);

/// The same of S + 2F, which S becomes: the step F <- 2F + F² from S = F².
Norms addTwice(double* S, const double* F, std::size_t n);

/// The same of F + G, which F becomes.
Norms add(double* F, const double* G, std::size_t n);

/// ‖A‖₁ alone.
double norm1(const double* A, std::size_t n);

/// Sums of absolute values off the diagonal, of A's rows and columns: up to rounding of the whole
/// sums, diagonal included.
void offDiagonalSums(const double* A, std::size_t n, double* rows, double* columns);

/// A <- 2^exponent·A for `count` entries, exact within range.
void shift(double* A, std::size_t count, int exponent);

/// An upper bound on the logarithmic 2-norm μ of sign·A, with which ‖e^{t·sign·A}‖₂ <= e^{t·μ} for
/// t >= 0: the largest eigenvalue of the symmetric part, by Gershgorin. 0 for skew-symmetric A,
/// whose exponential no entrywise norm shows to be an isometry.
double logarithmicNorm(const double* A, std::size_t n, double sign);

}  // namespace etx
