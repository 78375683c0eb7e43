#include "linalg/order2.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linalg/elementary.hpp"

namespace etx {
namespace {

// value·e^μ is wanted: C and S with the growth they come with.
struct Parts {
  double cosine = 0;    // e^μ·cosh √q
  double quotient = 0;  // e^μ·sinh √q/√q
};

// |q| <= 1/4: the power series of both, the next terms below 2^-57.
Parts bySeries(DoubleDouble mu, double q) {
  double cosine = 1;
  double quotient = 1;
  for (int j = 8; j >= 1; --j) {
    cosine = 1 + q * cosine / ((2 * j - 1) * (2 * j));
    quotient = 1 + q * quotient / ((2 * j) * (2 * j + 1));
  }
  const double growth = expRounded(mu);
  return {growth * cosine, growth * quotient};
}

Parts turning(DoubleDouble mu, DoubleDouble root) {
  const DoubleDouble turns = root * kInverseTurn;
  const double whole = std::rint(turns.hi);
  const DoubleDouble left = DoubleDouble{turns.hi - whole} + turns.lo;
  const double phase = (left - std::rint(left.hi)).hi;
  const double growth = expRounded(mu);
  return {growth * cosTurns(phase), growth * sinTurns(phase) / root.hi};
}

Parts stretching(DoubleDouble mu, DoubleDouble root) {
  const double more = expRounded(mu + root);
  const double less = expRounded(mu - root);
  return {more / 2 + less / 2, (more / 2 - less / 2) / root.hi};
}

}  // namespace

Order2 exponentialOfOrder2(std::span<const DoubleDouble, 4> A, double* value) {
  constexpr double kLarge = 0x1p400;
  for (const DoubleDouble& entry : A) {
    if (std::abs(entry.hi) > kLarge) return {};
  }
  const auto [a, b, c, d] = std::array{A[0], A[1], A[2], A[3]};
  const DoubleDouble mu = ldexp(a + d, -1);
  const DoubleDouble h = ldexp(a - d, -1);
  const DoubleDouble q = h * h + b * c;

  Parts parts;
  if (std::abs(q.hi) <= 0.25) {
    parts = bySeries(mu, q.hi);
  } else if (q.hi < 0) {
    parts = turning(mu, sqrt(-q));
  } else {
    parts = stretching(mu, sqrt(q));
  }
  const double side = parts.quotient * h.hi;
  value[0] = parts.cosine + side;
  value[1] = b.hi * parts.quotient;
  value[2] = c.hi * parts.quotient;
  value[3] = parts.cosine - side;
  const double size =
      std::max(std::abs(value[0]) + std::abs(value[2]), std::abs(value[1]) + std::abs(value[3]));
  // Overflow: e^{μ+r} may be beyond range where its product with a small entry is not.
  if (!(size < HUGE_VAL)) return {};
  const double bound = size > 0x1p-960 ? 40 * 0x1p-53 : size > 0 ? 0x1p-1068 / size + 0x1p-46 : 1;
  return {true, bound};
}

}  // namespace etx
