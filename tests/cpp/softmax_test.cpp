#include "attention/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace etx {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kHalfUlp = 0x1p-53;

AttentionRow row(const std::vector<double>& scores) {
  const Result<AttentionRow> result = attention(scores);
  EXPECT_TRUE(result.ok());
  return result ? *result : AttentionRow{};
}

std::vector<double> gaussians(std::size_t count, double deviation, unsigned seed) {
  std::mt19937 bits(seed);
  std::normal_distribution<double> any(0, deviation);
  std::vector<double> out(count);
  for (double& x : out) x = any(bits);
  return out;
}

TEST(Softmax, OfEqualScoresIsUniform) {
  for (const std::size_t n : {1, 2, 3, 20, 1000, 65537}) {
    const AttentionRow even = row(std::vector<double>(n, -7.25));
    const auto count = static_cast<double>(n);
    for (const double w : even.weights) ASSERT_NEAR(w * count, 1, 2 * kHalfUlp);
    EXPECT_NEAR(even.entropy, std::log(count), 4 * kHalfUlp * std::log(count));
    EXPECT_NEAR(even.effective, count, 64 * kHalfUlp * count);
    EXPECT_EQ(even.mass50, std::ceil(count / 2) - 1);
    EXPECT_EQ(even.mass95, std::ceil(count * 19 / 20) - 1);
  }
}

// Geometric weights: closed forms of everything.
TEST(Softmax, OfALineIsGeometric) {
  constexpr double kSlope = 0.01;
  constexpr std::size_t kCount = 10000;  // e^{-100} is left out
  std::vector<double> scores(kCount);
  for (std::size_t j = 0; j < kCount; ++j) scores[j] = 500 - kSlope * static_cast<double>(j);
  const AttentionRow line = row(scores);
  const double first = -std::expm1(-kSlope);
  EXPECT_NEAR(line.weights[0], first, 1e-13 * first);  // the slope's own rounding
  EXPECT_NEAR(line.weights[3000], first * std::exp(-30), 1e-12 * first * std::exp(-30));
  EXPECT_NEAR(line.entropy, -std::log(first) + kSlope * std::exp(-kSlope) / first, 1e-12);
  EXPECT_NEAR(line.effective, std::exp(line.entropy), 1e-12 * line.effective);
  // The mass up to L is 1 - e^{-slope(L+1)}.
  EXPECT_EQ(line.mass50, std::ceil(std::log(2) / kSlope) - 1);
  EXPECT_EQ(line.mass95, std::ceil(std::log(20) / kSlope) - 1);
}

// e^x of a long double x, also where the library's own rounds x to a double first, as musl's does.
long double exponential(long double x) {
  const auto high = static_cast<double>(x);
  return std::exp(static_cast<long double>(high)) * (1 + (x - static_cast<long double>(high)));
}

TEST(Softmax, AgreesWithLongDoubles) {
  for (const double deviation : {0.1, 3.0, 40.0, 2000.0}) {
    const std::vector<double> scores = gaussians(4001, deviation, 11);
    const auto most = static_cast<long double>(*std::max_element(scores.begin(), scores.end()));
    long double others = 0;  // Z - 1: all but the maximum's own term
    long double moment = 0;
    for (const double s : scores) {
      if (static_cast<long double>(s) == most) continue;
      others += exponential(static_cast<long double>(s) - most);
      moment +=
          exponential(static_cast<long double>(s) - most) * (most - static_cast<long double>(s));
    }
    const long double total = 1 + others;
    const AttentionRow found = row(scores);
    for (std::size_t j = 0; j < scores.size(); ++j) {
      const auto truth =
          static_cast<double>(exponential(static_cast<long double>(scores[j]) - most) / total);
      ASSERT_NEAR(found.weights[j], truth, 5 * kHalfUlp * truth + 0x1p-1074) << j;
    }
    const auto entropy = static_cast<double>(std::log1p(others) + moment / total);
    EXPECT_NEAR(found.entropy, entropy, 16 * kHalfUlp * entropy);
  }
}

TEST(Softmax, WeightsSumToOneAtAnyLength) {
  for (const std::size_t n : {10, 1000, 1000003}) {
    const AttentionRow found = row(gaussians(n, 2, 5));
    double sum = 0;
    double rest = 0;
    for (const double w : found.weights) {  // Neumaier
      const double next = sum + w;
      rest += sum >= w ? (sum - next) + w : (w - next) + sum;
      sum = next;
    }
    EXPECT_NEAR(sum + rest, 1, 5 * kHalfUlp) << n;
    EXPECT_GE(found.entropy, 0);
    EXPECT_LE(found.entropy, std::log(static_cast<double>(n)) * (1 + 16 * kHalfUlp));
    EXPECT_LE(found.mass50, found.mass95);
  }
}

TEST(Softmax, DoesNotSeeAShift) {
  std::vector<double> scores = gaussians(999, 5, 2);
  for (double& s : scores) s = std::ldexp(std::round(std::ldexp(s, 20)), -20);
  const AttentionRow still = row(scores);
  for (const double shift : {-1024.0, 3.5, 0x1p30}) {  // exact on multiples of 2^-20
    std::vector<double> moved = scores;
    for (double& s : moved) s += shift;
    const AttentionRow found = row(moved);
    EXPECT_EQ(found.weights, still.weights);
    EXPECT_EQ(found.entropy, still.entropy);
  }
}

TEST(Softmax, GivesNothingToMinusInfinityAndAllToAGiant) {
  const AttentionRow masked = row({-kInfinity, 2, -kInfinity, 2, 2});
  EXPECT_EQ(masked.weights[0], 0);
  EXPECT_EQ(masked.weights[2], 0);
  EXPECT_NEAR(masked.entropy, std::log(3), 4e-16);
  EXPECT_EQ(masked.mass50, 3);
  const AttentionRow giant = row({-1e308, 1e308, 0});
  EXPECT_EQ(giant.weights, (std::vector<double>{0, 1, 0}));
  EXPECT_EQ(giant.entropy, 0);
  EXPECT_EQ(giant.effective, 1);
  EXPECT_EQ(giant.mass95, 1);
}

TEST(Softmax, RefusesWhatIsNoRow) {
  const auto problem = [](std::vector<double> scores) {
    const Result<AttentionRow> result = attention(std::move(scores));
    return result ? std::string("none")
                  : std::string(codeName(result.error().code)) + ": " + result.error().message;
  };
  EXPECT_EQ(problem({}), "shape: scores is empty: there is no row");
  EXPECT_EQ(problem({1, std::nan("")}), "not-finite: scores[1] is NaN");
  EXPECT_EQ(problem({kInfinity, 1}), "not-finite: scores[0] is Infinity");
  EXPECT_EQ(problem({-kInfinity, -kInfinity}),
            "range: every one of scores is -Infinity: no key can have weight");
}

}  // namespace
}  // namespace etx
