#include "linalg/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace etx {
namespace {

double inner(const double* a, const double* b, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// Makes v (n entries) the reflection that takes it to (r, 0, ..): v normalised so that
// I - v·vᵀ·scale reflects. Answers r and the scale.
struct Reflection {
  double diagonal = 0;
  double scale = 0;
};
Reflection reflect(double* v, std::size_t n) {
  const double norm = std::sqrt(inner(v, v, n));
  if (norm == 0) return {};
  const double sign = v[0] < 0 ? -1 : 1;
  v[0] += sign * norm;
  return {-sign * norm, 1 / (norm * std::abs(v[0]))};
}

void apply(const double* v, double scale, double* x, std::size_t n) {
  const double factor = scale * inner(v, x, n);
  for (std::size_t i = 0; i < n; ++i) x[i] -= factor * v[i];
}

}  // namespace

std::vector<double> leastSquares(Matrix columns, std::span<const double> b) {
  constexpr double kDependent = 0x1p-49;
  const std::size_t count = columns.rows;
  const std::size_t n = columns.cols;
  const auto column = [&](std::size_t j) { return columns.data.data() + j * n; };
  std::vector<double> right(b.begin(), b.end());
  std::vector<double> lengths(count);
  for (std::size_t j = 0; j < count; ++j) {
    double most = 0;  // squares of small numbers would vanish
    for (std::size_t i = 0; i < n; ++i) most = std::max(most, std::abs(column(j)[i]));
    if (most == 0) continue;
    for (std::size_t i = 0; i < n; ++i) column(j)[i] /= most;
    const double length = std::sqrt(inner(column(j), column(j), n));
    for (std::size_t i = 0; i < n; ++i) column(j)[i] /= length;
    lengths[j] = most * length;
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> diagonal;
  for (std::size_t k = 0; k < std::min(count, n); ++k) {
    std::size_t best = k;
    double most = -1;
    for (std::size_t j = k; j < count; ++j) {
      const double rest = inner(column(order[j]) + k, column(order[j]) + k, n - k);
      if (rest > most) most = rest, best = j;
    }
    if (!(std::sqrt(most) > kDependent)) break;
    std::swap(order[k], order[best]);
    double* v = column(order[k]) + k;
    const Reflection H = reflect(v, n - k);
    for (std::size_t j = k + 1; j < count; ++j) apply(v, H.scale, column(order[j]) + k, n - k);
    apply(v, H.scale, right.data() + k, n - k);
    diagonal.push_back(H.diagonal);
  }
  std::vector<double> x(count);
  for (std::size_t k = diagonal.size(); k-- > 0;) {
    double sum = right[k];
    for (std::size_t j = k + 1; j < diagonal.size(); ++j) {
      sum -= column(order[j])[k] * x[order[j]];
    }
    x[order[k]] = sum / diagonal[k];
  }
  for (std::size_t j = 0; j < count; ++j) {
    if (lengths[j] > 0) x[j] /= lengths[j];
  }
  return x;
}

Matrix triangularFactor(const Matrix& A) {
  const std::size_t n = A.cols;
  Matrix columns = transpose(A);
  const auto column = [&](std::size_t j) { return columns.data.data() + j * A.rows; };
  Matrix R(n, n);
  for (std::size_t k = 0; k < n; ++k) {
    double* v = column(k) + k;
    const Reflection H = reflect(v, A.rows - k);
    for (std::size_t j = k + 1; j < n; ++j) apply(v, H.scale, column(j) + k, A.rows - k);
    for (std::size_t i = 0; i < k; ++i) R(i, k) = column(k)[i];
    R(k, k) = H.diagonal;
  }
  return R;
}

}  // namespace etx
