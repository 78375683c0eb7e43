#include "linalg/double_double.hpp"

namespace etx {

// Powers of two shift exactly.
DoubleDouble detail::twoProdLarge(double a, double b) {
  const double product = a * b;
  if (!std::isfinite(product)) return {product, 0};
  const DoubleDouble scaled =
      std::abs(a) > std::abs(b) ? twoProdModerate(a * 0x1p-60, b) : twoProdModerate(a, b * 0x1p-60);
  return {product, scaled.lo * 0x1p60};
}

// One Newton step from the double root: Karp & Markstein (1997).
DoubleDouble sqrt(DoubleDouble a) {
  if (!(a.hi > 0)) return a.hi == 0 ? DoubleDouble{0} : DoubleDouble{std::sqrt(a.hi)};
  if (!std::isfinite(a.hi)) return a;
  const double root = std::sqrt(a.hi);
  const DoubleDouble rest = a - twoProd(root, root);
  return quickTwoSum(root, rest.hi / (2 * root));
}

// e^a = 2^k·(e^r)^512 with |r| <= ln2/1024. What is squared is s = e^r - 1, as s <- 2s + s²:
// squaring e^r itself would double its rounding error nine times.
DoubleDouble exp(DoubleDouble a) {
  if (std::isnan(a.hi)) return a;
  if (a.hi > 710) return HUGE_VAL;
  if (a.hi < -746) return 0;
  constexpr double kLn2Third = 0x1.7b57a079a1934p-111;  // k·ln2 to 160 bits: k reaches 1076
  const double k = std::rint(a.hi / kLn2.hi);
  const DoubleDouble reduced =
      (a - twoProd(k, kLn2.hi)) - twoProd(k, kLn2.lo) - DoubleDouble{k * kLn2Third};
  const DoubleDouble r = ldexp(reduced, -9);

  // Horner on r·(1 + r/2·(1 + r/3·(...))) to r^9/9!: the next term is below 2^-112 of r.
  DoubleDouble sum{1};
  for (int j = 9; j >= 2; --j) sum = DoubleDouble{1} + r * sum / static_cast<double>(j);
  DoubleDouble s = r * sum;
  for (int i = 0; i < 9; ++i) s = ldexp(s, 1) + s * s;
  const DoubleDouble value = s + 1.0;
  // In two steps, so that 2^1024·(1/2 or so) and subnormals are reached without a false overflow.
  const int half = static_cast<int>(k) / 2;
  return ldexp(ldexp(value, half), static_cast<int>(k) - half);
}

// Newton's third-order step on e^y = m for the mantissa m in [1/2, 1): from an error of 1.3e-4, of
// the series 2·atanh z with z = (m-1)/(m+1), two steps leave 1e-36 and rounding.
DoubleDouble log(DoubleDouble a) {
  if (std::isnan(a.hi) || a.hi < 0) return std::nan("");
  if (a.hi == 0) return -HUGE_VAL;
  if (std::isinf(a.hi)) return a;
  int exponent = 0;
  (void)std::frexp(a.hi, &exponent);
  const DoubleDouble mantissa = ldexp(a, -exponent);
  const double z = (mantissa.hi - 1) / (mantissa.hi + 1);
  DoubleDouble y{2 * z * (1 + z * z * (1.0 / 3 + z * z / 5))};
  for (int step = 0; step < 2; ++step) {
    const DoubleDouble off = mantissa * exp(-y) - 1.0;
    y += off - off * off * 0.5;
  }
  return DoubleDouble{static_cast<double>(exponent)} * kLn2 + y;
}

}  // namespace etx
