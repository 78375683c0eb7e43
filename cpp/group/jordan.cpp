#include "group/jordan.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/product.hpp"
#include "linalg/singular.hpp"
#include "linalg/structure.hpp"

namespace etx {
namespace {

// The real and imaginary part of a pair's eigenvector (the first two columns) made orthogonal by
// the complex factor that does it, and the chain given its length.
void normalise(Matrix& columns, bool pair) {
  const std::size_t n = columns.rows;
  if (pair) {
    double pp = 0;
    double rr = 0;
    double pr = 0;
    for (std::size_t i = 0; i < n; ++i) {
      pp += columns(i, 0) * columns(i, 0);
      rr += columns(i, 1) * columns(i, 1);
      pr += columns(i, 0) * columns(i, 1);
    }
    // (p, r) -> (cp + sr, cr - sp) with tan 2φ = 2pr/(pp - rr), cos 2φ >= 0.
    const double size = std::hypot(2 * pr, pp - rr);
    const double c = size > 0 ? std::sqrt((1 + std::abs(pp - rr) / size) / 2) : 1;
    const double s = size > 0 ? (pp < rr ? -pr : pr) / (size * c) : 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j + 1 < columns.cols; j += 2) {
        const double p = columns(i, j);
        const double r = columns(i, j + 1);
        columns(i, j) = c * p + s * r;
        columns(i, j + 1) = c * r - s * p;
      }
    }
  }
  const double length = normF(columns) / std::sqrt(static_cast<double>(columns.cols));
  if (length > 0 && std::isfinite(length)) {
    for (double& entry : columns.data) entry /= length;
  }
}

JordanForm ofOrder1(const Matrix& X) {
  const double rate = X(0, 0);
  return {{{Block::Kind::real, rate, 0, 1}}, identity(1), identity(1), 1, 1, {{rate, 0}}};
}

// X = rate·I + frequency·J: P is [e₁, Je₁], normalised to orthogonal columns.
JordanForm ofPair(const Matrix& X, const Atom& pair) {
  JordanForm out;
  out.blocks = {{Block::Kind::pair, pair.re, pair.im, 1}};
  out.P = Matrix(2, 2, {1, (X(0, 0) - pair.re) / pair.im, 0, X(1, 0) / pair.im});
  normalise(out.P, true);
  const double p = out.P(0, 0) * out.P(0, 0) + out.P(1, 0) * out.P(1, 0);
  const double r = out.P(0, 1) * out.P(0, 1) + out.P(1, 1) * out.P(1, 1);
  out.inverse = Matrix(2, 2, {out.P(0, 0) / p, out.P(1, 0) / p, out.P(0, 1) / r, out.P(1, 1) / r});
  out.normOfP = std::sqrt(std::max(p, r));
  out.normOfInverse = 1 / std::sqrt(std::min(p, r));
  const double condition = out.normOfP * out.normOfInverse;
  out.eigenspaces = {{pair.re, pair.im, (condition + 1 / condition) / 2}};
  return out;
}

JordanForm ofStructure(const Structure& found) {
  std::vector<Range> groups;
  groups.reserve(found.clusters.size());
  for (const Cluster& cluster : found.clusters) groups.push_back(cluster.rows);
  const Matrix W = decouple(found.form, groups);
  const Matrix QW = found.form.Q * W;
  const std::size_t n = QW.rows;

  JordanForm out;
  out.P = Matrix(n, n);
  std::size_t column = 0;
  for (const Cluster& cluster : found.clusters) {
    const std::size_t m = cluster.rows.dimension;
    Matrix local(n, m);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < m; ++j) local(i, j) = QW(i, cluster.rows.first + j);
    }
    const Matrix chains = local * cluster.basis;
    const bool pair = cluster.frequency > 0;
    std::size_t at = 0;
    for (const std::size_t size : cluster.sizes) {
      const Block block{pair ? Block::Kind::pair : Block::Kind::real, cluster.rate,
                        cluster.frequency, size};
      Matrix columns(n, block.dimension());
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < columns.cols; ++j) columns(i, j) = chains(i, at + j);
      }
      normalise(columns, pair);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < columns.cols; ++j) out.P(i, column + j) = columns(i, j);
      }
      at += columns.cols;
      column += columns.cols;
      out.blocks.push_back(block);
    }
  }
  out.inverse = invert(out.P);
  constexpr double kFine = 1e-4;
  std::vector<double> start;
  out.normOfP = norm2(out.P, start, kFine);
  start.clear();
  out.normOfInverse = norm2(out.inverse, start, kFine);
  out.eigenspaces = eigenspaces(found, W);
  return out;
}

}  // namespace

Result<JordanForm> jordanForm(const Matrix& X, double norm, double tolerance) {
  if (X.rows == 1) return ofOrder1(X);
  if (X.rows == 2) {
    const double half = 0.5 * (X(0, 0) - X(1, 1));
    const double square = half * half + X(0, 1) * X(1, 0);
    if (square < 0 && -square > 9 * norm * norm * tolerance) return ofPair(X, pairOf(X, 0));
  }
  const Result<Structure> found = structure(X, norm, tolerance);
  if (!found) return found.error();
  return ofStructure(*found);
}

}  // namespace etx
