#include "group/weights.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

namespace etx {
namespace {

std::vector<double> weights(double rate, double frequency, const std::vector<DoubleDouble>& lags,
                            std::size_t chain) {
  const Eigenvalue eigenvalue(rate, frequency);
  const LagTable table(lags, chain);
  std::vector<double> out(chain * eigenvalue.width() * table.stride());
  eigenvalue.weights(table, chain, out.data());
  return out;
}

TEST(Weights, DoNotDependOnTheirPlaceInABatch) {
  const std::vector<DoubleDouble> lags = {{0.3, 1e-18}, {-7}, {1e9, 1e-8}, {0}, {12345.678}};
  const std::vector<double> together = weights(-0.01, 0.7, lags, 3);
  const std::size_t stride = together.size() / 6;
  for (std::size_t i = 0; i < lags.size(); ++i) {
    const std::vector<double> alone = weights(-0.01, 0.7, {lags[i]}, 3);
    for (std::size_t row = 0; row < 6; ++row) {
      EXPECT_EQ(together[row * stride + i], alone[row * (alone.size() / 6)]) << i << ", " << row;
    }
  }
}

// A long double's phase is good to 1e3·2^-64 here.
TEST(Weights, AreRightToAFewUlpsOfTheirModulus) {
  std::mt19937 bits(7);
  std::uniform_real_distribution<double> any(-1, 1);
  double worst = 0;
  for (int i = 0; i < 2000; ++i) {
    const double rate = any(bits);
    const double frequency = any(bits);
    const double lag = 500 * any(bits);
    const std::vector<double> w = weights(rate, frequency, {lag}, 2);
    const std::size_t stride = w.size() / 4;
    const auto t = static_cast<long double>(lag);
    const DoubleDouble growth = exp(twoProd(rate, lag));
    const long double modulus =
        static_cast<long double>(growth.hi) + static_cast<long double>(growth.lo);
    const long double phase = static_cast<long double>(frequency) * t;
    const auto off = [&](double value, long double truth, long double size) {
      worst = std::max(
          worst, static_cast<double>(std::abs(static_cast<long double>(value) - truth) / size));
    };
    off(w[0], modulus * std::cos(phase), modulus);
    off(w[stride], modulus * std::sin(phase), modulus);
    off(w[2 * stride], t * modulus * std::cos(phase), std::abs(t * modulus));
    off(w[3 * stride], t * modulus * std::sin(phase), std::abs(t * modulus));
  }
  EXPECT_LE(worst, 5 * 0x1p-53);  // 8 promised
}

TEST(Weights, HoldWhereTheirFactorsLeaveTheRange) {
  // e^{-800} vanishes, 800^100/100! does not: together about 1e-215.
  const std::vector<double> w = weights(-1, 0, {800}, 101);
  DoubleDouble truth = exp(DoubleDouble{-400});
  for (int l = 1; l <= 100; ++l) truth *= DoubleDouble{800} / static_cast<double>(l);
  truth *= exp(DoubleDouble{-400});
  EXPECT_NEAR(w[100 * (w.size() / 101)] / truth.hi, 1, 1e-15);

  const double e = std::numbers::e;
  EXPECT_NEAR(weights(1e300, 0, {1e-300}, 1)[0], e, 4e-16 * e);
  EXPECT_NEAR(weights(1e-300, 0, {1e300}, 1)[0], e, 4e-16 * e);
  EXPECT_EQ(weights(1e300, 0, {1e300}, 1)[0], HUGE_VAL);
  EXPECT_EQ(weights(-1e300, 0, {1e300}, 1)[0], 0);
  EXPECT_EQ(weights(-745, 0, {1}, 1)[0], 0x1p-1074);
  // The imaginary part of e^{1000 + 0i} is 0, not 0·∞.
  const std::vector<double> far = weights(1000, 1, {0}, 1);
  EXPECT_EQ(far[far.size() / 2], 0);
}

}  // namespace
}  // namespace etx
