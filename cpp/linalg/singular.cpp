#include "linalg/singular.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/batch.hpp"
#include "linalg/product.hpp"
#include "linalg/sort.hpp"

namespace etx {
namespace {

void rotate(double* a, double* b, double c, double s, std::size_t n) {
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    const Batch x = Batch::load_unaligned(a + i);
    const Batch y = Batch::load_unaligned(b + i);
    (c * x - s * y).store_unaligned(a + i);
    (s * x + c * y).store_unaligned(b + i);
  }
  for (; i < n; ++i) {
    const double x = a[i];
    a[i] = c * x - s * b[i];
    b[i] = s * x + c * b[i];
  }
}

double length(std::span<const double> v) { return std::sqrt(dot(v.data(), v.data(), v.size())); }

}  // namespace

SingularValues singularValues(const Matrix& A) {
  const std::size_t n = A.cols;
  const std::size_t m = A.rows;
  Matrix columns = transpose(A);  // a column is a row here
  Matrix V = identity(n);
  constexpr double kOrthogonal = 0x1p-50;
  constexpr int kSweeps = 40;  // 6 to 10 in practice
  bool turned = true;
  for (int sweep = 0; turned && sweep < kSweeps; ++sweep) {
    turned = false;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        double* a = columns.data.data() + i * m;
        double* b = columns.data.data() + j * m;
        const double aa = dot(a, a, m);
        const double bb = dot(b, b, m);
        const double ab = dot(a, b, m);
        if (!(std::abs(ab) > kOrthogonal * std::sqrt(aa) * std::sqrt(bb))) continue;
        turned = true;
        const double zeta = (bb - aa) / (2 * ab);
        const double t = (zeta < 0 ? -1 : 1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
        const double c = 1 / std::sqrt(1 + t * t);
        rotate(a, b, c, c * t, m);
        rotate(V.data.data() + i * n, V.data.data() + j * n, c, c * t, n);
      }
    }
  }
  std::vector<double> sizes(n);
  for (std::size_t i = 0; i < n; ++i) sizes[i] = length({columns.data.data() + i * m, m});
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  insertionSort(std::span(order),
                [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  SingularValues out{std::vector<double>(n), Matrix(m, n), Matrix(n, n)};
  for (std::size_t j = 0; j < n; ++j) {
    out.values[j] = sizes[order[j]];
    for (std::size_t i = 0; i < m; ++i) out.left(i, j) = columns(order[j], i);
    for (std::size_t i = 0; i < n; ++i) out.right(i, j) = V(order[j], i);
  }
  return out;
}

double norm2(const Matrix& A, std::vector<double>& start, double tolerance) {
  if (A.data.empty()) return 0;
  std::vector<double> v(A.cols);
  for (std::size_t i = 0; i < v.size(); ++i) {
    v[i] = 1 + 0.5 * std::sqrt(double(i % 7)) - double(i % 3);
  }
  if (const double size = length(start); start.size() == A.cols && size > 0) {
    constexpr double kShare = 10;
    const double factor = kShare * length(v) / size;
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += factor * start[i];
  }
  constexpr int kSteps = 300;
  double norm = 0;
  double last = 0;  // growth: it rises on the way out of a lesser singular value's vector
  std::vector<double> next(A.cols);
  for (int step = 0; step < kSteps; ++step) {
    const double size = length(v);
    if (!(size > 0)) break;
    for (double& x : v) x /= size;
    // AᵀAv row by row.
    std::fill(next.begin(), next.end(), 0);
    double sum = 0;
    for (std::size_t i = 0; i < A.rows; ++i) {
      const double* row = A.data.data() + i * A.cols;
      const double image = dot(row, v.data(), A.cols);
      sum += image * image;
      addScaled(image, row, next.data(), A.cols);
    }
    v.swap(next);
    const double reached = std::sqrt(sum);
    if (!std::isfinite(reached)) return reached;
    const double growth = reached - norm;
    norm = std::max(norm, reached);
    if (step > 2 && growth <= tolerance * norm && growth <= last) break;
    last = growth;
  }
  start = std::move(v);
  return norm;
}

double norm2(const Matrix& A) {
  std::vector<double> start;
  return norm2(A, start);
}

double normF(const Matrix& A) { return length(A.data); }

}  // namespace etx
