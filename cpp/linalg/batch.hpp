#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include <xsimd/xsimd.hpp>

#include "linalg/double_double.hpp"

namespace etx {

/// Two doubles in one register, native as in wasm. What is written on it runs in one order
/// everywhere and gives the same bits.
using Batch = xsimd::batch<double>;
inline constexpr std::size_t kLanes = Batch::size;

/// The nearest whole number, ties to even.
inline Batch nearest(Batch x) {
#ifdef __wasm_simd128__
  return wasm_f64x2_nearest(x);  // one instruction that xsimd does not use
#else
  return xsimd::nearbyint(x);
#endif
}

/// a·b + c. The only operation that the relaxed build may fuse: explicit, since compilers have
/// written a·b + c with the operands of relaxed_madd exchanged.
template <class Real>
xsimd::batch<Real> multiplyAdd(xsimd::batch<Real> a, xsimd::batch<Real> b, xsimd::batch<Real> c) {
#ifdef ETX_RELAXED_SIMD
  if constexpr (sizeof(Real) == 4) return wasm_f32x4_relaxed_madd(a, b, c);
  if constexpr (sizeof(Real) == 8) return wasm_f64x2_relaxed_madd(a, b, c);
#else
  return a * b + c;
#endif
}

/// mantissa·2^exponent, exponent a whole number: a number that neither overflows nor underflows
/// while it is multiplied.
struct ScaledBatch {
  Batch mantissa;
  Batch exponent;
};

/// The number itself, rounded once: 0, subnormal or ±Infinity where it is. |mantissa| in [2^-20, 2]
/// or 0, exponent of any size.
inline Batch rounded(ScaledBatch x) {
  const auto power = [](Batch k) {  // 2^k, -1022 <= k <= 1023
    // Added to 3·2^51, k + 1023 stands in the last bits: they are shifted to the exponent's place.
    const auto bits = xsimd::bitwise_cast<std::uint64_t>(k + Batch(0x1.8p52 + 1023));
    return xsimd::bitwise_cast<double>(bits << 52);
  };
  // In two steps: 2^k itself may be beyond range where mantissa·2^k is not.
  const Batch k = xsimd::min(xsimd::max(x.exponent, Batch(-2040.0)), Batch(2040.0));
  const Batch half = nearest(k * 0.5);
  return x.mantissa * power(half) * power(k - half);
}

/// e^(hi + lo), |lo| <= ulp(hi) and not NaN; mantissa in [0.7, 1.42]. Relative error <= 1.2·2^-53 +
/// |x|·2^-100. |hi| beyond 1e7 counts as 1e7.
inline ScaledBatch expScaled(Batch hi, Batch lo) {
  // k·(29 bits) and k·(24 bits) are exact for |k| < 2^24.
  constexpr double kFirst = (kLn2.hi + 0x1.8p23) - 0x1.8p23;  // a multiple of 2^-29
  constexpr double kSecond = kLn2.hi - kFirst;
  const Batch clamped = xsimd::min(xsimd::max(hi, Batch(-1e7)), Batch(1e7));
  const Batch k = nearest(clamped * (1 / kLn2.hi));
  // clamped - k·kFirst is exact (Sterbenz) where k != 0.
  const Batch r = (clamped - k * kFirst) + ((lo - k * kSecond) - k * kLn2.lo);

  // Taylor to r^13/13! on |r| <= 0.347; the next term is below 2^-57. By halves (Estrin): a chain
  // of twelve products is long to wait for.
  const Batch r2 = r * r;
  const Batch r4 = r2 * r2;
  const auto four = [&](double c0, double c1, double c2, double c3) {
    return (c0 + r * c1) + r2 * (c2 + r * c3);
  };
  const Batch sum =
      four(1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120) +
      r4 * (four(1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880) +
            r4 * four(1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800));
  return {1.0 + (r + r2 * sum), k};
}

/// ln x for normal x > 0. Relative error <= 3·2^-53, near 1 as well.
///
/// x = 2^k·(1 + f) with 1 + f in [√½, √2] and f exact; s = f/(2 + f), |s| <= 0.172, and
/// ln(1 + f) = 2 artanh s = f - s·(f - R), R = 2s²/3 + 2s⁴/5 + ... to s²⁰: what is left out is
/// below 2^-59 of the sum. The rounded part, s·(f - R), is at most 0.18·|f|.
inline Batch log(Batch x) {
  using Bits = xsimd::batch<std::uint64_t>;
  constexpr std::uint64_t kRootHalf = 0x3fe6a09e00000000;
  constexpr std::uint64_t kOne = 0x3ff0000000000000;
  const Bits bits = xsimd::bitwise_cast<std::uint64_t>(x) + Bits(kOne - kRootHalf);
  // As the last bits of 2^52 + k + 1023 the exponent becomes a double.
  const Batch k =
      xsimd::bitwise_cast<double>((bits >> 52) | Bits(0x4330000000000000)) - Batch(0x1p52 + 1023);
  const Batch f =
      xsimd::bitwise_cast<double>((bits & Bits(0x000fffffffffffff)) + Bits(kRootHalf)) - 1.0;
  const Batch s = f / (2.0 + f);
  const Batch y = s * s;
  constexpr double kCoefficients[] = {2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13, 2.0 / 11,
                                      2.0 / 9,  2.0 / 7,  2.0 / 5,  2.0 / 3};
  Batch sum(2.0 / 21);
  for (const double c : kCoefficients) sum = sum * y + c;
  // k·(32 bits) is exact.
  constexpr double kFirst = (kLn2.hi + 0x1.8p20) - 0x1.8p20;  // a multiple of 2^-32
  constexpr double kSecond = kLn2.hi - kFirst;
  return k * kFirst + (f - (s * (f - y * sum) - k * kSecond));
}

/// sin(2πf) for |f| <= 1/4: interpolates sin(2πf)/f in f² at nine Chebyshev nodes of [0, 1/16];
/// made with 50 digits.
inline Batch sinQuarter(Batch f) {
  const Batch y = f * f;
  // The last four by halves, the others by Horner's rule, whose roundings shrink with y.
  Batch sum =
      (0x1.5078348551854p+5 + y * -0x1.e3074dfaf87afp+3) +
      y * y * (0x1.e8f3675ee37ddp+1 + y * (-0x1.6f7acdb8f6580p-1 + y * 0x1.9d462020fcc78p-4));
  for (const double c : {-0x1.32d2cce627c86p+6, 0x1.466bc6775aa7dp+6, -0x1.4abbce625be52p+5}) {
    sum = sum * y + c;
  }
  return f * (0x1.921fb54442d18p+2 + y * sum);
}

/// sin(2πf) and cos(2πf) for |f| <= 1/2. Absolute error <= 2^-52, sin's relative error near 0 and
/// the half turns <= 3·2^-53. A polynomial of degree 17 on a quarter turn (truncation 3.3e-19).
inline Batch sinTurns(Batch f) {
  const Batch size = xsimd::abs(f);
  // 1/2 - |f| is exact where it is the smaller.
  return xsimd::copysign(sinQuarter(xsimd::min(size, 0.5 - size)), f);
}
inline Batch cosTurns(Batch f) { return sinQuarter(0.25 - xsimd::abs(f)); }

}  // namespace etx
