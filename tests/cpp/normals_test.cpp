#include "attention/normals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <tuple>

#include <gtest/gtest.h>

#include "draws.hpp"
#include "json.hpp"
#include "linalg/elementary.hpp"

namespace etx {
namespace {

double ulp(double x) {
  const auto size = static_cast<float>(std::abs(x));
  return static_cast<double>(std::nextafter(size, HUGE_VALF)) - static_cast<double>(size);
}

std::vector<float> drawn(std::uint32_t seed, double mean, double deviation, std::size_t count) {
  const std::size_t counts[] = {count};
  const auto draws = normals(seed, mean, deviation, counts);
  EXPECT_TRUE(draws.ok());
  return draws ? draws->front() : std::vector<float>(count);
}

TEST(MersenneTwister, IsTheStandardOne) {
  for (const std::uint32_t seed : {0U, 42U, 4294967295U}) {
    std::mt19937 standard(seed);
    MersenneTwister one(seed);
    MersenneTwister bulk(seed);
    std::vector<std::uint32_t> words(700);
    for (int round = 0; round < 4; ++round) {
      bulk.fill(words);
      for (const std::uint32_t word : words) {
        const auto expected = static_cast<std::uint32_t>(standard());
        ASSERT_EQ(word, expected);
        ASSERT_EQ(one.next(), expected);
      }
    }
    for (const std::size_t count : {0, 1, 623, 624, 625, 5000}) {
      standard.discard(count);
      one.skip(count);
      ASSERT_EQ(one.next(), standard()) << count;
    }
  }
}

TEST(Log, IsRightToThreeHalfUlps) {
  std::mt19937_64 bits(3);
  std::uniform_real_distribution<double> any(0, 1);
  double worst = 0;
  const auto check = [&](double x) {
    const DoubleDouble truth = log(DoubleDouble{x});
    const DoubleDouble off = DoubleDouble{logRounded(x)} - truth;
    // The oracle's own error is absolute, 2^-98.
    if (truth.hi != 0) worst = std::max(worst, std::abs(off.hi / truth.hi));
  };
  for (int i = 0; i < 100000; ++i) {
    check(any(bits));
    check(std::exp(700 * (2 * any(bits) - 1)));
    check(1 + (any(bits) - 0.5) * 0x1p-10);
  }
  for (double step = 0x1p-52; step < 1; step *= 2) {
    check(1 + step);
    check(1 - step / 2);
  }
  for (const double edge :
       {0x1p-1022, std::numeric_limits<double>::max(), std::sqrt(0.5), std::sqrt(2.0), 0x1p-24}) {
    for (const double x : {std::nextafter(edge, 0.0), edge, std::nextafter(edge, 1e308)}) {
      if (x >= 0x1p-1022) check(x);
    }
  }
  EXPECT_EQ(logRounded(1), 0);
  EXPECT_LE(worst, 3 * 0x1p-53);
}

// make_normals.py computes with 50 digits from the angle in f32 on, and rounds once.
TEST(Normals, AreThoseOfTheRules) {
  const test::Json file = test::fixture("normals.json");
  for (const test::Json& known : file["cases"].items) {
    std::vector<std::size_t> counts;
    for (const test::Json& draw : known["draws"].items) {
      counts.push_back(draw["values"].items.size());
    }
    const double mean = known["mean"].number;
    const auto draws = normals(static_cast<std::uint32_t>(known["seed"].number), mean,
                               known["deviation"].number, counts);
    ASSERT_TRUE(draws.ok());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const std::vector<double> values = known["draws"].items[i]["values"].numbers();
      const std::vector<double> radii = known["draws"].items[i]["radii"].numbers();
      for (std::size_t j = 0; j < counts[i]; ++j) {
        // Rounded once: half an ulp of the sample itself, and where rounding is a near tie one.
        EXPECT_NEAR((*draws)[i][j], values[j], ulp(values[j]) + 1e-14 * radii[j]) << i << "," << j;
      }
    }
  }
}

// torch's own samples, which it computes in f32 throughout.
TEST(Normals, AreTorchsWithinTwoUlps) {
  const test::Json known = test::fixture("torch-normal.json");
  const auto check = [](std::span<const float> samples, const std::vector<double>& truth,
                        double mean, double deviation) {
    ASSERT_LE(truth.size(), samples.size());
    for (std::size_t i = 0; i < truth.size(); ++i) {
      const double size = std::max({std::abs(truth[i]), std::abs(mean), deviation});
      EXPECT_NEAR(samples[i], truth[i], 2 * ulp(size)) << i;
    }
  };
  check(drawn(42, 0, 1, 16), known["randn16"].numbers(), 0, 1);
  check(drawn(42, 0, 1, 5), known["randn5"].numbers(), 0, 1);
  constexpr std::size_t kCount = std::size_t{5000} * 768;
  const std::tuple<const char*, double, double> experiments[] = {
      {"1.0,0.1", 1, 0.1}, {"1.0,1.0", 1, 1}, {"0.0,1.0", 0, 1}};
  for (const auto& [name, mean, deviation] : std::span(experiments).first(test::draws(3))) {
    const std::size_t counts[] = {kCount, kCount};
    const auto draws = normals(42, mean, deviation, counts);
    ASSERT_TRUE(draws.ok());
    const std::span<const float> q((*draws)[0]);
    check(q, known[name]["q_first"].numbers(), mean, deviation);
    check(q.last(4), known[name]["q_last"].numbers(), mean, deviation);
    check((*draws)[1], known[name]["k_first"].numbers(), mean, deviation);
  }
}

TEST(Normals, MayBeReadInPartsAndPassedOver) {
  for (const std::size_t count : {7, 15, 16, 31, 32, 777, 1024, 5000}) {
    const std::vector<float> all = drawn(5, 1, 2, count);
    for (const std::size_t step : {1, 3, 16, 100}) {
      TorchGenerator generator(5);
      NormalDraw draw(generator, 1, 2, count);
      for (std::size_t at = 0, turn = 0; at < count; ++turn) {
        const std::size_t part = std::min(step, count - at);
        if (turn % 3 == 1) {
          draw.skip(part);
        } else {
          std::vector<float> some(part);
          draw.read(some);
          for (std::size_t i = 0; i < part; ++i) ASSERT_EQ(some[i], all[at + i]) << at + i;
        }
        at += part;
      }
    }
  }
}

TEST(Normals, HaveTheirMomentsAndRefuseByName) {
  const std::vector<float> samples = drawn(1, 3, 0.5, 1000000);
  double sum = 0;
  double squares = 0;
  for (const float x : samples) {
    sum += static_cast<double>(x) - 3;
    squares += (static_cast<double>(x) - 3) * (static_cast<double>(x) - 3);
  }
  EXPECT_NEAR(sum / 1e6, 0, 5 * 0.5e-3);
  EXPECT_NEAR(squares / 1e6, 0.25, 5 * 0.25 * std::sqrt(2e-6));
  EXPECT_EQ(drawn(1, 3, 0, 20), std::vector<float>(20, 3));
  EXPECT_TRUE(drawn(1, 3, 0, 0).empty());

  const auto problem = [](double mean, double deviation, std::vector<std::size_t> counts) {
    const auto draws = normals(1, mean, deviation, counts);
    return draws ? std::string("none")
                 : std::string(codeName(draws.error().code)) + ": " + draws.error().message;
  };
  EXPECT_EQ(problem(std::nan(""), 1, {1}), "not-finite: mean is NaN");
  EXPECT_EQ(problem(0, -1, {1}), "range: deviation is -1 but must not be negative");
  EXPECT_EQ(problem(1e300, 1, {1}), "range: mean 1e300 or deviation 1 is beyond the range of f32");
  EXPECT_EQ(problem(0, 1, {std::size_t{1} << 27, 1}), "too-large: counts add up beyond 134217728");
}

}  // namespace
}  // namespace etx
