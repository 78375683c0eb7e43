#include "linalg/elementary.hpp"

#include <algorithm>

namespace etx {

Scaled expScaled(DoubleDouble x) {
  const double clamped = std::clamp(x.hi, -1e7, 1e7);
  const double low = clamped == x.hi ? x.lo : 0;
  const double k = std::rint(clamped / kLn2.hi);
  const DoubleDouble multiple = twoProd(k, kLn2.hi);
  // clamped - multiple.hi is exact (Sterbenz) where k != 0.
  const double r = (clamped - multiple.hi) + (low - multiple.lo - k * kLn2.lo);

  // Taylor to r^13/13! on |r| <= 0.347; the next term is below 2^-57.
  double sum = 1.0 / 13;
  for (int j = 12; j >= 3; --j) sum = (1 + r * sum) / j;
  return {1 + (r + r * r * (0.5 * (1 + r * sum))), static_cast<int>(k)};
}

namespace {
// Interpolates sin(2πf)/f in f² at nine Chebyshev nodes of [0, 1/16]; made with 50 digits.
double sinQuarter(double f) {
  const double y = f * f;
  double sum = 0x1.9d462020fcc78p-4;
  sum = sum * y + -0x1.6f7acdb8f6580p-1;
  sum = sum * y + 0x1.e8f3675ee37ddp+1;
  sum = sum * y + -0x1.e3074dfaf87afp+3;
  sum = sum * y + 0x1.5078348551854p+5;
  sum = sum * y + -0x1.32d2cce627c86p+6;
  sum = sum * y + 0x1.466bc6775aa7dp+6;
  sum = sum * y + -0x1.4abbce625be52p+5;
  return f * (0x1.921fb54442d18p+2 + y * sum);
}
}  // namespace

// 1/2 - |f| is exact for |f| >= 1/4.
double sinTurns(double f) {
  const double folded = std::abs(f) > 0.25 ? std::copysign(0.5 - std::abs(f), f) : f;
  return sinQuarter(folded);
}

double cosTurns(double f) { return sinQuarter(0.25 - std::abs(f)); }

}  // namespace etx
