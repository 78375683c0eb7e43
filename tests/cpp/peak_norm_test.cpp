#include "group/peak_norm.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "group/classify.hpp"
#include "linalg/expm.hpp"
#include "linalg/product.hpp"
#include "linalg/singular.hpp"
#include "matrices.hpp"

namespace etx {
namespace {

using test::matrixOf;
using test::Random;

constexpr auto kReal = Block::Kind::real;
constexpr auto kPair = Block::Kind::pair;

TEST(PeakNorm, ClosedForms) {
  const auto peak = [](const Matrix& X) { return classify(X)->peakNorm; };
  EXPECT_EQ(peak(Matrix(2, 2, {-1, 0, 0, -2})), 1);
  EXPECT_EQ(peak(Matrix(2, 2, {0, 1, 0, 0})), HUGE_VAL);
  EXPECT_EQ(peak(Matrix(1, 1, {0.5})), HUGE_VAL);
  // A turn seen obliquely: after a quarter the long axis stands where the short one was.
  EXPECT_NEAR(peak(Matrix(2, 2, {0, -10, 0.1, 0})), 10, 1e-7);
  EXPECT_NEAR(peak(Matrix(2, 2, {0, -1e3, 1e-3, 0})), 1e3, 1e-4);
  // [[-1, b], [0, -2]]: e^{-t} and b(e^{-t} - e^{-2t}); the largest over a fine grid.
  for (const double b : {3.0, 30.0, 1e4}) {
    double largest = 0;
    for (int i = 0; i <= 100000; ++i) {
      const double t = i * 1e-4;
      const double p = std::exp(-t);
      const double q = std::exp(-2 * t);
      const double o = b * (p - q);
      const double sum = p * p + q * q + o * o;
      largest = std::max(largest, std::sqrt((sum + std::sqrt(sum * sum - 4 * p * p * q * q)) / 2));
    }
    EXPECT_NEAR(peak(Matrix(2, 2, {-1, b, 0, -2})), largest, 1e-6 * largest) << b;
  }
  // A damped chain: e^{-t}·‖[[1, t], [0, 1]]‖, whose maximum for t near 1 is at most 1 here ...
  EXPECT_EQ(peak(Matrix(2, 2, {-1, 1, 0, -1})), 1);
  // ... and with coupling c grows to e^{-t}(ct + √(c²t² + 4))/2.
  double largest = 0;
  for (int i = 0; i <= 100000; ++i) {
    const double t = i * 1e-4;
    largest = std::max(largest, std::exp(-t) * (20 * t + std::sqrt(400 * t * t + 4)) / 2);
  }
  EXPECT_NEAR(peak(Matrix(2, 2, {-1, 20, 0, -1})), largest, 1e-6 * largest);
}

// Slow decays, turns and chains seen obliquely: against samples that leave no turn out.
TEST(PeakNorm, OfManyTurns) {
  const std::vector<std::vector<Block>> cases = {
      {{kPair, -0.3, 12, 1}, {kReal, -0.1, 0, 1}, {kReal, -0.5, 0, 2}},
      {{kReal, 0, 0, 1}, {kPair, -0.3, 1, 1}},
      {{kReal, 0, 0, 1}, {kReal, -0.3, 0, 1}, {kReal, -1, 0, 1}},  // its supremum is its limit
      {{kPair, -0.2, 0.3, 1}, {kPair, -0.1, 2, 2}},
      {{kPair, 0, 2, 1}, {kReal, -2, 0, 2}, {kPair, -0.1, 5, 1}},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    for (const double condition : {1.0, 10.0, 1e3}) {
      Random random(static_cast<unsigned>(i));
      const Matrix X = test::similar(matrixOf(cases[i]), condition, random);
      ExpmOptions options;
      options.time = 0x1p-7;
      const Matrix step = expm(X, options)->value;
      Matrix E = identity(X.rows);
      double largest = 1;
      std::vector<double> start;
      for (int j = 0; j < 8000; ++j) {
        E = step * E;
        largest = std::max(largest, norm2(E, start, 1e-6));
      }
      const double peak = classify(X)->peakNorm;
      EXPECT_GE(peak, 0.95 * largest) << i << " " << condition;
      EXPECT_LE(peak, 1.001 * largest) << i << " " << condition;
    }
  }
}

}  // namespace
}  // namespace etx
