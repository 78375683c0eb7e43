#include "linalg/elementary.hpp"

#include "linalg/batch.hpp"

namespace etx {

double expRounded(DoubleDouble x) {
  if (std::isnan(x.hi)) return x.hi;
  const double low = std::isfinite(x.lo) ? x.lo : 0;
  return rounded(expScaled(Batch(x.hi), Batch(low))).get(0);
}

// x = m·2^k with m in [√½, √2), and ln m = 2·atanh z = 2(z + z³/3 + ...) with z = (m-1)/(m+1): at
// |z| <= 0.172 the term after z^21/21 is below 2^-60.
double logRounded(DoubleDouble x) {
  if (!(x.hi > 0) || !std::isfinite(x.hi)) {
    return x.hi == 0 ? -HUGE_VAL : x.hi > 0 ? x.hi : std::nan("");
  }
  int exponent = 0;
  if (std::frexp(x.hi, &exponent) < 0x1.6a09e667f3bcdp-1) --exponent;
  const DoubleDouble m = ldexp(x, -exponent);
  const double z = ((m.hi - 1) + m.lo) / (m.hi + 1);
  double sum = 0;
  for (int odd = 21; odd > 1; odd -= 2) sum = (sum + 1.0 / odd) * (z * z);
  const double k = exponent;
  return k * kLn2.hi + (2 * (z + z * sum) + k * kLn2.lo);
}

double sinTurns(double f) { return sinTurns(Batch(f)).get(0); }
double cosTurns(double f) { return cosTurns(Batch(f)).get(0); }

}  // namespace etx
