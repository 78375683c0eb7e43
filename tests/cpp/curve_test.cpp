#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "attention/encoding.hpp"
#include "attention/frequencies.hpp"
#include "group/reduce.hpp"

namespace etx {
namespace {

std::vector<double> samples(const Encoding& encoding, const std::vector<double>& q,
                            const std::vector<double>& k, const Lags& lags) {
  const Result<Operator> A = resolve(encoding);
  EXPECT_TRUE(A.ok());
  if (!A) return {};
  std::vector<double> out(lags.count(), NAN);
  const Status done = curve(*A, q, k, lags, [&](std::size_t first, std::span<const double> part) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      EXPECT_TRUE(std::isnan(out[first + i])) << "sample " << first + i << " came twice";
      out[first + i] = part[i];
    }
  });
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

}  // namespace
}  // namespace etx
