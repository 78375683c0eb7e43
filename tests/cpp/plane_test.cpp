#include "group/plane.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "linalg/expm.hpp"
#include "matrices.hpp"

namespace etx {
namespace {

using test::Random;

constexpr auto kReal = Block::Kind::real;
constexpr auto kPair = Block::Kind::pair;

std::vector<double> scoresOf(const auto& X, const auto& Y, const std::vector<double>& query,
                             const std::vector<double>& key, const Lags2& lags) {
  std::vector<double> out(lags.x.count() * lags.y.count());
  const Status drawn =
      curve2(X, Y, query, key, lags, [&](std::size_t first, std::span<const double> part) {
        std::copy(part.begin(), part.end(), out.begin() + static_cast<std::ptrdiff_t>(first));
      });
  EXPECT_TRUE(drawn.ok()) << (drawn.ok() ? "" : drawn.error().message);
  return out;
}

// qᵀ e^{xX + yY} k by one double-double exponential a point.
double reference(const Matrix& X, const Matrix& Y, double x, double y,
                 const std::vector<double>& query, const std::vector<double>& key) {
  Matrix both = X;
  for (std::size_t i = 0; i < both.data.size(); ++i) both.data[i] = x * X.data[i] + y * Y.data[i];
  ExpmOptions options;
  options.precision = Precision::bits106;
  const auto E = expm(both, options);
  EXPECT_TRUE(E.ok());
  double sum = 0;
  for (std::size_t i = 0; i < query.size(); ++i) {
    for (std::size_t j = 0; j < key.size(); ++j) sum += query[i] * E->value(i, j) * key[j];
  }
  return sum;
}

std::vector<double> normals(std::size_t n, Random& random) {
  std::vector<double> out(n);
  for (double& x : out) x = random.normal();
  return out;
}

const Lags2 kLags = {Lags::grid(-3, 0.5, 14), Lags::list({-2, 0, 0.25, 5})};

void expectReference(const Matrix& X, const Matrix& Y, const std::vector<double>& scores,
                     const std::vector<double>& query, const std::vector<double>& key,
                     double tolerance) {
  for (std::size_t j = 0; j < kLags.y.count(); ++j) {
    for (std::size_t i = 0; i < kLags.x.count(); ++i) {
      const double x = kLags.x.at(static_cast<double>(i)).hi;
      const double y = kLags.y.at(static_cast<double>(j)).hi;
      EXPECT_NEAR(scores[j * kLags.x.count() + i], reference(X, Y, x, y, query, key), tolerance)
          << x << " " << y;
    }
  }
}

// Disjoint planes, shared planes, a chain and its square: all commute.
TEST(Plane, BlocksThatCommute) {
  const std::vector<std::pair<std::vector<Block>, std::vector<Block>>> pairs = {
      {{{kPair, -0.1, 1, 1}, {kReal, 0, 0, 1}, {kReal, 0, 0, 1}},
       {{kReal, 0, 0, 1}, {kReal, 0, 0, 1}, {kPair, 0, -0.5, 1}}},
      {{{kPair, 0, 0.7, 1}, {kPair, -0.2, 0.3, 1}}, {{kPair, 0, -0.2, 1}, {kPair, 0, 0.4, 1}}},
      {{{kReal, -0.1, 0, 2}, {kPair, 0, 1, 2}}, {{kReal, -0.2, 0, 2}, {kPair, -0.1, 1, 2}}},
  };
  Random random(1);
  for (const auto& [x, y] : pairs) {
    const Generator plainX{x, {}, {}};
    const Generator plainY{y, {}, {}};
    const std::size_t n = plainX.dimension();
    const auto query = normals(n, random);
    const auto key = normals(n, random);
    const Matrix X = *denseMatrix(plainX);
    const Matrix Y = *denseMatrix(plainY);
    EXPECT_TRUE(commute(X, Y));
    expectReference(X, Y, scoresOf(plainX, plainY, query, key, kLags), query, key, 1e-13);
    expectReference(X, Y, scoresOf(X, Y, query, key, kLags), query, key, 1e-12);
    // The same seen from another basis.
    const Matrix P = test::orthogonal(n, random);
    const Generator basedX{x, P, {}};
    const Generator basedY{y, P, {}};
    expectReference(*denseMatrix(basedX), *denseMatrix(basedY),
                    scoresOf(basedX, basedY, query, key, kLags), query, key, 1e-12);
  }
}

TEST(Plane, GeneratorsThatDoNotCommute) {
  Random random(2);
  const Matrix X =
      test::similar(*denseMatrix({{{kPair, 0, 1, 1}, {kPair, 0, 0.3, 1}}, {}, {}}), 1, random);
  const Matrix Y =
      test::similar(*denseMatrix({{{kPair, 0, 0.6, 1}, {kPair, 0, 0.2, 1}}, {}, {}}), 1, random);
  EXPECT_GT(commutatorNorm(X, Y), 0.1);
  EXPECT_FALSE(commute(X, Y));
  const auto query = normals(4, random);
  const auto key = normals(4, random);
  expectReference(X, Y, scoresOf(X, Y, query, key, kLags), query, key, 1e-12);
}

TEST(Plane, TranslationResidualIsTheCommutatorsDoing) {
  Random random(3);
  const Matrix P = test::orthogonal(4, random);
  const Generator X{{{kPair, 0, 1, 1}, {kPair, 0, 0.3, 1}}, P, {}};
  const Generator Y{{{kPair, 0, -0.4, 1}, {kPair, 0, 0.9, 1}}, P, {}};
  const auto none = translationResidual(*denseMatrix(X), *denseMatrix(Y), kLags, 3, -2);
  ASSERT_TRUE(none.ok());
  for (const double residual : none->data) EXPECT_LE(residual, 1e-13);

  // Turns about the axes of space (LieRE's simplest case): Rodrigues' formula is the oracle.
  const Matrix L(3, 3, {0, 0, 0, 0, 0, -1, 0, 1, 0});
  const Matrix M(3, 3, {0, 0, 1, 0, 0, 0, -1, 0, 0});
  EXPECT_NEAR(commutatorNorm(L, M), std::sqrt(2), 1e-15);  // a turn about the third
  const auto turn = [&](double x, double y) {
    const double angle = std::hypot(x, y);
    Matrix K(3, 3);
    for (std::size_t i = 0; i < 9; ++i) K.data[i] = x * L.data[i] + y * M.data[i];
    const Matrix K2 = K * K;
    Matrix R = identity(3);
    if (angle == 0) return R;
    for (std::size_t i = 0; i < 9; ++i) {
      R.data[i] += std::sin(angle) / angle * K.data[i] +
                   (1 - std::cos(angle)) / (angle * angle) * K2.data[i];
    }
    return R;
  };
  const auto map = translationResidual(L, M, kLags, 1.5, -0.5);
  ASSERT_TRUE(map.ok());
  for (std::size_t j = 0; j < kLags.y.count(); ++j) {
    for (std::size_t i = 0; i < kLags.x.count(); ++i) {
      const double x = kLags.x.at(static_cast<double>(i)).hi;
      const double y = kLags.y.at(static_cast<double>(j)).hi;
      const Matrix moved = turn(x + 1.5, y - 0.5) * turn(-1.5, 0.5);
      const Matrix still = turn(x, y);
      double expected = 0;
      for (std::size_t k = 0; k < 9; ++k) {
        expected = std::max(expected, std::abs(moved.data[k] - still.data[k]));
      }
      EXPECT_NEAR((*map)(j, i), expected, 1e-13);
    }
  }
}

TEST(Plane, CommutingMatricesShareABasis) {
  Random random(4);
  const std::vector<Block> x = {{kPair, 0, 1, 1}, {kPair, 0, 1, 1}, {kReal, -1, 0, 1}};
  const std::vector<Block> y = {{kPair, -0.1, -0.4, 1}, {kPair, 0, 0.9, 1}, {kReal, 0, 0, 1}};
  Random same(5);
  const Matrix X = test::similar(*denseMatrix({x, {}, {}}), 10, random);
  Random again(4);
  const Matrix Y = test::similar(*denseMatrix({y, {}, {}}), 10, again);
  ASSERT_TRUE(commute(X, Y));
  const auto shared = sharedBlocks(X, Y);
  ASSERT_TRUE(shared.ok());
  ASSERT_TRUE(shared->has_value());
  const auto& [first, second] = **shared;
  const Matrix again1 = *denseMatrix(first);
  const Matrix again2 = *denseMatrix(second);
  for (std::size_t i = 0; i < X.data.size(); ++i) {
    EXPECT_NEAR(again1.data[i], X.data[i], 1e-11);
    EXPECT_NEAR(again2.data[i], Y.data[i], 1e-11);
  }
  EXPECT_FALSE(sharedBlocks(Matrix(2, 2, {0, 1, 0, 0}), Matrix(2, 2, {0, 1, 0, 0}))->has_value());
  EXPECT_FALSE(sharedBlocks(Matrix(2, 2, {0, 1, 0, 0}), Matrix(2, 2, {0, 0, 1, 0}))->has_value());
}

TEST(Plane, RefusesWhatItCannotTake) {
  const Sink ignore = [](std::size_t, std::span<const double>) {};
  const Lags far = Lags::grid(0, 1, kMaxCount / 2);
  EXPECT_EQ(curve2(identity(1), identity(1), std::vector<double>{1}, std::vector<double>{1},
                   {far, Lags::grid(0, 1, 4)}, ignore)
                .error()
                .code,
            ErrorCode::tooLarge);
  EXPECT_EQ(curve2(identity(1), identity(2), std::vector<double>{1}, std::vector<double>{1}, kLags,
                   ignore)
                .error()
                .code,
            ErrorCode::shape);
  EXPECT_EQ(
      curve2(Matrix(2, 2, {0, 1, 0, 0}), Matrix(2, 2, {0, 0, 1, 0}), std::vector<double>{1, 1},
             std::vector<double>{1, 1}, {Lags::grid(0, 1, 40000), Lags::grid(0, 1, 40000)}, ignore)
          .error()
          .code,
      ErrorCode::tooLarge);
}

}  // namespace
}  // namespace etx
