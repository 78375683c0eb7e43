#pragma once

#include <cstddef>

#include "linalg/matrix.hpp"

namespace etx {

/// C = A·B, row-major and contiguous: A is m×k, B is k×n, C is m×n; C must not overlap A or B.
/// u is 2^-53 for double, 2^-24 for float.
///
/// Every entry sums its k products in ascending order, 64 at a time, whatever the vector width.
/// Native and wasm give the same bits; the relaxed build may fuse a product with its addition,
/// which differs in the last bits and errs no more. Entrywise error
/// <= (64 + k/64)·u·(|A||B|), so long sums of small terms stay near the rounding of their parts
/// (Higham, Accuracy and Stability of Numerical Algorithms, 4.2: blocked summation).
void product(const double* A, const double* B, double* C, std::size_t m, std::size_t k,
             std::size_t n);
void product(const float* A, const float* B, float* C, std::size_t m, std::size_t k, std::size_t n);

/// The same where A's rows are `stride` >= k apart.
void product(const double* A, std::size_t stride, const double* B, double* C, std::size_t m,
             std::size_t k, std::size_t n);

/// C = Aᵀ·B by the same sums: A is k×m with rows `stride` >= m apart.
void productTransposed(const double* A, std::size_t stride, const double* B, double* C,
                       std::size_t m, std::size_t k, std::size_t n);
void productTransposed(const float* A, std::size_t stride, const float* B, float* C, std::size_t m,
                       std::size_t k, std::size_t n);

/// Σ aᵢ·bᵢ in a fixed order. Error <= (count/4 + 4)·u·Σ|aᵢ·bᵢ|.
double dot(const double* a, const double* b, std::size_t count);

/// y += factor·x; they do not overlap.
void addScaled(double factor, const double* x, double* y, std::size_t count);

/// A.cols == B.rows.
Matrix operator*(const Matrix& A, const Matrix& B);

}  // namespace etx
