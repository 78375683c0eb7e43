#include "linalg/double_double.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "json.hpp"
#include "linalg/elementary.hpp"

namespace etx {
namespace {

// Doubles of all magnitudes that keep sums and products in range, from the generator's own bits.
double any(std::mt19937_64& bits, int exponents) {
  const double mantissa = static_cast<double>(bits() >> 11) * 0x1p-52 - 1;
  return std::ldexp(mantissa,
                    static_cast<int>(bits() % static_cast<unsigned>(2 * exponents)) - exponents);
}

// A sum of doubles is zero exactly when repeated exact additions leave nothing.
bool sumsToZero(std::vector<double> terms) {
  for (std::size_t round = 0; round < 60; ++round) {
    for (std::size_t i = 1; i < terms.size(); ++i) {
      const DoubleDouble sum = twoSum(terms[i - 1], terms[i]);
      terms[i - 1] = sum.lo;
      terms[i] = sum.hi;
    }
  }
  for (const double term : terms) {
    if (term != 0) return false;
  }
  return true;
}

TEST(DoubleDouble, SumsAreExact) {
  std::mt19937_64 bits(1);
  for (int i = 0; i < 10000; ++i) {
    const double a = any(bits, 60);
    const double b = any(bits, 60);
    const auto [hi, lo] = twoSum(a, b);
    EXPECT_EQ(hi, a + b);
    EXPECT_TRUE(sumsToZero({a, b, -hi, -lo})) << a << " + " << b;
  }
}

TEST(DoubleDouble, ProductsAreExact) {
  std::mt19937_64 bits(2);
  for (int i = 0; i < 10000; ++i) {
    const double a = any(bits, 400);
    const double b = any(bits, 400);
    const auto [hi, lo] = twoProd(a, b);
    EXPECT_EQ(hi, a * b);
    EXPECT_EQ(lo, std::fma(a, b, -hi)) << a << " * " << b;  // the fused operation is exact here
  }
}

TEST(DoubleDouble, ProductsNearTheTopOfTheRangeAreExact) {
  std::mt19937_64 bits(3);
  for (int i = 0; i < 1000; ++i) {
    const double a = std::ldexp(any(bits, 2), 1015);
    const double b = any(bits, 3);
    const auto [hi, lo] = twoProd(a, b);
    if (!std::isfinite(hi)) {
      EXPECT_EQ(lo, 0);
      continue;
    }
    EXPECT_EQ(lo, std::fma(a, b, -hi)) << a << " * " << b;
  }
}

// Errors relative to the exact values of dd.json, made by make_dd.py.
template <class Function>
double worst(const char* name, Function function, bool absolute) {
  double largest = 0;
  const test::Json data = test::fixture("dd.json");
  EXPECT_FALSE(data[name].items.empty());
  for (const test::Json& row : data[name].items) {
    const std::vector<double> x = row.numbers();
    const DoubleDouble off = function(DoubleDouble{x[0], x[1]}) - DoubleDouble{x[2], x[3]};
    const double scale = absolute ? std::max(1.0, std::abs(x[2])) : std::abs(x[2]);
    largest = std::max(largest, std::abs(off.hi) / scale);
  }
  return largest;
}

TEST(DoubleDouble, ElementaryFunctionsKeepTheirBounds) {
  EXPECT_LE(worst("exp", [](DoubleDouble x) { return exp(x); }, false), 0x1p-98);
  EXPECT_LE(worst("log", [](DoubleDouble x) { return log(x); }, true), 0x1p-98);
  EXPECT_LE(worst("sqrt", [](DoubleDouble x) { return sqrt(x); }, false), 0x1p-104);
}

TEST(DoubleDouble, DivisionInvertsMultiplication) {
  std::mt19937_64 bits(4);
  for (int i = 0; i < 1000; ++i) {
    const DoubleDouble a = twoSum(any(bits, 20), any(bits, 20) * 0x1p-60);
    const DoubleDouble b = twoSum(any(bits, 20), any(bits, 20) * 0x1p-60);
    if (a.hi == 0 || b.hi == 0) continue;
    const DoubleDouble off = a / b * b - a;
    EXPECT_LE(std::abs(off.hi), 32 * 0x1p-106 * std::abs(a.hi));
  }
}

TEST(Elementary, ExpIsRightToAboutHalfAnUlp) {
  const test::Json data = test::fixture("dd.json");
  for (const test::Json& row : data["exp"].items) {
    const std::vector<double> x = row.numbers();
    const double off = (expRounded({x[0], x[1]}) - x[2]) - x[3];
    EXPECT_LE(std::abs(off), 1.2 * 0x1p-53 * x[2]) << x[0];
  }
  EXPECT_EQ(expRounded(1e300), HUGE_VAL);
  EXPECT_EQ(expRounded(-1e300), 0);
  EXPECT_EQ(expRounded(0.0), 1);
}

TEST(Elementary, TurnsAreRightToTwoUlpsOfOne) {
  for (int i = -1000; i <= 1000; ++i) {
    const double f = i / 2000.0;
    const long double angle = 6.283185307179586476925286766559L * static_cast<long double>(f);
    EXPECT_NEAR(sinTurns(f), static_cast<double>(std::sin(angle)), 0x1p-52);
    EXPECT_NEAR(cosTurns(f), static_cast<double>(std::cos(angle)), 0x1p-52);
  }
  EXPECT_EQ(sinTurns(0), 0);
  EXPECT_EQ(cosTurns(0.25), 0);
  EXPECT_EQ(sinTurns(0.5), 0);
}

}  // namespace
}  // namespace etx
