#include "group/fit.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "group/curve.hpp"
#include "matrices.hpp"

namespace etx {
namespace {

using test::draws;
using test::Random;

constexpr auto kReal = Block::Kind::real;
constexpr auto kPair = Block::Kind::pair;

std::vector<double> curveOf(const Generator& generator, const std::vector<double>& query,
                            const std::vector<double>& key, double step, std::size_t count) {
  std::vector<double> samples(count);
  const Status drawn = curve(
      generator, query, key, Lags::grid(0, step, count), Arithmetic::binary64,
      [&](std::size_t first, std::span<const double> part) {
        std::copy(part.begin(), part.end(), samples.begin() + static_cast<std::ptrdiff_t>(first));
      });
  EXPECT_TRUE(drawn.ok());
  return samples;
}

std::vector<double> samplesOf(const std::vector<Block>& blocks, Random& random, double step,
                              std::size_t count) {
  std::vector<double> query(dimension(blocks));
  std::vector<double> key(query.size());
  for (double& x : query) x = random.normal();
  for (double& x : key) x = random.normal();
  return curveOf({blocks, {}, {}}, query, key, step, count);
}

double largest(std::span<const double> values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

// max |curve - samples| / max |samples|, measured from outside.
double missed(const Fit& found, std::span<const double> samples, double step) {
  const std::vector<double> drawn =
      curveOf(found.generator, found.query, found.key, step, samples.size());
  double off = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    off = std::max(off, std::abs(drawn[i] - samples[i]));
  }
  return off / largest(samples);
}

const std::vector<std::vector<Block>> kCurves = {
    {{kReal, 0, 0, 2}},  // ALiBi's line
    {{kReal, -0.01, 0, 4}},
    {{kReal, 0, 0, 8}},
    {{kReal, -0.02, 0, 8}},
    {{kPair, -0.01, 0.3, 1}},
    {{kPair, -0.01, 0.3, 4}},
    {{kPair, -0.02, 0.5, 3}, {kReal, -0.01, 0, 2}},
    {{kPair, 0, 1, 1}, {kPair, 0, 0.1, 1}, {kPair, 0, 0.01, 1}, {kPair, 0, 0.001, 1}},
    {{kReal, -0.01, 0, 4}, {kReal, -0.2, 0, 4}},
    {{kReal, 0, 0, 2}, {kPair, -0.01, 0.2, 2}, {kReal, -0.05, 0, 2}},
    {{kReal, -0.001, 0, 1},
     {kReal, -0.003, 0, 1},
     {kReal, -0.01, 0, 1},
     {kReal, -0.03, 0, 1},
     {kReal, -0.1, 0, 1},
     {kReal, -0.2, 0, 1},
     {kReal, -0.4, 0, 1},
     {kReal, -1, 0, 1}},
    {{kReal, 0.01, 0, 1}, {kPair, -0.01, 0.2, 1}},
};

TEST(Fit, IsExactOnExponentialPolynomials) {
  for (std::size_t c = 0; c < kCurves.size(); ++c) {
    for (const std::size_t count : {40, 200, 700}) {
      for (unsigned seed = 0; seed < draws(3); ++seed) {
        Random random(31 * seed + 5);
        const double step = 0.5 + seed;
        const auto samples = samplesOf(kCurves[c], random, step, count);
        const auto found = fit(samples, {step, dimension(kCurves[c]), false});
        ASSERT_TRUE(found.ok());
        EXPECT_LE(found->residual, 1e-9) << c << " × " << count << " seed " << seed;
        EXPECT_NEAR(found->residual, missed(*found, samples, step), 1e-15);
      }
    }
  }
}

// Any structure of order <= 8, drawn at random.
std::vector<Block> structureOf(Random& random) {
  std::vector<Block> blocks;
  for (std::size_t left = 1 + static_cast<std::size_t>(8 * random.uniform()); left > 0;) {
    const bool pair = left >= 2 && random.uniform() < 0.5;
    const double most = static_cast<double>(pair ? left / 2 : left);
    const auto size = 1 + static_cast<std::size_t>(random.uniform() * random.uniform() * most);
    const double rate = -std::exp(random.between(-7, -1));
    const double frequency = pair ? std::exp(random.between(-4, 1)) : 0;
    blocks.push_back({pair ? kPair : kReal, rate, frequency, size});
    left -= blocks.back().dimension();
  }
  return blocks;
}

TEST(Fit, IsExactOnRandomStructures) {
  for (unsigned seed = 0; seed < draws(300); ++seed) {
    Random random(seed + 1000);
    const std::vector<Block> blocks = structureOf(random);
    const auto samples = samplesOf(blocks, random, 1, 300);
    const auto found = fit(samples, {1, dimension(blocks), false});
    ASSERT_TRUE(found.ok());
    EXPECT_LE(found->residual, 1e-9) << seed;
  }
}

TEST(Fit, NoiseIsNotAmplified) {
  constexpr double kNoise = 1e-6;
  for (std::size_t c = 0; c < kCurves.size(); ++c) {
    for (const std::size_t count : {40, 200, 700}) {
      Random random(static_cast<unsigned>(c) + 77);
      const auto clean = samplesOf(kCurves[c], random, 1, count);
      auto noisy = clean;
      for (double& sample : noisy) sample += kNoise * largest(clean) * random.between(-1, 1);
      const auto found = fit(noisy, {1, dimension(kCurves[c]), false});
      ASSERT_TRUE(found.ok());
      EXPECT_LE(missed(*found, clean, 1), 20 * kNoise) << c << " × " << count;
    }
  }
}

TEST(Fit, FindsTheBlocks) {
  Random random(3);
  const std::vector<Block> blocks = {{kPair, -0.01, 0.3, 2}};
  const auto found = fit(samplesOf(blocks, random, 0.5, 400), {0.5, 4, false});
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->generator.blocks.size(), 1U);
  EXPECT_EQ(found->generator.blocks[0].size, 2U);
  EXPECT_NEAR(found->generator.blocks[0].rate, -0.01, 1e-10);
  EXPECT_NEAR(found->generator.blocks[0].frequency, 0.3, 1e-10);
}

TEST(Fit, FewerDimensionsWhereThereAreFewer) {
  Random random(4);
  const auto found = fit(samplesOf({{kReal, -0.1, 0, 1}}, random, 1, 50), {1, 6, false});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->generator.dimension(), 1U);
  EXPECT_LE(found->residual, 1e-14);
  const auto nothing = fit(std::vector<double>(10), {1, 2, false});
  ASSERT_TRUE(nothing.ok());
  EXPECT_EQ(nothing->residual, 0);
}

TEST(Fit, AnAlternatingSignIsAPairOfFrequencyPi) {
  std::vector<double> samples;
  for (int j = 0; j < 30; ++j) samples.push_back((j % 2 == 0 ? 1 : -1) * std::exp(-0.1 * j));
  const auto found = fit(samples, {2, 1, false});
  ASSERT_TRUE(found.ok());
  EXPECT_LE(found->residual, 1e-13);
  ASSERT_EQ(found->generator.blocks.size(), 1U);
  EXPECT_NEAR(found->generator.blocks[0].frequency, std::acos(-1) / 2, 1e-15);
}

TEST(Fit, StableKeepsRatesFromGrowing) {
  Random random(5);
  const auto samples = samplesOf({{kReal, 0.01, 0, 1}, {kPair, -0.01, 0.2, 1}}, random, 1, 200);
  const auto found = fit(samples, {1, 3, true});
  ASSERT_TRUE(found.ok());
  for (const Block& block : found->generator.blocks) EXPECT_LE(block.rate, 0);
  EXPECT_GE(found->residual, 1e-3);  // it cannot follow
  EXPECT_NEAR(found->residual, missed(*found, samples, 1), 1e-15);
}

struct Named {
  std::string name;
  std::vector<double> samples;
};

// Biases that are no exponential polynomials of few dimensions (Raffel et al. 2020; Chi et al.
// 2022; Li et al. 2023; Chi et al. 2023).
std::vector<Named> biases() {
  const auto bucket = [](int n) {  // T5's, causal, 32 buckets to distance 128
    if (n < 16) return n;
    return std::min(31, 16 + static_cast<int>(std::log(n / 16.0) / std::log(8.0) * 16));
  };
  Random random(6);
  std::vector<double> table;
  for (int b = 0; b < 32; ++b) table.push_back(2 - 0.15 * b + 0.3 * random.normal());
  std::vector<double> first;
  std::vector<double> bias;
  std::vector<double> second;
  for (int k = 0; k < 32; ++k) {
    first.push_back(random.normal());
    bias.push_back(random.normal());
    second.push_back(random.normal() / 6);
  }
  std::vector<Named> all = {{"T5", {}}, {"KERPLE", {}}, {"FIRE", {}}, {"Sandwich", {}}};
  for (int n = 0; n < 256; ++n) {
    all[0].samples.push_back(table[static_cast<std::size_t>(bucket(n))]);
    all[1].samples.push_back(-std::log(1.0 + n));  // KERPLE, p = a = 1
    // FIRE at query position 255: an MLP of ln(c·τ + 1)/ln(c·L + 1), c = 0.1, L = 512.
    const double x = std::log(0.1 * n + 1) / std::log(0.1 * 512 + 1);
    double sum = 0;
    for (std::size_t k = 0; k < 32; ++k) sum += second[k] * std::max(0.0, first[k] * x + bias[k]);
    all[2].samples.push_back(sum);
    double cosines = 0;  // Sandwich, d = 64
    for (int i = 1; i <= 32; ++i) cosines += std::cos(n / std::pow(10000, i / 32.0));
    all[3].samples.push_back(cosines);
  }
  return all;
}

TEST(Fit, BiasesOfOtherEncodingsHaveHonestResiduals) {
  for (const auto& [name, samples] : biases()) {
    double last = 0;
    std::string residuals;
    for (std::size_t order = 1; order <= 8; ++order) {
      const auto found = fit(samples, {1, order, false});
      ASSERT_TRUE(found.ok());
      EXPECT_NEAR(found->residual, missed(*found, samples, 1), 1e-15);
      last = found->residual;
      residuals += " " + text(last);
    }
    RecordProperty(name, residuals);
    EXPECT_GT(last, name == "KERPLE" ? 1e-6 : 1e-4) << name << " is no exponential polynomial";
  }
  // A logarithm is an integral of decaying exponentials: a sum of few of them comes near.
  const auto decaying = fit(biases()[1].samples, {1, 8, true});
  ASSERT_TRUE(decaying.ok());
  EXPECT_LE(decaying->residual, 1e-3);
}

TEST(Fit, MoreDimensionsAreNeverWorse) {
  std::vector<Named> curves = biases();
  for (unsigned seed = 0; seed < draws(5); ++seed) {
    Random random(seed + 500);
    auto samples = samplesOf(structureOf(random), random, 1, 300);
    const double most = largest(samples);
    const std::string number = std::to_string(seed);
    curves.push_back({"clean " + number, samples});
    for (const double noise : {1e-6, 1e-2}) {
      auto noisy = samples;
      for (double& sample : noisy) sample += noise * most * random.between(-1, 1);
      curves.push_back({"noisy " + number, noisy});
    }
  }
  constexpr std::size_t kOrders = std::min(12U, draws(50));  // five show a sanitizer all code
  for (const auto& [name, samples] : curves) {
    for (const bool stable : {false, true}) {
      std::vector<double> residuals;
      double before = 1;  // nothing leaves everything
      for (std::size_t order = 1; order <= kOrders; ++order) {
        const auto found = fit(samples, {1, order, stable});
        ASSERT_TRUE(found.ok());
        EXPECT_LE(found->residual, before) << name << " order " << order << " stable " << stable;
        EXPECT_NEAR(found->residual, missed(*found, samples, 1), 1e-15) << name << " " << order;
        for (const Block& block : found->generator.blocks) {
          EXPECT_LE(block.rate, stable ? 0 : HUGE_VAL) << name << " " << order;
        }
        before = found->residual;
        // What it says of the lower orders is what they say.
        residuals.push_back(before);
        EXPECT_EQ(found->residuals, residuals) << name << " " << order;
      }
    }
  }
}

TEST(Fit, OrdersBeyondTheFirstBasis) {
  Random random(8);
  std::vector<Block> blocks;
  for (int b = 0; b < 10; ++b) blocks.push_back({kPair, -0.001 * b, 0.3 * (b + 1), 1});
  const auto samples = samplesOf(blocks, random, 1, 400);
  const auto found = fit(samples, {1, 20, false});
  ASSERT_TRUE(found.ok());
  EXPECT_LE(found->residual, 1e-12);
  EXPECT_GE(found->residuals[18], 1e-3);
}

TEST(Fit, SamplesNearTheEndsOfTheRange) {
  for (const double size : {1e-320, 1e-300, 1e300, 1e308}) {
    std::vector<double> samples;
    for (int j = 0; j < 40; ++j) samples.push_back(size * std::exp(-0.1 * j) * std::cos(0.3 * j));
    const auto found = fit(samples, {1, 2, false});
    ASSERT_TRUE(found.ok());
    EXPECT_LE(found->residual, size < 1e-310 ? 1e-3 : 1e-13) << size;
    EXPECT_NEAR(found->key[0] / size, 1, size < 1e-310 ? 1e-3 : 1e-13);
  }
}

TEST(Fit, RefusesWhatItCannotTake) {
  const auto codeOf = [](const std::vector<double>& samples, const FitOptions& options) {
    const auto found = fit(samples, options);
    return std::string(found ? "ok" : codeName(found.error().code));
  };
  const std::vector<double> ten(10, 1);
  EXPECT_EQ(codeOf(ten, {1, 0, false}), "range");
  EXPECT_EQ(codeOf(ten, {1, 65, false}), "range");
  EXPECT_EQ(codeOf(ten, {1, 6, false}), "range");
  EXPECT_EQ(codeOf(ten, {0, 1, false}), "range");
  EXPECT_EQ(codeOf(ten, {std::nan(""), 1, false}), "range");
  EXPECT_EQ(codeOf({1, std::nan("")}, {1, 1, false}), "not-finite");
  EXPECT_EQ(codeOf(std::vector<double>(kMaxFitSamples + 1, 1), {1, 1, false}), "too-large");
  EXPECT_EQ(codeOf(ten, {1, 5, false}), "ok");
  EXPECT_EQ(codeOf({1, 2}, {1, 1, false}), "ok");
  EXPECT_EQ(codeOf({1e300, 1e300, 1e300, -1e300}, {1, 2, false}), "ok");
  EXPECT_EQ(codeOf({1e-310, 0, 1e-310, 1e-310}, {1, 2, false}), "ok");
}

}  // namespace
}  // namespace etx
