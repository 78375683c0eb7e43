#include "linalg/balance.hpp"

#include <algorithm>
#include <cmath>

namespace etx {
namespace {

// Sums of absolute values off the diagonal.
double offColumn(const Matrix& A, std::size_t j) {
  double sum = 0;
  for (std::size_t i = 0; i < A.rows; ++i) sum += i == j ? 0 : std::abs(A(i, j));
  return sum;
}
double offRow(const Matrix& A, std::size_t i) {
  double sum = 0;
  for (std::size_t j = 0; j < A.cols; ++j) sum += i == j ? 0 : std::abs(A(i, j));
  return sum;
}

// The power of two that column i should be multiplied with, its row divided by.
int wanted(double column, double row, double diagonal) {
  if (column == 0 && row == 0) return 0;
  const double enough = std::max(1.0, diagonal);
  if (row == 0) return std::min(0, std::ilogb(enough) - std::ilogb(column));
  if (column == 0) return std::max(0, std::ilogb(row) - std::ilogb(enough));
  return (std::ilogb(row) - std::ilogb(column)) / 2;
}

}  // namespace

bool Balanced::changed() const {
  return std::any_of(exponents.begin(), exponents.end(), [](int e) { return e != 0; });
}

int Balanced::spread() const {
  if (exponents.empty()) return 0;
  const auto [low, high] = std::minmax_element(exponents.begin(), exponents.end());
  return *high - *low;
}

Balanced balance(const Matrix& A) {
  const std::size_t n = A.rows;
  Balanced out{A, std::vector<int>(n)};
  double diagonal = 0;
  for (std::size_t i = 0; i < n; ++i) diagonal = std::max(diagonal, std::abs(A(i, i)));
  constexpr int kSweeps = 40;
  bool moved = true;
  for (int sweep = 0; moved && sweep < kSweeps; ++sweep) {
    moved = false;
    for (std::size_t i = 0; i < n; ++i) {
      const int shift = wanted(offColumn(out.A, i), offRow(out.A, i), diagonal);
      if (shift == 0) continue;
      moved = true;
      out.exponents[i] += shift;
      for (std::size_t j = 0; j < n; ++j) {
        if (j == i) continue;
        out.A(j, i) = std::ldexp(out.A(j, i), shift);
        out.A(i, j) = std::ldexp(out.A(i, j), -shift);
      }
    }
  }
  if (!(norm1(out.A) < norm1(A))) return {A, std::vector<int>(n)};
  return out;
}

Matrix undo(const Balanced& balanced, const Matrix& B) {
  Matrix out = B;
  for (std::size_t i = 0; i < B.rows; ++i) {
    for (std::size_t j = 0; j < B.cols; ++j) {
      out(i, j) = std::ldexp(B(i, j), balanced.exponents[i] - balanced.exponents[j]);
    }
  }
  return out;
}

}  // namespace etx
