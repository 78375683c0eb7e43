#include "linalg/order2.hpp"

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

std::optional<Exponential> exponentialOfOrder2(const Twofold& A) {
  const auto entry = [&](std::size_t i, std::size_t j) {
    return DoubleDouble{A.hi(i, j), A.lo(i, j)};
  };
  constexpr double kLarge = 0x1p400;
  for (const double value : A.hi.data) {
    if (std::abs(value) > kLarge) return std::nullopt;
  }
  const DoubleDouble a = entry(0, 0);
  const DoubleDouble b = entry(0, 1);
  const DoubleDouble c = entry(1, 0);
  const DoubleDouble d = entry(1, 1);
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
  Matrix value(
      2, 2,
      {parts.cosine + side, b.hi * parts.quotient, c.hi * parts.quotient, parts.cosine - side});
  for (const double x : value.data) {
    // Overflow: e^{μ+r} may be beyond range where its product with a small entry is not.
    if (!std::isfinite(x)) return std::nullopt;
  }
  const double size = norm1(value);
  const double bound = size > 0x1p-960 ? 40 * 0x1p-53 : size > 0 ? 0x1p-1068 / size + 0x1p-46 : 1;
  return Exponential{std::move(value), std::nullopt, bound, "closed form"};
}

}  // namespace etx
