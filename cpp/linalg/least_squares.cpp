#include "linalg/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/product.hpp"

namespace etx {
namespace {

double squared(const double* v, std::size_t n) { return dot(v, v, n); }

// Makes v (n entries) the reflection that takes it to (r, 0, ..): v normalised so that
// I - v·vᵀ·scale reflects. Answers r and the scale.
struct Reflection {
  double diagonal = 0;
  double scale = 0;
};
Reflection reflect(double* v, std::size_t n) {
  const double norm = std::sqrt(squared(v, n));
  if (norm == 0) return {};
  const double sign = v[0] < 0 ? -1 : 1;
  v[0] += sign * norm;
  return {-sign * norm, 1 / (norm * std::abs(v[0]))};
}

void apply(const double* v, double scale, double* x, std::size_t n) {
  addScaled(-scale * dot(v, x, n), v, x, n);
}

// What is left of a column's squared length, relative, below the rows already taken.
struct Rest {
  double whole = 0;
  double now = 0;
  double exact = 0;  // when it was last summed: `now` errs about u of that

  void take(const double* column, std::size_t k, std::size_t n) {
    constexpr double kCancelled = 1e-4;
    now -= column[k] * column[k];
    if (now > kCancelled * exact) return;
    now = exact = squared(column + k + 1, n - k - 1);
  }
  [[nodiscard]] double share() const { return whole > 0 ? now / whole : 0; }
};

}  // namespace

std::vector<double> leastSquares(Matrix columns, std::span<const double> b) {
  constexpr double kDependent = 0x1p-49;
  const std::size_t count = columns.rows;
  const std::size_t n = columns.cols;
  const auto column = [&](std::size_t j) { return columns.data.data() + j * n; };
  std::vector<double> right(b.begin(), b.end());
  std::vector<Rest> rests(count);
  for (std::size_t j = 0; j < count; ++j) {
    const double whole = squared(column(j), n);
    rests[j] = {whole, whole, whole};
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> diagonal;
  for (std::size_t k = 0; k < std::min(count, n); ++k) {
    std::size_t best = k;
    for (std::size_t j = k; j < count; ++j) {
      if (rests[order[j]].share() > rests[order[best]].share()) best = j;
    }
    if (!(std::sqrt(rests[order[best]].share()) > kDependent)) break;
    std::swap(order[k], order[best]);
    double* v = column(order[k]) + k;
    const Reflection H = reflect(v, n - k);
    for (std::size_t j = k + 1; j < count; ++j) {
      apply(v, H.scale, column(order[j]) + k, n - k);
      rests[order[j]].take(column(order[j]), k, n);
    }
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
  return x;
}

}  // namespace etx
