#include "attention/frequencies.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "json.hpp"

namespace etx {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

RotaryRequest llama(double low, double high) { return {128, 5e5, "llama3", 8, low, high, 8192}; }

TEST(Frequencies, AreTheDoublesNearestThePowers) {
  const test::Json data = test::fixture("dd.json");
  for (const test::Json& table : data["frequencies"].items) {
    const auto d = static_cast<std::size_t>(table["dimension"].number);
    const auto computed = frequencies({d, table["base"].number, "default", {}, {}, {}, {}});
    ASSERT_TRUE(computed.ok());
    EXPECT_EQ(*computed, table["values"].numbers()) << d;
  }
}

TEST(Frequencies, OfLlama31AsItsReferenceGivesThem) {
  const auto table = frequencies(llama(1, 4));
  ASSERT_TRUE(table.ok());
  const double expected[] = {2.166571e-3, 1.371894e-3, 8.567514e-4,
                             5.248462e-4, 3.126938e-4, 1.785078e-4};
  // Seven digits: half a unit of the last.
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR((*table)[29 + i], expected[i], i < 2 ? 5e-10 : 5e-11) << 29 + i;
  }
  // Kept below the ramp, divided by 8 above it.
  const auto plain = frequencies({128, 5e5, "default", {}, {}, {}, {}});
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ((*table)[28], (*plain)[28]);
  EXPECT_EQ((*table)[35], (*plain)[35] / 8);
}

TEST(Frequencies, WithoutARampAreKeptOrDividedNeverNaN) {
  const auto table = frequencies(llama(1, 1));
  const auto plain = frequencies({128, 5e5, "default", {}, {}, {}, {}});
  ASSERT_TRUE(table.ok() && plain.ok());
  for (std::size_t i = 0; i < 64; ++i) {
    const double wavelength = 2 * M_PI / (*plain)[i];
    EXPECT_EQ((*table)[i], wavelength > 8192 ? (*plain)[i] / 8 : (*plain)[i]) << i;
  }
}

TEST(Frequencies, LinearDividesAll) {
  const auto table = frequencies({8, 1e4, "linear", 4, {}, {}, {}});
  ASSERT_TRUE(table.ok());
  EXPECT_EQ((*table)[0], 0.25);
  EXPECT_EQ((*table)[1], 0.025);
}

TEST(Frequencies, RefuseBadParametersByName) {
  const auto problem = [](const RotaryRequest& request) {
    const auto table = frequencies(request);
    return table.ok() ? std::string("none")
                      : std::string(codeName(table.error().code)) + ": " + table.error().message;
  };
  EXPECT_EQ(problem({7, 1e4, "default", {}, {}, {}, {}}),
            "shape: rotaryDimension is 7 but must be even");
  EXPECT_EQ(problem({8, -1, "default", {}, {}, {}, {}}), "range: base is -1 but must be above 0");
  EXPECT_EQ(problem({8, kNaN, "default", {}, {}, {}, {}}), "not-finite: base is NaN");
  EXPECT_EQ(problem({8, 1e4, "linear", {}, {}, {}, {}}), "range: factor is missing");
  EXPECT_EQ(problem(llama(4, 1)),
            "range: highFrequencyFactor is 1 but must not be below lowFrequencyFactor, 4");
  EXPECT_EQ(problem({8, 1e4, "yarn", {}, {}, {}, {}}),
            "unsupported: ropeType is \"yarn\" but the types known are default, linear and llama3");
}

}  // namespace
}  // namespace etx
