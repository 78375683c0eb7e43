#include "linalg/exponentiator.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/order2.hpp"
#include "linalg/orthogonal.hpp"
#include "linalg/overflow.hpp"
#include "linalg/padded.hpp"

namespace etx {
namespace {

constexpr std::size_t kOrderTwofold = 8;       // double-double by default
constexpr std::size_t kOrderRecoverable = 32;  // double-double where double is not good enough
constexpr double kUnit = 0x1p-53;

}  // namespace

bool hasExponent(std::span<const double> X, std::size_t n, double time) {
  return std::isfinite(norm1(X.data(), n) * time);
}

Status checkExponent(std::span<const double> X, std::size_t n, double time, std::string_view name) {
  if (hasExponent(X, n, time)) return success();
  std::vector<double> A(X.begin(), X.end());
  for (std::size_t i = 0; i < A.size(); ++i) {
    A[i] *= time;
    if (std::isfinite(A[i])) continue;
    const std::string entry = concat({name, "[", text(i / n), ", ", text(i % n), "]"});
    if (!std::isfinite(X[i])) {
      return fail(ErrorCode::notFinite, {entry, " is ", text(X[i])});
    }
    return fail(ErrorCode::overflow,
                {entry, "·time is ", text(X[i]), "·", text(time), ", beyond the range of doubles"});
  }
  if (std::isfinite(norm1(A.data(), n))) return success();
  return fail(ErrorCode::overflow, {name, "·time, with time ", text(time),
                                    ", has a column whose sum is beyond the range of doubles"});
}

void Exponentiator::load(const double* matrix, double longest) {
  X = matrix;
  longestTime = longest;
  inTaylor = inTwofold = prepared = false;
}

// A of X: balanced, and by a power of two to a size whose powers stay in range; exactly.
void Exponentiator::prepare() {
  if (prepared) return;
  prepared = true;
  A = X;
  exponent = 0;
  measure();
  constexpr double kFar = 0x1p16;
  if (!(size >= 1 / kFar && size <= kFar)) {
    if (!(size < HUGE_VAL)) {  // entries are finite, their sum is not
      size = 0x1p1012;
      normalise();
      measure();
    }
    normalise();
    measure();
  }
  const double unit = 1 / scaledTime(longestTime);
  A = balance.apply(A, n, unit, sums.data(), sums.data() + n);
  if (balance.changed()) {
    size = norm1(A, n);
    normalise();
  }
}

void Exponentiator::measure() {
  sums.resize(2 * n);
  double* columns = sums.data() + n;
  absoluteSums(A, n, sums.data(), columns);
  size = 0;
  for (std::size_t j = 0; j < n; ++j) keepLarger(size, columns[j]);
}

// To a 1-norm in [1, 2).
void Exponentiator::normalise() {
  const int by = size > 0 ? std::ilogb(size) : 0;
  exponent += by;
  shifted.resize(n * n);
  shift(A, shifted.data(), n * n, -by);
  A = shifted.data();
  size = std::ldexp(size, -by);
}

Outcome Exponentiator::at(const ExpmOptions& options, double* value, double* low) {
  if (n == 0) return {};
  if (n == 1) return ofOrder1(options, value, low);
  const bool twofold = options.precision == Precision::bits106 ||
                       (options.precision == Precision::automatic && n <= kOrderTwofold);
  if (n == 2 && !twofold && !options.minusIdentity) {
    std::array<DoubleDouble, 4> tX;
    for (std::size_t i = 0; i < 4; ++i) {
      tX[i] = options.time == 1 ? DoubleDouble{X[i]} : twoProd(X[i], options.time);
    }
    const Order2 closed = exponentialOfOrder2(tX, value);
    if (closed.holds) return {.errorBound = closed.errorBound};
  }
  prepare();
  if (twofold) return inDoubleDouble(options, value, low);
  Outcome outcome = inDouble(options, value);
  if (options.precision == Precision::automatic && n <= kOrderRecoverable &&
      !(outcome.errorBound <= options.tolerance)) {
    outcome = inDoubleDouble(options, value, low);
  }
  return outcome;
}

Outcome Exponentiator::ofOrder1(const ExpmOptions& options, double* value, double* low) {
  Outcome out;
  const DoubleDouble a = twoProd(X[0], options.time);
  if (options.minusIdentity) {
    prepare();
    return options.precision == Precision::bits53 ? inDouble(options, value)
                                                  : inDoubleDouble(options, value, low);
  }
  const DoubleDouble e = exp(a);
  value[0] = e.hi;
  // Below the normal range the last bit is all the precision there is.
  out.errorBound = std::isinf(e.hi)  ? HUGE_VAL
                   : e.hi == 0       ? 1
                   : e.hi < 0x1p-900 ? 0x1p-1074 / e.hi + 0x1p-52
                                     : 0x1p-98;
  if (options.precision == Precision::bits53) {
    out.errorBound += kUnit;
  } else {
    low[0] = e.lo;
    out.twofold = true;
  }
  return out;
}

// time·2^exponent, for A: within range where time·X is.
double Exponentiator::scaledTime(double time) const {
  return exponent == 0 ? time : std::ldexp(time, exponent);
}

void Exponentiator::prepareTaylor() {
  if (!inTaylor) taylor.prepare(A, n, size);
  inTaylor = true;
}

Outcome Exponentiator::inDouble(const ExpmOptions& options, double* value) {
  prepareTaylor();
  const TaylorResult result = taylor.at(scaledTime(options.time), options.minusIdentity);
  unpad(result.value, n, value);
  Outcome out = finish(result, options, value);
  // Squarings double what an isometry has lost; they are few where that does not matter.
  if (result.squarings > 2 && !out.overflow && !options.minusIdentity && isSkewSymmetric(A, n)) {
    out.errorBound += 2 * orthogonalise(value, n);  // ‖e^{tX}‖₁ >= 1
  }
  return out;
}

Outcome Exponentiator::inDoubleDouble(const ExpmOptions& options, double* value, double* low) {
  if (!inTwofold) twofoldTaylor.prepare(A, n);
  inTwofold = true;
  const TaylorResult result = twofoldTaylor.at(scaledTime(options.time), options.minusIdentity);
  std::copy_n(result.value, n * n, value);
  Outcome out = finish(result, options, value);
  out.twofold = !out.overflow;
  if (out.twofold) {
    std::copy_n(result.low, n * n, low);
    balance.undo(low);
  }
  return out;
}

Outcome Exponentiator::finish(const TaylorResult& result, const ExpmOptions& options,
                              double* value) {
  Outcome out{0, result.degree, result.squarings, false, balance.changed(), false};
  balance.undo(value);
  const double norm = balance.changed() ? norm1(value, n) : result.norm;
  if (!(norm < HUGE_VAL)) {
    overflowed(options, value);
    out.overflow = true;
    out.errorBound = HUGE_VAL;
    return out;
  }
  // ‖X - E‖/‖E‖ from a bound on ‖X - E‖ and ‖X‖.
  const double absolute = std::ldexp(result.errorBound, balance.spread());
  const double truth = norm - absolute;
  out.errorBound = absolute == 0 ? 0 : truth > 0 ? absolute / truth : HUGE_VAL;
  return out;
}

// Finite entries from a careful second pass; no bound.
void Exponentiator::overflowed(const ExpmOptions& options, double* value) {
  prepareTaylor();
  const TaylorResult start = taylor.start(scaledTime(options.time));
  unpad(start.value, n, value);
  const std::vector<double> E = squareWithOverflow(value, n, start.squarings);
  std::copy(E.begin(), E.end(), value);
  balance.undo(value);
  if (!options.minusIdentity) return;
  for (std::size_t i = 0; i < n; ++i) value[i * (n + 1)] -= 1;
}

}  // namespace etx
