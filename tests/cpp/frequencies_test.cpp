#include "attention/frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "json.hpp"

namespace etx {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kU = 0x1p-53;

RotaryRequest plain(std::size_t dimension, double base) {
  RotaryRequest request;
  request.rotaryDimension = dimension;
  request.base = base;
  return request;
}

RotaryRequest scaled(const std::string& type, std::size_t dimension, double base, double factor) {
  RotaryRequest request = plain(dimension, base);
  request.ropeType = type;
  request.factor = factor;
  return request;
}

RotaryRequest llama(double low, double high) {
  RotaryRequest request = scaled("llama3", 128, 5e5, 8);
  request.lowFrequencyFactor = low;
  request.highFrequencyFactor = high;
  request.originalContext = 8192;
  return request;
}

// A row of rotary.json: the arguments as make_rotary.py's function of that type takes them.
RotaryRequest rowRequest(const test::Json& row) {
  const std::string& type = row["type"].string;
  const std::vector<double> given = row["arguments"].numbers();
  const auto at = [&](std::size_t i, double absent) {
    return i < given.size() ? given[i] : absent;
  };
  RotaryRequest request = plain(static_cast<std::size_t>(given[1]), given[0]);
  request.ropeType = type;
  request.factor = type == "proportional" ? 1 : given[2];
  if (type == "proportional") {
    request.rotatedPairs = given[2];
  } else if (type == "llama3") {
    request.lowFrequencyFactor = given[3];
    request.highFrequencyFactor = given[4];
    request.originalContext = given[5];
  } else {
    request.originalContext = given[3];
  }
  if (type == "dynamic") request.sequenceLength = given[4];
  if (type == "yarn") {
    request.betaFast = at(4, 32);
    request.betaSlow = at(5, 1);
    request.truncate = at(6, 1) != 0;
  }
  return request;
}

std::vector<double> valuesOf(const RotaryRequest& request) {
  const auto table = frequencies(request);
  return table.ok() ? *table : std::vector<double>{};
}

std::string problem(const RotaryRequest& request) {
  const auto table = frequencies(request);
  return table.ok() ? std::string("none")
                    : std::string(codeName(table.error().code)) + ": " + table.error().message;
}

TEST(Frequencies, AreTheDoublesNearestThePowers) {
  const test::Json data = test::fixture("dd.json");
  for (const test::Json& table : data["frequencies"].items) {
    const auto d = static_cast<std::size_t>(table["dimension"].number);
    EXPECT_EQ(valuesOf(plain(d, table["base"].number)), table["values"].numbers()) << d;
  }
}

// Against 50 digits, with the header's bounds: llama3's high/(high - low) is 4/3; an end of YaRN's
// ramp that is not truncated is off by 2u of up to 70 pairs, at least 1.4 pairs from the next pair.
double boundOf(const RotaryRequest& request) {
  if (request.ropeType == "yarn") return (request.truncate ? 5 : 100) * kU;
  return request.ropeType == "llama3" ? 8 * 4.0 / 3 * *request.factor * kU : 0;
}

TEST(Frequencies, AreScaledAsInFiftyDigits) {
  for (const test::Json& row : test::fixture("rotary.json").items) {
    const RotaryRequest request = rowRequest(row);
    const auto table = frequencies(request);
    ASSERT_TRUE(table.ok()) << row["name"].string;
    const std::string& type = row["type"].string;
    const std::vector<double> expected = row["values"].numbers();
    ASSERT_EQ(2 * expected.size(), table->size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR((*table)[2 * i], expected[i], boundOf(request) * expected[i])
          << row["name"].string << ", pair " << 2 * i;
    }
    if (type == "dynamic") {
      EXPECT_EQ(*baseOf(request), row["base"].number) << row["name"].string;
    }
    if (type == "yarn") {
      const auto ramp = yarnRamp(request);
      ASSERT_TRUE(ramp.ok());
      EXPECT_NEAR(ramp->low, row["low"].number, 2 * kU * row["low"].number) << row["name"].string;
      EXPECT_NEAR(ramp->high, row["high"].number, 2 * kU * row["high"].number)
          << row["name"].string;
    }
  }
}

TEST(Frequencies, OfLlama31AsItsReferenceGivesThem) {
  const std::vector<double> table = valuesOf(llama(1, 4));
  ASSERT_EQ(table.size(), 64);
  const double expected[] = {2.166571e-3, 1.371894e-3, 8.567514e-4,
                             5.248462e-4, 3.126938e-4, 1.785078e-4};
  // Seven digits: half a unit of the last.
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(table[29 + i], expected[i], i < 2 ? 5e-10 : 5e-11) << 29 + i;
  }
  // Kept below the ramp, divided by 8 above it.
  const std::vector<double> unscaled = valuesOf(plain(128, 5e5));
  EXPECT_EQ(table[28], unscaled[28]);
  EXPECT_EQ(table[35], unscaled[35] / 8);
}

TEST(Frequencies, WithoutARampAreKeptOrDividedNeverNaN) {
  const std::vector<double> table = valuesOf(llama(1, 1));
  const std::vector<double> unscaled = valuesOf(plain(128, 5e5));
  ASSERT_EQ(table.size(), 64);
  for (std::size_t i = 0; i < 64; ++i) {
    const double wavelength = 2 * M_PI / unscaled[i];
    EXPECT_EQ(table[i], wavelength > 8192 ? unscaled[i] / 8 : unscaled[i]) << i;
  }
}

// vllm#27722: pairs 9..17 of GPT-OSS, truncated against not.
TEST(Frequencies, OfGptOssDifferWhereTheRampIsRounded) {
  RotaryRequest request = scaled("yarn", 64, 150000, 32);
  request.originalContext = 4096;
  request.betaFast = 32;
  request.betaSlow = 1;
  const std::vector<double> rounded = valuesOf(request);
  request.truncate = false;
  const std::vector<double> exact = valuesOf(request);
  const double expected[] = {.9973, 1.0060, 1.0173, 1.0325, 1.0542, 1.0876, 1.1459, 1.2727, 1.7627};
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_NEAR(rounded[9 + i] / exact[9 + i], expected[i], 5.1e-5) << 9 + i;
  }
}

// Betas the wrong way round turn the ramp: transformers does not refuse it, so it is drawn.
TEST(Frequencies, OfARampTurnedRoundStayBetweenTheEnds) {
  RotaryRequest request = scaled("yarn", 64, 10000, 4);
  request.originalContext = 4096;
  request.betaFast = 1;
  request.betaSlow = 32;
  const std::vector<double> table = valuesOf(request);
  const std::vector<double> unscaled = valuesOf(plain(64, 10000));
  ASSERT_EQ(table.size(), 32);
  for (std::size_t i = 0; i < 32; ++i) {
    EXPECT_GE(table[i], unscaled[i] / 4 * (1 - kU)) << i;
    EXPECT_LE(table[i], unscaled[i] * (1 + 2 * kU)) << i;
  }
  EXPECT_EQ(table[0], 0.25);
}

TEST(Frequencies, LinearDividesAllAndLongropeEach) {
  const std::vector<double> table = valuesOf(scaled("linear", 8, 1e4, 4));
  EXPECT_EQ(table, (std::vector<double>{0.25, 0.025, 0.0025, 0.00025}));
  RotaryRequest request = plain(8, 1e4);
  request.ropeType = "longrope";
  request.divisors = {1, 2, 4, 8};
  EXPECT_EQ(valuesOf(request), (std::vector<double>{1, 0.05, 0.0025, 0.000125}));
}

// Gemma 4: 64 live pairs of 256, exponents over the whole head.
TEST(Frequencies, OfGemma4EndInZeros) {
  RotaryRequest request = scaled("proportional", 512, 1e6, 1);
  request.rotatedPairs = 64;
  const std::vector<double> table = valuesOf(request);
  ASSERT_EQ(table.size(), 256);
  EXPECT_NEAR(table[63], .03338, 5e-6);
  EXPECT_NEAR(2 * M_PI / table[63], 188, .5);
  EXPECT_EQ(std::count(table.begin() + 64, table.end(), 0.0), 192);
}

TEST(Frequencies, HaveTheLongestWavelengthsOfTheBases) {
  const auto longest = [](double base) { return 2 * M_PI / valuesOf(plain(128, base)).back(); };
  EXPECT_NEAR(longest(1e4), 54410.1, .05);
  EXPECT_NEAR(longest(5e5), 2559195.5, .05);
  EXPECT_NEAR(longest(1e6), 5063255.8, .05);
}

TEST(Frequencies, OfAShortSequenceAreUnscaledWhenDynamic) {
  RotaryRequest request = scaled("dynamic", 128, 1e4, 2);
  request.originalContext = 4096;
  for (const double length : {1.0, 4095.0, 4096.0}) {
    request.sequenceLength = length;
    EXPECT_EQ(valuesOf(request), valuesOf(plain(128, 1e4))) << length;
  }
}

TEST(Frequencies, RefuseBadParametersByName) {
  EXPECT_EQ(problem(plain(7, 1e4)), "shape: rotaryDimension is 7 but must be even");
  EXPECT_EQ(problem(plain(8, -1)), "range: base is -1 but must be above 0");
  EXPECT_EQ(problem(plain(8, kNaN)), "not-finite: base is NaN");
  RotaryRequest request = plain(8, 1e4);
  request.ropeType = "linear";
  EXPECT_EQ(problem(request), "range: factor is missing");
  EXPECT_EQ(problem(llama(4, 1)),
            "range: highFrequencyFactor is 1 but must not be below lowFrequencyFactor, 4");
  EXPECT_EQ(problem(scaled("yarn", 8, 1e4, 2)), "range: originalContext is missing");
  EXPECT_EQ(problem(scaled("linear", 8, 1e4, 5e-324)),
            "overflow: the frequency of pair 0 is Infinity, beyond the range of numbers");
  EXPECT_EQ(problem(scaled("axial", 8, 1e4, 2)),
            "unsupported: ropeType is \"axial\" but the types known are default, linear, dynamic, "
            "yarn, longrope, llama3 and proportional");
  request.ropeType = "longrope";
  request.divisors = {1, 2};
  EXPECT_EQ(problem(request), "shape: divisors has 2 values but must have one a pair, 4");
  request.divisors = {1, 2, kNaN, 1};
  EXPECT_EQ(problem(request), "range: divisors[2] is NaN but must be above 0");
  request = scaled("dynamic", 2, 1e4, 2);
  request.originalContext = 10;
  request.sequenceLength = 20;
  EXPECT_EQ(problem(request),
            "range: rotaryDimension is 2 but dynamic scaling needs more than one pair");
  request = scaled("yarn", 8, 1, 2);
  request.originalContext = 10;
  request.betaFast = 32;
  request.betaSlow = 1;
  EXPECT_EQ(problem(request), "range: base is 1 but yarn needs one above 1");
  request = scaled("proportional", 8, 1e4, 1);
  request.rotatedPairs = 5;
  EXPECT_EQ(problem(request), "range: rotatedPairs is 5 but must be 0 to 4");
}

}  // namespace
}  // namespace etx
