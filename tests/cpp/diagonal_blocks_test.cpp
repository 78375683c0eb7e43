// Quasi-triangular matrices in double: what stands on their diagonals goes through no squaring. The
// oracle is the double-double path, which knows nothing of blocks and is itself held against
// 50-digit answers in expm_test.cpp.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "draws.hpp"
#include "linalg/expm.hpp"
#include "matrices.hpp"

namespace etx {
namespace {

constexpr double kUnit = 0x1p-53;

Exponential exponential(const Matrix& X, Precision precision) {
  ExpmOptions options;
  options.precision = precision;
  Result<Exponential> result = expm(X, options);
  EXPECT_TRUE(result.ok());
  return result.ok() ? std::move(*result) : Exponential{Matrix(X.rows, X.cols), std::nullopt, 0};
}

// Rates from -least to -most, half of the neighbours close, entries above them of `size`.
Matrix triangular(std::size_t n, double most, double size, test::Random& random) {
  Matrix X(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    X(i, i) = i % 2 == 1 ? X(i - 1, i - 1) + random.between(-1, 1) * 1e-8
                         : -std::pow(10, random.between(-3, std::log10(most)));
    for (std::size_t j = i + 1; j < n; ++j) X(i, j) = size * random.between(-1, 1);
  }
  return X;
}

// A pair of every two coordinates.
Matrix quasiTriangular(std::size_t n, double size, test::Random& random) {
  Matrix X(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) X(i, j) = size * random.between(-1, 1);
  }
  for (std::size_t i = 0; i + 1 < n; i += 2) {
    X(i, i) = X(i + 1, i + 1) = -random.between(0, 2);
    X(i, i + 1) = random.between(1, 30);
    X(i + 1, i) = -random.between(1, 30);
  }
  return X;
}

TEST(DiagonalBlocks, TriangularKeepEveryDigitOfTheDiagonalAndBesideIt) {
  test::Random random(1);
  for (unsigned round = 0; round < test::draws(60); ++round) {
    const std::size_t n = 3 + static_cast<std::size_t>(random.uniform() * 40);
    const Matrix X = triangular(n, 300, 40, random);
    const Matrix E = exponential(X, Precision::bits53).value;
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_NEAR(E(i, i), std::exp(X(i, i)), 2 * kUnit * E(i, i));
      if (i + 1 == n) continue;
      const Matrix two(2, 2, {X(i, i), X(i, i + 1), 0, X(i + 1, i + 1)});
      const double beside = exponential(two, Precision::bits106).value(0, 1);
      EXPECT_NEAR(E(i, i + 1), beside, 16 * kUnit * std::abs(beside)) << n << " " << i;
    }
  }
}

TEST(DiagonalBlocks, PairsKeepTheirPhase) {
  test::Random random(2);
  for (unsigned round = 0; round < test::draws(40); ++round) {
    const std::size_t n = 4 + 2 * static_cast<std::size_t>(random.uniform() * 20);
    const Matrix X = quasiTriangular(n, 5, random);
    const Matrix E = exponential(X, Precision::bits53).value;
    for (std::size_t i = 0; i < n; i += 2) {
      const Matrix block(2, 2, {X(i, i), X(i, i + 1), X(i + 1, i), X(i + 1, i + 1)});
      const Matrix own = exponential(block, Precision::bits53).value;
      for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(E(i + k / 2, i + k % 2), own.data[k]) << n << " " << i << " " << k;
      }
    }
  }
}

TEST(DiagonalBlocks, LowerIsTheTransposeOfUpper) {
  test::Random random(3);
  for (unsigned round = 0; round < test::draws(30); ++round) {
    const std::size_t n = 3 + static_cast<std::size_t>(random.uniform() * 30);
    const Matrix X =
        round % 2 == 0 ? triangular(n, 100, 10, random) : quasiTriangular(n, 3, random);
    const Matrix upper = exponential(X, Precision::bits53).value;
    const Matrix lower = transpose(exponential(transpose(X), Precision::bits53).value);
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_NEAR(lower(i, i), upper(i, i),
                  80 * kUnit * std::abs(upper(i, i)) + 80 * kUnit * norm1(upper));
    }
  }
}

TEST(DiagonalBlocks, TheBoundHolds) {
  test::Random random(4);
  for (unsigned round = 0; round < test::draws(120); ++round) {
    const std::size_t n = 3 + static_cast<std::size_t>(random.uniform() * 30);
    const double size = std::pow(10, random.between(-2, 3));
    const Matrix X =
        round % 2 == 0 ? triangular(n, 200, size, random) : quasiTriangular(n, size, random);
    const Exponential E = exponential(X, Precision::bits53);
    const Exponential truth = exponential(X, Precision::bits106);
    Matrix off = E.value;
    for (std::size_t i = 0; i < off.data.size(); ++i) off.data[i] -= truth.value.data[i];
    EXPECT_LE(norm1(off), E.errorBound * norm1(truth.value)) << n << " " << size;
  }
}

// e^{tX} - I of steps so small that I would swallow them, through the generator's own door: a
// curve.
TEST(DiagonalBlocks, MinusIdentityKeepsThemToo) {
  test::Random random(5);
  for (unsigned round = 0; round < test::draws(40); ++round) {
    const std::size_t n = 9 + static_cast<std::size_t>(random.uniform() * 8);
    Matrix X = round % 2 == 0 ? triangular(n, 1e-6, 20, random) : quasiTriangular(n, 20, random);
    if (round % 2 == 1) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i > 0 ? i - 1 : 0; j < std::min(n, i + 2); ++j) X(i, j) *= 1e-9;
      }
    }
    ExpmOptions options;
    options.minusIdentity = true;
    options.precision = Precision::bits53;
    const Result<Exponential> F = expm(X, options);
    options.precision = Precision::bits106;
    const Result<Exponential> truth = expm(X, options);
    ASSERT_TRUE(F.ok() && truth.ok());
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_NEAR(F->value(i, i), truth->value(i, i), 1e-14 * std::abs(truth->value(i, i)) + 1e-24)
          << n << " " << i;
    }
  }
}

}  // namespace
}  // namespace etx
