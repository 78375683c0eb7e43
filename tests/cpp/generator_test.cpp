#include "group/generator.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "attention/encoding.hpp"
#include "linalg/expm.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

constexpr auto kReal = Block::Kind::real;
constexpr auto kPair = Block::Kind::pair;

Generator ofBlocks(std::vector<Block> blocks) { return {std::move(blocks), {}, {}}; }

// e^{τX} by orbits of the unit vectors.
Matrix exponentialByBlocks(const Generator& generator, double lag) {
  const std::size_t n = generator.dimension();
  Matrix E(n, n);
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<double> unit(n);
    unit[j] = 1;
    const auto rows = orbit(generator, unit, Lags::list({lag}));
    EXPECT_TRUE(rows.ok());
    for (std::size_t i = 0; i < n; ++i) E(i, j) = (*rows)(0, i);
  }
  return E;
}

double largestDifference(const Matrix& A, const Matrix& B) {
  double largest = 0;
  for (std::size_t i = 0; i < A.data.size(); ++i) {
    largest = std::max(largest, std::abs(A.data[i] - B.data[i]));
  }
  return largest;
}

const std::vector<Block> kMixed = {
    {kReal, -0.25, 0, 3}, {kPair, -0.125, 0.75, 2}, {kReal, 0.5, 0, 1}, {kPair, 0, -1.5, 1}};

TEST(Blocks, ClosedFormsAgreeWithTheDenseExponential) {
  const Generator generator = ofBlocks(kMixed);
  const auto X = denseMatrix(generator);
  ASSERT_TRUE(X.ok());
  for (const double lag : {-3.0, 0.0, 0.1, 2.5}) {
    ExpmOptions options;
    options.time = lag;
    options.precision = Precision::bits106;
    const auto E = expm(*X, options);
    ASSERT_TRUE(E.ok());
    // Weights err at most 8u each; entries reach e^{1.5}·2.5²/2.
    EXPECT_LE(largestDifference(exponentialByBlocks(generator, lag), E->value), 8e-15) << lag;
  }
}

TEST(Blocks, KeepTheGroupLaw) {
  const Generator generator = ofBlocks(kMixed);
  const Matrix whole = exponentialByBlocks(generator, 3.75);
  const Matrix parts = exponentialByBlocks(generator, 1.5) * exponentialByBlocks(generator, 2.25);
  EXPECT_LE(largestDifference(whole, parts), 3e-14);
}

TEST(Blocks, DrawTheirMatrixAsDocumented) {
  const auto X = denseMatrix(ofBlocks({{kPair, -1, 2, 2}, {kReal, 3, 0, 2}}));
  ASSERT_TRUE(X.ok());
  EXPECT_EQ(X->data, (std::vector<double>{-1, -2, 1,  0,  0, 0,  //
                                          2,  -1, 0,  1,  0, 0,  //
                                          0,  0,  -1, -2, 0, 0,  //
                                          0,  0,  2,  -1, 0, 0,  //
                                          0,  0,  0,  0,  3, 1,  //
                                          0,  0,  0,  0,  0, 3}));
}

TEST(Blocks, KeepTheirDigitsAtLag1e15) {
  // mpmath: e^{-1e-14·τ}·cos(0.7·τ) and ·sin at τ = 1e15 + 1; the size is e^{-10}.
  const auto turned =
      orbit(ofBlocks({{kPair, -1e-14, 0.7, 1}}), std::vector<double>{1, 0}, Lags::list({1e15 + 1}));
  ASSERT_TRUE(turned.ok());
  EXPECT_NEAR((*turned)(0, 0), 0.0000241766931246316609, 1e-19);
  EXPECT_NEAR((*turned)(0, 1), -0.0000384270885183343656, 1e-19);
  // Beyond range on the way, 0·∞ = 0 at the end: e^{-τ}·τ^29/29! underflows.
  const auto gone =
      orbit(ofBlocks({{kReal, -1, 0, 30}}), std::vector<double>(30, 1), Lags::list({1e15}));
  ASSERT_TRUE(gone.ok());
  for (const double x : gone->data) EXPECT_EQ(x, 0);
}

TEST(Generator, HalfLayoutPairsCoordinateIWithIPlusHalf) {
  const auto A = resolve(Rotary{6, RotaryLayout::half, {0.5, 0.25}, {0}, 1});
  ASSERT_TRUE(A.ok());
  const auto X = denseMatrix(*std::get_if<Generator>(&A->generator));
  ASSERT_TRUE(X.ok());
  // The generator's direction is -θ: row i, column i + 2 holds +θ_i.
  Matrix expected(6, 6);
  expected(0, 2) = 0.5;
  expected(2, 0) = -0.5;
  expected(1, 3) = 0.25;
  expected(3, 1) = -0.25;
  EXPECT_EQ(X->data, expected.data);
}

TEST(Generator, CurvesDoNotSeeTheBasis) {
  // qᵀ P e^{τD} P⁻¹ k = (Pᵀq)ᵀ e^{τD} (P⁻¹k): compare with the dense exponential of the same X.
  const Matrix P(3, 3, {2, 1, 0, -1, 3, 1, 0.5, 0, 1});
  const Generator generator{{{kPair, -0.1, 0.5, 1}, {kReal, -0.2, 0, 1}}, P, {}};
  ASSERT_TRUE(check(generator).ok());
  const auto X = denseMatrix(generator);
  ASSERT_TRUE(X.ok());
  const std::vector<double> q = {1, 2, -1};
  const std::vector<double> k = {0.5, -1, 3};
  for (const double lag : {0.0, 1.0, 7.0}) {
    double byBlocks = kNaN;
    const auto take = [&](std::size_t, auto samples) { byBlocks = samples[0]; };
    ASSERT_TRUE(curve(generator, q, k, Lags::list({lag}), Arithmetic::binary64, take).ok());
    ExpmOptions options;
    options.time = lag;
    const auto E = expm(*X, options);
    ASSERT_TRUE(E.ok());
    double dense = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) dense += q[i] * E->value(i, j) * k[j];
    }
    EXPECT_NEAR(byBlocks, dense, 1e-14) << lag;
  }
}

TEST(Generator, RefusesWhatIsNone) {
  const auto codeOf = [](const Generator& generator) {
    const Status status = check(generator);
    return status.ok() ? std::string("ok") : codeName(status.error().code);
  };
  const std::vector<Block> two = {{kPair, 0, 1, 1}};
  EXPECT_EQ(codeOf({two, {}, {}}), "ok");
  EXPECT_EQ(codeOf({two, identity(2), {{0, 1}}}), "range");
  EXPECT_EQ(codeOf({two, Matrix(2, 2, {1, 2, 2, 4}), {}}), "range");
  EXPECT_EQ(codeOf({two, Matrix(2, 2), {}}), "range");
  EXPECT_EQ(codeOf({two, identity(3), {}}), "shape");
  EXPECT_EQ(codeOf({two, {}, {{0, 0}}}), "range");
  EXPECT_EQ(codeOf({two, {}, {{0, 2}}}), "range");
  EXPECT_EQ(codeOf({two, {}, {{0}}}), "shape");
  EXPECT_EQ(codeOf({{{kReal, 0, 0, 0}}, {}, {}}), "range");
  EXPECT_EQ(codeOf({{{kReal, kNaN, 0, 1}}, {}, {}}), "not-finite");
  EXPECT_EQ(codeOf({{{kReal, 0, 0, static_cast<std::size_t>(-1) / 2}}, {}, {}}), "too-large");
  EXPECT_EQ(check({{{kReal, kNaN, 0, 1}}, {}, {}}).error().message,
            "generator.blocks[0].rate is NaN");
}

TEST(Generator, ItsMatrixEndsAtOrder1024) {
  const auto X = denseMatrix(ofBlocks(std::vector<Block>(1025)));
  ASSERT_FALSE(X.ok());
  EXPECT_EQ(X.error().code, ErrorCode::tooLarge);
}

}  // namespace
}  // namespace etx
