#include "linalg/cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/product.hpp"

namespace etx {

std::optional<SemidefiniteFactor> factorSemidefinite(const Matrix& S) {
  const std::size_t n = S.rows;
  const double order = static_cast<double>(n);
  const double tolerance = 16 * order * 0x1p-53;
  SemidefiniteFactor factor;
  std::vector<double> left(n);  // the diagonal of what is left to be factored
  factor.scale.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (S(i, i) < 0) return std::nullopt;
    factor.scale[i] = S(i, i) > 0 ? 1 / std::sqrt(S(i, i)) : 0;
    left[i] = S(i, i) > 0 ? 1 : 0;
    for (std::size_t j = 0; j < n; ++j) {
      if (S(i, i) == 0 && S(i, j) != 0) return std::nullopt;
    }
  }
  factor.order.resize(n);
  std::iota(factor.order.begin(), factor.order.end(), std::size_t{0});
  std::vector<std::size_t>& places = factor.order;
  Matrix L(n, n);
  const auto row = [&](std::size_t i) { return L.data.data() + i * n; };
  std::size_t rank = 0;
  // What is left at (i, j) once `rank` columns are taken away.
  const auto remainder = [&](std::size_t i, std::size_t j) {
    const std::size_t from = places[i];
    const std::size_t to = places[j];
    return S(from, to) * factor.scale[from] * factor.scale[to] - dot(row(i), row(j), rank);
  };
  for (; rank < n; ++rank) {
    const std::size_t pivot = static_cast<std::size_t>(
        std::max_element(left.begin() + static_cast<std::ptrdiff_t>(rank), left.end()) -
        left.begin());
    if (left[pivot] <= tolerance) break;
    std::swap(left[rank], left[pivot]);
    std::swap(places[rank], places[pivot]);
    std::swap_ranges(row(rank), row(rank) + rank, row(pivot));
    const double root = std::sqrt(left[rank]);
    L(rank, rank) = root;
    for (std::size_t i = rank + 1; i < n; ++i) {
      const double entry = remainder(i, rank) / root;
      L(i, rank) = entry;
      left[i] -= entry * entry;
    }
  }
  for (std::size_t i = rank; i < n; ++i) {
    for (std::size_t j = rank; j < i; ++j) {
      if (std::abs(remainder(i, j)) > tolerance * order) return std::nullopt;
    }
    if (left[i] < -tolerance * order) return std::nullopt;
  }
  factor.L = Matrix(n, rank);
  for (std::size_t i = 0; i < n; ++i) {
    std::copy_n(row(i), rank, factor.L.data.begin() + static_cast<std::ptrdiff_t>(i * rank));
  }
  return factor;
}

Matrix SemidefiniteFactor::whiten(const Matrix& transposed) const {
  const std::size_t m = transposed.cols;
  Matrix Y(L.cols, m);
  for (std::size_t i = 0; i < Y.rows; ++i) {
    double* y = Y.data.data() + i * m;
    const std::size_t from = order[i];
    for (std::size_t c = 0; c < m; ++c) y[c] = scale[from] * transposed(from, c);
    for (std::size_t p = 0; p < i; ++p) {
      const double* above = Y.data.data() + p * m;
      for (std::size_t c = 0; c < m; ++c) y[c] -= L(i, p) * above[c];
    }
    for (std::size_t c = 0; c < m; ++c) y[c] /= L(i, i);
  }
  return Y;
}

}  // namespace etx
