#include "linalg/balance.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "linalg/norms.hpp"

namespace etx {
namespace {

// The power of two that column i should be multiplied with, its row divided by, from their sums of
// absolute values off the diagonal.
int wanted(double column, double row, double enough) {
  if (column == 0 && row == 0) return 0;
  if (row == 0) return std::min(0, std::ilogb(enough) - std::ilogb(column));
  if (column == 0) return std::max(0, std::ilogb(row) - std::ilogb(enough));
  return (std::ilogb(row) - std::ilogb(column)) / 2;
}

// x·2^exponent, rounded once.
double scaled(double x, int exponent) {
  if (std::abs(exponent) > 1000) return std::ldexp(x, exponent);
  return x * std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}

double largestOnDiagonal(const double* A, std::size_t n) {
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(A[i * (n + 1)]));
  return largest;
}

// Whether no row is far from its column in size, and nothing that has only one of them is large:
// balancing could not spare a squaring then.
bool isEven(const double* A, std::size_t n, const double* rows, const double* columns,
            double enough) {
  constexpr double kFar = 16;
  for (std::size_t i = 0; i < n; ++i) {
    const double diagonal = std::abs(A[i * (n + 1)]);
    const double row = rows[i] - diagonal;
    const double column = columns[i] - diagonal;
    if (std::max(row, column) <= 2 * enough) continue;
    if (!(row <= kFar * column && column <= kFar * row)) return false;
  }
  return true;
}

}  // namespace

const double* Balance::apply(const double* A, std::size_t order, double unit, const double* rows,
                             const double* columns) {
  n = order;
  moved = false;
  const double enough = std::max(std::min(unit, 0x1p1000), largestOnDiagonal(A, n));
  if (isEven(A, n, rows, columns, enough)) return A;
  exponents.assign(n, 0);
  copy.assign(A, A + n * n);
  constexpr int kSweeps = 40;
  bool again = true;
  for (int sweep = 0; again && sweep < kSweeps; ++sweep) {
    again = false;
    for (std::size_t i = 0; i < n; ++i) {
      double row = 0;
      double column = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (j == i) continue;
        row += std::abs(copy[i * n + j]);
        column += std::abs(copy[j * n + i]);
      }
      const int shift = wanted(column, row, enough);
      if (shift == 0) continue;
      again = true;
      exponents[i] += shift;
      for (std::size_t j = 0; j < n; ++j) {
        if (j == i) continue;
        copy[j * n + i] = scaled(copy[j * n + i], shift);
        copy[i * n + j] = scaled(copy[i * n + j], -shift);
      }
    }
  }
  moved = norm1(copy.data(), n) < norm1(A, n);
  return moved ? copy.data() : A;
}

int Balance::spread() const {
  if (!moved) return 0;
  const auto [low, high] = std::minmax_element(exponents.begin(), exponents.end());
  return *high - *low;
}

void Balance::undo(double* B) const {
  if (!moved) return;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      B[i * n + j] = scaled(B[i * n + j], exponents[i] - exponents[j]);
    }
  }
}

}  // namespace etx
