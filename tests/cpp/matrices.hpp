#pragma once

// Seeded matrices for the tests of structure.

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "draws.hpp"
#include "group/generator.hpp"
#include "linalg/matrix.hpp"
#include "linalg/product.hpp"

namespace etx::test {

/// Numbers that every standard library draws alike: its distributions differ, its engines don't.
class Random {
 public:
  explicit Random(unsigned seed) : engine(seed) {}
  /// In [0, 1).
  double uniform() { return static_cast<double>(engine()) * 0x1p-32; }
  double between(double low, double high) { return low + (high - low) * uniform(); }
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }

 private:
  std::mt19937 engine;
};

/// The direct sum of blocks.
inline Matrix matrixOf(std::vector<Block> blocks) {
  return *denseMatrix(Generator{std::move(blocks), {}, {}});
}

/// Gram and Schmidt, twice, on normal rows.
inline Matrix orthogonal(std::size_t n, Random& random) {
  Matrix Q(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) Q(i, j) = random.normal();
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t k = 0; k < i; ++k) {
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j) sum += Q(i, j) * Q(k, j);
        for (std::size_t j = 0; j < n; ++j) Q(i, j) -= sum * Q(k, j);
      }
    }
    double size = 0;
    for (std::size_t j = 0; j < n; ++j) size += Q(i, j) * Q(i, j);
    for (std::size_t j = 0; j < n; ++j) Q(i, j) /= std::sqrt(size);
  }
  return Q;
}

/// P·J·P⁻¹, rounded, with P = U·diag(1 .. 1/condition, geometric)·V for random orthogonal U, V.
inline Matrix similar(const Matrix& J, double condition, Random& random) {
  const std::size_t n = J.rows;
  const Matrix U = orthogonal(n, random);
  const Matrix V = orthogonal(n, random);
  Matrix inner = V * (J * transpose(V));
  const auto scale = [&](std::size_t i) {
    return n < 2 ? 1 : std::pow(condition, -double(i) / double(n - 1));
  };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) inner(i, j) *= scale(i) / scale(j);
  }
  return U * (inner * transpose(U));
}

}  // namespace etx::test
