#include "group/weights.hpp"

#include "linalg/batch.hpp"

namespace etx {
namespace {

// Powers of two shift exactly.
Halves halves(double a) {
  const double shift = std::abs(a) > 0x1p990 ? 0x1p60 : 1;
  const auto [high, low] = detail::split(a / shift);
  return {high * shift, low * shift};
}

Batch load(const double* from) { return Batch::load_unaligned(from); }

struct BatchPair {
  Batch hi, lo;
};

// factor·τ: hi rounded, lo the rest (Dekker), the halves of both made beforehand.
BatchPair product(DoubleDouble factor, Halves parts, BatchPair lag, BatchPair lagParts) {
  const Batch product = factor.hi * lag.hi;
  const Batch rest =
      ((parts.high * lagParts.hi - product) + parts.high * lagParts.lo + parts.low * lagParts.hi) +
      parts.low * lagParts.lo;
  return {product, rest + (factor.hi * lag.lo + factor.lo * lag.hi)};
}

// The fraction in [-1/2, 1/2] of a turn that is left; lo may be whole turns too.
Batch fraction(BatchPair turns) {
  const Batch a = turns.hi - nearest(turns.hi);
  const Batch b = turns.lo - nearest(turns.lo);
  const Batch sum = a + b;
  const Batch from = sum - a;
  const Batch rest = (a - (sum - from)) + (b - from);
  return (sum - nearest(sum)) + rest;
}

}  // namespace

LagTable::LagTable(std::span<const DoubleDouble> lags, std::size_t chain)
    : length((lags.size() + kLanes - 1) / kLanes * kLanes),
      rows((kPowers + 2 * (chain - 1)) * length) {
  for (std::size_t i = 0; i < lags.size(); ++i) {
    const DoubleDouble lag = lags[i];
    const Halves parts = halves(lag.hi);
    double* at = rows.data() + i;
    for (const double entry : {lag.hi, lag.lo, parts.high, parts.low}) {
      *at = entry;
      at += length;
    }
    DoubleDouble power{1};
    int exponent = 0;
    for (std::size_t l = 1; l < chain; ++l) {
      power = power * lag / static_cast<double>(l);
      int shift = 0;
      (void)std::frexp(power.hi, &shift);
      power = ldexp(power, -shift);
      exponent += shift;
      at[0] = power.hi;
      at[length] = exponent;
      at += 2 * length;
    }
  }
}

Eigenvalue::Eigenvalue(double rate, double frequency)
    : growth(rate),
      growthHalves(halves(rate)),
      turns(DoubleDouble{frequency} * kInverseTurn),
      turnsHalves(halves(turns.hi)) {}

void Eigenvalue::weights(const LagTable& lags, std::size_t chain, double* out) const {
  const std::size_t stride = lags.stride();
  for (std::size_t i = 0; i < stride; i += kLanes) {
    const double* at = lags.rows.data() + i;
    const BatchPair lag{load(at + LagTable::kHi * stride), load(at + LagTable::kLo * stride)};
    const BatchPair parts{load(at + LagTable::kHigh * stride), load(at + LagTable::kLow * stride)};
    at += LagTable::kPowers * stride;
    ScaledBatch decay{Batch(1.0), Batch(0.0)};
    if (growth != 0) {
      const BatchPair exponent = product(growth, growthHalves, lag, parts);
      // Beyond range the rest is meaningless, or NaN.
      const auto small = xsimd::abs(exponent.lo) <= Batch(1.0);
      decay = expScaled(exponent.hi, xsimd::select(small, exponent.lo, Batch(0.0)));
    }
    Batch re(1.0);
    Batch im(0.0);
    if (turning()) {
      const Batch phase = fraction(product(turns, turnsHalves, lag, parts));
      re = cosTurns(phase);
      im = sinTurns(phase);
    }
    double* to = out + i;
    for (std::size_t l = 0; l < chain; ++l) {
      ScaledBatch modulus = decay;
      if (l > 0) {
        modulus.mantissa *= load(at);
        modulus.exponent += load(at + stride);
        at += 2 * stride;
      }
      const Batch size = l > 0 || growth != 0 ? rounded(modulus) : Batch(1.0);
      const auto part = [&](Batch direction) {  // 0·∞ = 0
        return xsimd::select(direction == Batch(0.0), direction, size * direction);
      };
      part(re).store_unaligned(to);
      to += stride;
      if (!turning()) continue;
      part(im).store_unaligned(to);
      to += stride;
    }
  }
}

void accumulate(double c, const double* row, double* out, std::size_t count) {
  if (c == 0) return;
  for (std::size_t i = 0; i < count; ++i) out[i] += c * row[i];
}

void accumulate(double c, const double* row, double* sum, double* rest, std::size_t count) {
  if (c == 0) return;
  for (std::size_t i = 0; i < count; ++i) {
    const DoubleDouble next = twoSum(sum[i], c * row[i]);
    sum[i] = next.hi;
    rest[i] += next.lo;
  }
}

}  // namespace etx
