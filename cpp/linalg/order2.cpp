#include "linalg/order2.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "linalg/batch.hpp"

namespace etx {
namespace {

// One long chain of dependent operations, so each is as short as the error allows: a's and b's
// low parts are added and multiplied in double, absolute error 2u²(|a| + |b|) and 4u²|ab|. The
// sum's low part may be as large as `share` of the high one before three more operations mend that,
// by a branch, since one that is foreseen is not waited for.
DoubleDouble plus(DoubleDouble a, DoubleDouble b, double share) {
  const DoubleDouble sum = twoSum(a.hi, b.hi);
  const double low = sum.lo + (a.lo + b.lo);
  if (std::abs(low) > share * std::abs(sum.hi)) return twoSum(sum.hi, low);
  return {sum.hi, low};
}
// Factors below 2^401: no test for overflow.
DoubleDouble times(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = twoProdModerate(a.hi, b.hi);
  return {product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi)};
}
struct Root {
  DoubleDouble value;
  double inverse;
};
// q > 0, its low part at most 2^-48 of it.
Root root(DoubleDouble q) {
  const double high = std::sqrt(q.hi);
  const double half = 0.5 / high;  // while the square is being made
  const DoubleDouble square = twoProdModerate(high, high);
  return {{high, (((q.hi - square.hi) - square.lo) + q.lo) * half}, 2 * half};
}

// Low parts below this come last, to first order: they are the last to be known.
constexpr double kSmall = 0x1p-28;

// e^a and e^b in one register.
Batch expBoth(DoubleDouble a, DoubleDouble b) {
  if (std::abs(a.lo) > kSmall || std::abs(b.lo) > kSmall) {
    a = quickTwoSum(a.hi, a.lo);
    b = quickTwoSum(b.hi, b.lo);
    return rounded(expScaled(Batch(a.hi, b.hi), Batch(a.lo, b.lo)));
  }
  ScaledBatch e = expScaled(Batch(a.hi, b.hi), Batch(0.0));
  e.mantissa += e.mantissa * Batch(a.lo, b.lo);
  return rounded(e);
}

// C and S with the growth they come with.
struct Parts {
  double cosine = 0;    // e^μ·cosh √q
  double quotient = 0;  // e^μ·sinh √q/√q
};

// |q| <= 1/4: the power series of both, the next terms below 2^-57.
Parts bySeries(DoubleDouble mu, double q) {
  constexpr double kCosine[] = {1.0 / 87178291200, 1.0 / 479001600, 1.0 / 3628800, 1.0 / 40320,
                                1.0 / 720,         1.0 / 24,        1.0 / 2,       1};
  constexpr double kQuotient[] = {
      1.0 / 1307674368000, 1.0 / 6227020800, 1.0 / 39916800, 1.0 / 362880,
      1.0 / 5040,          1.0 / 120,        1.0 / 6,        1};
  Batch sums(1.0 / 20922789888000, 1.0 / 355687428096000);
  for (std::size_t j = 0; j < 8; ++j) sums = sums * q + Batch(kCosine[j], kQuotient[j]);
  sums *= expBoth(mu, mu);
  return {sums.get(0), sums.get(1)};
}

Parts turning(DoubleDouble mu, const Root& angle) {
  const DoubleDouble turns = times(angle.value, kInverseTurn);
  double phase = turns.hi - std::rint(turns.hi);
  double late = turns.lo;
  if (std::abs(late) > kSmall) {
    phase += late;
    phase -= std::rint(phase);
    late = 0;
  }
  // cosTurns and sinTurns of batch.hpp in one register.
  const double size = std::abs(phase);
  const Batch both = sinQuarter(Batch(0.25 - size, std::min(size, 0.5 - size)));
  const double cosine = both.get(0);
  const double sine = std::copysign(both.get(1), phase);
  const double more = 2 * std::numbers::pi * late;
  const double growth = expBoth(mu, mu).get(0);
  return {(cosine - more * sine) * growth, (sine + more * cosine) * growth * angle.inverse};
}

Parts stretching(DoubleDouble mu, const Root& half) {
  const auto sum = [&](double sign) {
    const DoubleDouble high = twoSum(mu.hi, sign * half.value.hi);
    return DoubleDouble{high.hi, high.lo + (mu.lo + sign * half.value.lo)};
  };
  const Batch both = expBoth(sum(1), sum(-1)) * 0.5;
  const double more = both.get(0);
  const double less = both.get(1);
  return {more + less, (more - less) * half.inverse};
}

}  // namespace

Order2 exponentialOfOrder2(std::span<const DoubleDouble, 4> A, double* value) {
  constexpr double kLarge = 0x1p400;
  for (const DoubleDouble& entry : A) {
    if (std::abs(entry.hi) > kLarge) return {};
  }
  const auto [a, b, c, d] = std::array{A[0], A[1], A[2], A[3]};
  const auto halved = [](DoubleDouble x) { return DoubleDouble{x.hi / 2, x.lo / 2}; };
  constexpr double kFew = 0x1p-48;
  const DoubleDouble mu = halved(plus(a, d, kFew));
  const DoubleDouble h = halved(plus(a, -d, 0x1p-53));
  const DoubleDouble q = plus(times(h, h), times(b, c), kFew);

  Parts parts;
  if (std::abs(q.hi) <= 0.25) {
    parts = bySeries(mu, q.hi + q.lo);
  } else if (q.hi < 0) {
    parts = turning(mu, root(-q));
  } else {
    parts = stretching(mu, root(q));
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
