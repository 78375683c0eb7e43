#pragma once

#include <cstddef>

#include "linalg/norms.hpp"

namespace etx {

/// A square matrix stored so that no loop over it has a remainder: an even number of rows and, up
/// to order 8, of columns, beyond it a multiple of four columns; zeros beyond the order n.
inline constexpr std::size_t paddedRows(std::size_t n) { return n + n % 2; }
inline constexpr std::size_t paddedStride(std::size_t n) {
  return n <= 8 ? n + n % 2 : (n + 3) / 4 * 4;
}
inline constexpr std::size_t paddedSize(std::size_t n) { return paddedRows(n) * paddedStride(n); }

void pad(const double* A, std::size_t n, double* padded);
void unpad(const double* padded, std::size_t n, double* A);

void addIdentityPadded(double* padded, std::size_t n);

/// out = X·Y + c·Z, all padded of order n, and from the same pass out's norms where `found` is
/// given; out must not overlap the others. The sums are those of product.hpp, with its error; then
/// c·Z, c a power of two or 0, is added with one rounding.
void productPlus(const double* X, const double* Y, double c, const double* Z, double* out,
                 std::size_t n, Norms* found = nullptr);

}  // namespace etx
