#include "linalg/diagonal_blocks.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linalg/double_double.hpp"
#include "linalg/order2.hpp"

namespace etx {
namespace {

// 1 + q/(m(m+1))·(1 + q/((m+2)(m+3))·(1 + ...)) for |q| <= 1: m = 2 makes sinh √q/√q, m = 3
// (cosh √q - 1)·2/q.
double series(double q, int m) {
  double sum = 1;
  for (int k = m + 16; k >= m; k -= 2) sum = 1 + q / (k * (k + 1)) * sum;
  return sum;
}
double sinhc(double q) { return series(q, 2); }

// e^a - 1 = 2e^{a/2}·sinh(a/2) for small a.
double exponential(DoubleDouble a, bool minusIdentity) {
  if (!minusIdentity) return exp(a).hi;
  if (std::abs(a.hi) > 2) return exp(a).hi - 1;
  return a.hi * exp(a * 0.5).hi * sinhc(a.hi * a.hi / 4);
}

// (e^b - e^a)/(b - a).
double dividedDifference(DoubleDouble a, DoubleDouble b) {
  const double half = (b - a).hi / 2;
  if (std::abs(half) > 1) return (exp(b) - exp(a)).hi / (2 * half);
  return exp((a + b) * 0.5).hi * sinhc(half * half);
}

// e^B - I of a small B of order 2, as in order2.hpp, without the sum in which I would swallow
// digits: e^μ·C - 1 = (e^μ - 1)·C + (C - 1).
std::array<double, 4> smallOfOrder2(const std::array<DoubleDouble, 4>& B) {
  const DoubleDouble mu = (B[0] + B[3]) * 0.5;
  const DoubleDouble h = (B[0] - B[3]) * 0.5;
  const double q = (h * h + B[1] * B[2]).hi;
  const double less = q / 2 * series(q, 3);  // C - 1
  const double both = exponential(mu, true) * (1 + less) + less;
  const double one = exp(mu).hi * sinhc(q);
  return {both + one * h.hi, one * B[1].hi, one * B[2].hi, both - one * h.hi};
}

std::array<double, 4> exponentialOfOrder2(const std::array<DoubleDouble, 4>& B, bool minusIdentity,
                                          const std::array<double, 4>& otherwise) {
  double size = 0;
  for (const DoubleDouble& entry : B) size = std::max(size, std::abs(entry.hi));
  if (minusIdentity && size <= 0.5) return smallOfOrder2(B);
  std::array<double, 4> out;
  if (!exponentialOfOrder2(B, out.data()).holds) return otherwise;
  if (minusIdentity) {
    out[0] -= 1;
    out[3] -= 1;
  }
  return out;
}

}  // namespace

bool DiagonalBlocks::isQuasiUpper(const double* A) const {
  // From the far corner inwards: other matrices are known at once.
  for (std::size_t below = n - 1; below > 1; --below) {
    for (std::size_t j = 0; j + below < n; ++j) {
      if (A[at(j + below, j)] != 0) return false;
    }
  }
  for (std::size_t j = 0; j + 2 < n; ++j) {
    if (A[at(j + 1, j)] != 0 && A[at(j + 2, j + 1)] != 0) return false;
  }
  return true;
}

void DiagonalBlocks::find(const double* A, std::size_t order, std::size_t rowStride) {
  n = order;
  stride = rowStride;
  starts.clear();
  if (n < 2) return;
  lower = false;
  if (!isQuasiUpper(A)) {
    lower = true;
    if (!isQuasiUpper(A)) return;
  }
  for (std::size_t i = 0; i < n;) {
    starts.push_back(i);
    i += i + 1 < n && A[at(i + 1, i)] != 0 ? 2 : 1;
  }
  starts.push_back(n);
}

Norms DiagonalBlocks::write(const double* A, double time, bool minusIdentity, double* X,
                            double& change) const {
  std::vector<double> changes(n, 0.0);  // of X's columns
  const auto put = [&](std::size_t i, std::size_t j, double value) {
    double& entry = X[at(i, j)];
    changes[lower ? i : j] += std::abs(value - entry);
    entry = value;
  };
  const auto scaled = [&](std::size_t i, std::size_t j) { return twoProd(A[at(i, j)], time); };
  const auto single = [&](std::size_t b) { return starts[b + 1] - starts[b] == 1; };
  for (std::size_t b = 0; b + 1 < starts.size(); ++b) {
    const std::size_t i = starts[b];
    if (!single(b)) {
      const std::array B{scaled(i, i), scaled(i, i + 1), scaled(i + 1, i), scaled(i + 1, i + 1)};
      const std::array before{X[at(i, i)], X[at(i, i + 1)], X[at(i + 1, i)], X[at(i + 1, i + 1)]};
      const auto e = exponentialOfOrder2(B, minusIdentity, before);
      for (std::size_t k = 0; k < 4; ++k) put(i + k / 2, i + k % 2, e[k]);
      continue;
    }
    put(i, i, exponential(scaled(i, i), minusIdentity));
    if (b + 2 < starts.size() && single(b + 1)) {
      put(i, i + 1, scaled(i, i + 1).hi * dividedDifference(scaled(i, i), scaled(i + 1, i + 1)));
    }
  }
  change = 0;
  for (const double sum : changes) keepLarger(change, sum);
  return norms(X, n, stride);
}

}  // namespace etx
