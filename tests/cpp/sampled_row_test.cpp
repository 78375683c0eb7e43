#include "attention/sampled_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include <gtest/gtest.h>

#include "attention/frequencies.hpp"
#include "attention/normals.hpp"
#include "json.hpp"

namespace etx {
namespace {

std::vector<double> row(const Encoding& encoding, const Sampling& sampling) {
  const Result<Operator> A = resolve(encoding);
  EXPECT_TRUE(A.ok());
  const auto scores = sampledRow(*A, sampling);
  EXPECT_TRUE(scores.ok());
  return scores ? *scores : std::vector<double>(sampling.length);
}

std::vector<double> table(std::size_t dimension) {
  const auto found = frequencies({dimension, 10000, "default", {}, {}, {}, {}});
  EXPECT_TRUE(found.ok());
  return *found;
}

// The published experiment, which torch computed in f32.
TEST(SampledRow, IsThePublishedExperiment) {
  const test::Json known = test::fixture("torch-normal.json");
  const Encoding rope = Rotary{768, RotaryLayout::interleaved, table(768), {0}, 1};
  const std::tuple<const char*, double, double> experiments[] = {
      {"1.0,0.1", 1, 0.1}, {"1.0,1.0", 1, 1}, {"0.0,1.0", 0, 1}};
  for (const auto& [name, mean, deviation] : experiments) {
    const std::vector<double> scores = row(rope, {42, mean, deviation, 5000});
    const std::vector<double> lags = known[name]["lags"].numbers();
    const std::vector<double> truth = known[name]["score"].numbers();
    const auto most = std::max_element(scores.begin(), scores.end());
    EXPECT_EQ(most - scores.begin(), known[name]["argmax_lag"].number) << name;
    for (std::size_t i = 0; i < lags.size(); ++i) {
      EXPECT_NEAR(scores[static_cast<std::size_t>(lags[i])], truth[i], 1e-4 * *most) << lags[i];
    }
    double sum = 0;
    for (std::size_t lag = 4000; lag < 5000; ++lag) sum += scores[lag];
    EXPECT_NEAR(sum / 1000, known[name]["mean_last1000"].number, 1e-4 * *most) << name;
  }
}

// Each pair turned on its own with a long double's cosine, whose phase errs by 5000·2^-64.
TEST(SampledRow, IsExactForItsSamples) {
  constexpr std::size_t kDimension = 96;
  constexpr std::size_t kLength = 777;  // no multiple of the chunk
  const std::vector<double> turning = table(kDimension);
  const std::size_t counts[] = {kLength * kDimension, kLength * kDimension};
  for (const double rate : {0.0, -0.01}) {
    for (const RotaryLayout layout : {RotaryLayout::half, RotaryLayout::interleaved}) {
      const auto scores =
          row(Rotary{kDimension, layout, turning, {rate}, 1.5}, {9, 0.25, 2, kLength});
      const auto draws = normals(9, 0.25, 2, counts);
      ASSERT_TRUE(draws.ok());
      const float* q = (*draws)[0].data() + (kLength - 1) * kDimension;
      double most = 0;
      double worst = 0;
      for (std::size_t lag = 0; lag < kLength; ++lag) {
        const float* k = (*draws)[1].data() + (kLength - 1 - lag) * kDimension;
        long double sum = 0;
        for (std::size_t i = 0; i < kDimension / 2; ++i) {
          const bool half = layout == RotaryLayout::half;
          const std::size_t a = half ? i : 2 * i;
          const std::size_t b = half ? i + kDimension / 2 : 2 * i + 1;
          const auto tau = static_cast<long double>(lag);
          const long double angle = -static_cast<long double>(turning[i]) * tau;
          const long double damping = std::exp(static_cast<long double>(rate) * tau) * 2.25L;
          const auto x = static_cast<long double>(k[a]);
          const auto y = static_cast<long double>(k[b]);
          sum += damping *
                 (static_cast<long double>(q[a]) * (x * std::cos(angle) - y * std::sin(angle)) +
                  static_cast<long double>(q[b]) * (x * std::sin(angle) + y * std::cos(angle)));
        }
        most = std::max(most, std::abs(static_cast<double>(sum)));
        worst = std::max(
            worst, std::abs(static_cast<double>(static_cast<long double>(scores[lag]) - sum)));
      }
      EXPECT_LE(worst, 1e-14 * most);
    }
  }
}

// Any encoding against curve() with the same query and that lag's key.
TEST(SampledRow, AgreesWithCurvesForEveryKind) {
  const std::vector<Block> blocks = {{Block::Kind::real, -0.01, 0, 3},
                                     {Block::Kind::pair, -0.02, 0.3, 2},
                                     {Block::Kind::pair, 0, 0, 1},
                                     {Block::Kind::real, 0, 0, 1}};
  Matrix basis(10, 10);
  for (std::size_t i = 0; i < 10; ++i) {
    for (std::size_t j = 0; j < 10; ++j) {
      basis(i, j) = (i == j ? 3 : 0) + std::cos(static_cast<double>(i + 3 * j));
    }
  }
  const Generator chains{blocks, {}, {}};
  const Generator based{blocks, basis, {}};
  const Generator permuted{blocks, {}, std::vector<std::uint32_t>{9, 3, 1, 0, 2, 8, 7, 6, 5, 4}};
  const auto dense = denseMatrix(chains);
  ASSERT_TRUE(dense.ok());
  constexpr std::size_t kLength = 200;
  const Encoding encodings[] = {chains,       permuted, based, *dense, Decay{3, -0.1, true},
                                NoPosition{2}};
  for (const Encoding& encoding : encodings) {
    const Result<Operator> A = resolve(encoding);
    ASSERT_TRUE(A.ok());
    const std::size_t d = A->dimension();
    const std::vector<double> scores = row(encoding, {3, 0.5, 1, kLength});
    const std::size_t counts[] = {kLength * d, kLength * d};
    const auto draws = normals(3, 0.5, 1, counts);
    ASSERT_TRUE(draws.ok());
    const std::vector<double> q((*draws)[0].end() - static_cast<std::ptrdiff_t>(d),
                                (*draws)[0].end());
    for (std::size_t lag = 0; lag < kLength; ++lag) {
      const auto at = (*draws)[1].begin() + static_cast<std::ptrdiff_t>((kLength - 1 - lag) * d);
      const std::vector<double> k(at, at + static_cast<std::ptrdiff_t>(d));
      double expected = 0;
      const Status done =
          curve(*A, q, k, Lags::list({static_cast<double>(lag)}), Arithmetic::binary64,
                [&](std::size_t, std::span<const double> s) { expected = s[0]; });
      ASSERT_TRUE(done.ok());
      // Chains grow to e^{-2}·200²/2, keys to 4; the dense path errs with each of its steps.
      ASSERT_NEAR(scores[lag], expected, 1e-9) << d << ", " << lag;
    }
  }
}

TEST(SampledRow, HasEdgesAndRefusesByName) {
  EXPECT_TRUE(row(NoPosition{4}, {1, 0, 1, 0}).empty());
  EXPECT_EQ(row(NoPosition{0}, {1, 0, 1, 3}), std::vector<double>(3));
  const Result<Operator> A = resolve(NoPosition{1024});
  const auto problem = [&](const Sampling& sampling) {
    const auto scores = sampledRow(*A, sampling);
    return scores ? std::string("none")
                  : std::string(codeName(scores.error().code)) + ": " + scores.error().message;
  };
  EXPECT_EQ(problem({1, 0, -1, 3}), "range: deviation is -1 but must not be negative");
  EXPECT_EQ(problem({1, 0, 1, std::size_t{1} << 20}),
            "too-large: length 1048576 × dimension 1024 is beyond 134217728 samples");
}

}  // namespace
}  // namespace etx
