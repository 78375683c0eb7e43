#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "attention/encoding.hpp"
#include "attention/frequencies.hpp"
#include "group/reduce.hpp"

namespace etx {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<double> samples(const Encoding& encoding, const std::vector<double>& q,
                            const std::vector<double>& k, const Lags& lags,
                            Arithmetic arithmetic = Arithmetic::binary64) {
  const Result<Operator> A = resolve(encoding);
  EXPECT_TRUE(A.ok());
  if (!A) return {};
  std::vector<double> out(lags.count(), kNaN);
  const auto put = [&](std::size_t first, std::span<const double> part) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      EXPECT_TRUE(std::isnan(out[first + i])) << "sample " << first + i << " came twice";
      out[first + i] = part[i];
    }
  };
  const Status done = curve(*A, q, k, lags, arithmetic, put);
  EXPECT_TRUE(done.ok());
  return out;
}

Generator ofBlocks(std::vector<Block> blocks) { return {std::move(blocks), {}, {}}; }

// mpmath: cos(0.7·τ), 0.7 as a double. A plain double product is off by 3e-5 at 1e12.
TEST(Curve, KeepsThePhaseOfOneClockToLag1e12) {
  const Generator clock = ofBlocks({{Block::Kind::pair, 0, 0.7, 1}});
  const auto listed = samples(clock, {1, 0}, {1, 0}, Lags::list({1e6, 1e9, 1e12}));
  EXPECT_NEAR(listed[0], -0.9688394159410744, 4e-16);
  EXPECT_NEAR(listed[1], 0.5126780410595194, 4e-16);
  EXPECT_NEAR(listed[2], -0.4636373505958379, 4e-16);
  // The same lag as the last of a grid: the product of two tables.
  const auto grid = samples(clock, {1, 0}, {1, 0}, Lags::grid(1e12 - 1000, 1, 1001));
  EXPECT_NEAR(grid.back(), -0.4636373505958379, 1e-15);
}

double meanOfCosines(std::size_t dimension, double base, double lag) {
  const auto table = frequencies({dimension, base, "default", {}, {}, {}, {}});
  EXPECT_TRUE(table.ok());
  const std::vector<double> ones(dimension, 1);
  const auto scores = samples(Rotary{dimension, RotaryLayout::half, *table, {0}, 1}, ones, ones,
                              Lags::grid(0, 1, static_cast<std::size_t>(lag) + 1));
  return scores.back() / scores.front();
}

// S(lag)/S(0) = mean of cos(θ_i·lag), mpmath at 40 digits from the doubles nearest base^(-2i/d).
TEST(Curve, GivesRotaryMeansToTheLastDigits) {
  EXPECT_NEAR(meanOfCosines(768, 1e4, 1), 0.973359826621442617, 1e-14);
  EXPECT_NEAR(meanOfCosines(768, 1e4, 10), 0.680027970694135352, 1e-14);
  EXPECT_NEAR(meanOfCosines(768, 1e4, 100), 0.436889063512210375, 1e-14);
  EXPECT_NEAR(meanOfCosines(768, 1e4, 1000), 0.162340125611678402, 1e-14);
  EXPECT_NEAR(meanOfCosines(768, 1e4, 5000), -0.0156435045697564918, 1e-14);
  EXPECT_NEAR(meanOfCosines(128, 5e5, 4096), 0.382752954517599488, 1e-14);
}

// Directly lag by lag and through the product of tables: the two paths check each other.
TEST(Curve, GridAgreesWithEachLagAcrossZero) {
  const Generator generator =
      ofBlocks({{Block::Kind::real, -0.01, 0, 3}, {Block::Kind::pair, 0, 0.3, 2}});
  const std::vector<double> q = {1, -2, 0.5, 1, 1, 0.25, -1};
  const std::vector<double> k = {0.5, 1, 2, -1, 0.5, 1, 1};
  for (const double step : {0.5, -0.5}) {
    const Lags grid = Lags::grid(-step * 150, step, 400);
    std::vector<double> lags;
    lags.reserve(400);
    for (std::size_t j = 0; j < 400; ++j) lags.push_back(grid.at(static_cast<double>(j)).hi);
    const auto together = samples(generator, q, k, grid);
    const auto apart = samples(generator, q, k, Lags::list(lags));
    for (std::size_t j = 0; j < 400; ++j) {
      // Σ|c·τ^l/l!·e^{rate·τ}|, the coefficients bounded by Σ|q||k| = 21.
      const double t = std::abs(lags[j]);
      const double size = 21 * (std::exp(-0.01 * lags[j]) * (1 + t + t * t / 2) + 1 + t);
      EXPECT_NEAR(together[j], apart[j], 4e-15 * size) << lags[j];
    }
  }
}

TEST(Curve, OfADenseMatrixAgreesWithItsBlocks) {
  const Generator generator =
      ofBlocks({{Block::Kind::pair, -0.001, 0.7, 2}, {Block::Kind::real, -0.002, 0, 1}});
  const auto X = denseMatrix(generator);
  ASSERT_TRUE(X.ok());
  const std::vector<double> q = {1, 2, -1, 0.5, 1};
  const std::vector<double> k = {0.5, 1, 1, -1, 2};
  for (const Lags& lags : {Lags::grid(-40, 0.25, 2001), Lags::list({-3, 0.5, 400})}) {
    const auto dense = samples(*X, q, k, lags);
    const auto exact = samples(generator, q, k, lags);
    for (std::size_t j = 0; j < lags.count(); ++j) {
      // About u an application, 460/0.25 steps, terms to 460.
      EXPECT_NEAR(dense[j], exact[j], 2e-10) << j;
    }
  }
}

TEST(Curve, DecayOfTheDistanceIsEvenAndOtherwiseGrows) {
  const auto even = samples(Decay{2, -0.125, true}, {1, 1}, {1, 1}, Lags::grid(-20, 1, 41));
  const auto odd = samples(Decay{2, -0.125, false}, {1, 1}, {1, 1}, Lags::grid(-20, 1, 41));
  for (std::size_t j = 0; j <= 20; ++j) {
    const double lag = 20 - static_cast<double>(j);
    EXPECT_NEAR(even[j] / (2 * std::exp(-0.125 * lag)), 1, 1e-15);
    EXPECT_NEAR(odd[j] / (2 * std::exp(0.125 * lag)), 1, 1e-15);
    EXPECT_NEAR(even[40 - j] / even[j], 1, 1e-15);
  }
}

TEST(Curve, AttentionFactorCountsTwiceOnRotatedPairsOnly) {
  const auto scores = samples(Rotary{3, RotaryLayout::interleaved, {0.5}, {0}, 3}, {1, 0, 1},
                              {1, 0, 1}, Lags::list({0, 2}));
  EXPECT_EQ(scores[0], 10);
  EXPECT_NEAR(scores[1], 9 * std::cos(1.0) + 1, 4e-15);
}

// e^{900} overflows in the tables; the product with the vanishing coefficient does not exist.
TEST(Curve, AnAbsentCoordinateContributesNothing) {
  const Generator generator =
      ofBlocks({{Block::Kind::real, 1, 0, 1}, {Block::Kind::real, 0, 0, 1}});
  const auto scores = samples(generator, {0, 1}, {1, 2}, Lags::grid(0, 1, 1000));
  for (const double score : scores) EXPECT_EQ(score, 2);
}

TEST(Curve, RefusesArgumentsByName) {
  const auto problem = [](const Encoding& encoding, const std::vector<double>& q,
                          const std::vector<double>& k, const Lags& lags) {
    const Result<Operator> A = resolve(encoding);
    if (!A) return std::string(codeName(A.error().code)) + ": " + A.error().message;
    const Status done =
        curve(*A, q, k, lags, Arithmetic::binary64, [](std::size_t, std::span<const double>) {});
    return done.ok() ? std::string("none")
                     : std::string(codeName(done.error().code)) + ": " + done.error().message;
  };
  const NoPosition four{4};
  const std::vector<double> ones(4, 1);
  EXPECT_EQ(problem(four, {1, 2, 3}, ones, Lags::grid(0, 1, 2)),
            "shape: query has 3 components but the encoding's dimension is 4");
  EXPECT_EQ(problem(four, ones, {1, kNaN, 1, 1}, Lags::grid(0, 1, 2)), "not-finite: key[1] is NaN");
  EXPECT_EQ(problem(four, ones, ones, Lags::grid(0, HUGE_VAL, 2)),
            "not-finite: lags.step is Infinity");
  EXPECT_EQ(problem(four, ones, ones, Lags::grid(0, 1, kMaxCount + 1)),
            "too-large: lags has 134217729 values but the most are 134217728");
  EXPECT_EQ(problem(Rotary{4, RotaryLayout::half, {1, 1, 1}, {0}, 1}, ones, ones, Lags::list({0})),
            "shape: frequencies has 3 pairs but dimension 4 holds 2");
  EXPECT_EQ(
      problem(Rotary{4, RotaryLayout::half, {1, 1}, {0, 0, 0}, 1}, ones, ones, Lags::list({0})),
      "shape: rates has 3 values but must have 1 or one a pair, 2");
  EXPECT_EQ(problem(Rotary{4, RotaryLayout::half, {1, 1}, {0}, 1}, ones, ones, Lags::list({1e300})),
            "range: lag 1e300 is too far for frequency -1: the phase is known to radian 1e24");
}

TEST(Runs, HoldSumMinimumAndMaximumOfEachRun) {
  const std::vector<std::size_t> edges = equalRuns(10, 3);
  EXPECT_EQ(edges, (std::vector<std::size_t>{0, 3, 6, 10}));
  Runs runs(edges);
  const std::vector<double> values = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  runs.sink()(5, std::span(values).subspan(5));
  runs.sink()(0, std::span(values).first(5));
  std::vector<double> found = runs.values();
  EXPECT_EQ(found, (std::vector<double>{3, 12, 30, 0, 3, 6, 2, 5, 9}));
  intoMeans(std::span(found).first(3), edges);
  EXPECT_EQ(found[2], 7.5);
}

TEST(Runs, NotANumberSpoilsItsOwnRunAndInfinityIsASum) {
  Runs runs({0, 3, 6});
  runs.sink()(0, std::vector<double>{1, std::nan(""), 2, 3, HUGE_VAL, 4});
  const std::vector<double> found = runs.values();
  for (const std::size_t spoilt : {0, 2, 4}) EXPECT_TRUE(std::isnan(found[spoilt]));
  EXPECT_EQ(found[1], HUGE_VAL);
  EXPECT_EQ(found[3], 3);
  EXPECT_EQ(found[5], HUGE_VAL);
}

// Chunks in an order where the maximum rises: Z and T must be those of all samples at once.
TEST(Runs, CarryTheirPartOfASoftmax) {
  std::vector<double> values(1001);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = 20 * std::sin(0.37 * static_cast<double>(i)) + 0.01 * static_cast<double>(i);
  }
  Runs runs({0, 400, 1001}, true);
  for (std::size_t first = 0; first < values.size(); first += 77) {
    const std::size_t count = std::min<std::size_t>(77, values.size() - first);
    runs.sink()(first, std::span(values).subspan(first, count));
  }
  const std::vector<double> found = runs.values();
  for (const std::size_t run : {0, 1}) {
    const auto samples = std::span(values).subspan(400 * run, run == 0 ? 400 : 601);
    const double top = *std::max_element(samples.begin(), samples.end());
    long double Z = 0;
    long double T = 0;
    for (const double s : samples) {
      const long double x = static_cast<long double>(s) - static_cast<long double>(top);
      Z += std::exp(x);
      T += std::exp(x) * x;
    }
    EXPECT_EQ(found[4 + run], top);
    EXPECT_NEAR(found[6 + run], static_cast<double>(Z), 1e-14 * static_cast<double>(Z));
    EXPECT_NEAR(found[8 + run], static_cast<double>(T), -1e-14 * static_cast<double>(T));
  }
}

}  // namespace
}  // namespace etx
