#pragma once

#include <cmath>

namespace etx {

/// An unevaluated sum hi + lo with |lo| <= ulp(hi)/2: about 106 bits.
///
/// Sources: Dekker, A floating-point technique for extending the available precision (1971), for
/// twoProd and the split; Knuth TAOCP 2, 4.2.2 theorem B, for twoSum; Joldes, Muller & Popescu,
/// Tight and rigorous error bounds for basic building blocks of double-word arithmetic (2017), for
/// the relative bounds quoted at each operation, u = 2^-53. No fused multiply-add: wasm has none,
/// and native must give the same bits. Needs -ffp-contract=off and round to nearest.
struct DoubleDouble {
  double hi = 0;
  double lo = 0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double value) : hi(value) {}
  constexpr DoubleDouble(double high, double low) : hi(high), lo(low) {}

  explicit operator double() const { return hi; }
};

/// hi = fl(a+b), hi + lo = a + b exactly.
inline DoubleDouble twoSum(double a, double b) {
  const double sum = a + b;
  const double rest = sum - a;
  return {sum, (a - (sum - rest)) + (b - rest)};
}

/// The same where |a| >= |b| or a == 0.
inline DoubleDouble quickTwoSum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

namespace detail {
/// Veltkamp: a = hi + lo, each of at most 26 bits. |a| < 2^996, else the product overflows.
inline DoubleDouble split(double a) {
  const double shifted = 134217729.0 * a;  // 2^27 + 1
  const double high = shifted - (shifted - a);
  return {high, a - high};
}
/// twoProd where the split or a partial product may overflow.
DoubleDouble twoProdLarge(double a, double b);
}  // namespace detail

/// twoProd for factors below 2^996 whose product is below 2^1000: no test, for inner loops.
inline DoubleDouble twoProdModerate(double a, double b) {
  const double product = a * b;
  const auto [ah, al] = detail::split(a);
  const auto [bh, bl] = detail::split(b);
  return {product, ((ah * bh - product) + ah * bl + al * bh) + al * bl};
}

/// hi = fl(a·b), hi + lo = a·b exactly unless |a·b| < 2^-969 (lo underflows) or hi overflows
/// (then lo = 0).
inline DoubleDouble twoProd(double a, double b) {
  constexpr double kBig = 0x1p990;
  const double product = a * b;
  if (std::abs(a) < kBig && std::abs(b) < kBig && std::abs(product) < kBig) {
    return twoProdModerate(a, b);
  }
  return detail::twoProdLarge(a, b);
}

/// Relative error <= 3u² (AccurateDWPlusDW).
inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = twoSum(a.hi, b.hi);
  const DoubleDouble low = twoSum(a.lo, b.lo);
  const DoubleDouble partial = quickTwoSum(high.hi, high.lo + low.hi);
  return quickTwoSum(partial.hi, partial.lo + low.lo);
}
inline DoubleDouble operator-(DoubleDouble a) { return {-a.hi, -a.lo}; }
inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }

/// Relative error <= 7u² (DWTimesDW1).
inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = twoProd(a.hi, b.hi);
  if (!std::isfinite(product.hi)) return product;
  return quickTwoSum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

/// Relative error <= 16u².
inline DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double first = a.hi / b.hi;
  if (!std::isfinite(first)) return first;
  DoubleDouble rest = a - b * first;
  const double second = rest.hi / b.hi;
  rest = rest - b * second;
  return quickTwoSum(first, second) + rest.hi / b.hi;
}

inline DoubleDouble& operator+=(DoubleDouble& a, DoubleDouble b) { return a = a + b; }
inline DoubleDouble& operator-=(DoubleDouble& a, DoubleDouble b) { return a = a - b; }
inline DoubleDouble& operator*=(DoubleDouble& a, DoubleDouble b) { return a = a * b; }

inline bool operator<(DoubleDouble a, DoubleDouble b) {
  return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}
inline DoubleDouble abs(DoubleDouble a) { return a.hi < 0 ? -a : a; }
/// a·2^exponent: exact unless it leaves the range.
inline DoubleDouble ldexp(DoubleDouble a, int exponent) {
  return {std::ldexp(a.hi, exponent), std::ldexp(a.lo, exponent)};
}

/// For a >= 0. Relative error <= 4u².
DoubleDouble sqrt(DoubleDouble a);

/// e^a. Relative error <= 2^-98 for |a| <= 700; Infinity and 0 beyond range.
DoubleDouble exp(DoubleDouble a);

/// ln a for a > 0. Absolute error <= 2^-98·max(1, |ln a|).
DoubleDouble log(DoubleDouble a);

// NOLINTNEXTLINE(modernize-use-std-numbers): the two parts belong together.
inline constexpr DoubleDouble kLn2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
/// 1/(2π).
inline constexpr DoubleDouble kInverseTurn{0x1.45f306dc9c883p-3, -0x1.6b01ec5417056p-57};

}  // namespace etx
