#pragma once

#include "linalg/double_double.hpp"

namespace etx {

/// mantissa·2^exponent: a number that neither overflows nor underflows while it is multiplied.
struct Scaled {
  double mantissa = 0;
  int exponent = 0;
};

/// e^x for x = hi + lo, mantissa in [0.7, 1.42]. Relative error <= 1.2·2^-53 + |x|·2^-100; no libm,
/// so native and wasm agree to the bit. |x| beyond 1e7 counts as ±1e7.
Scaled expScaled(DoubleDouble x);

/// e^x with the same error; 0 and Infinity beyond range.
inline double expRounded(DoubleDouble x) {
  const Scaled value = expScaled(x);
  return std::ldexp(value.mantissa, value.exponent);
}

/// sin(2πf) and cos(2πf) for |f| <= 1/2. Absolute error <= 2^-52, sin's relative error near 0 and
/// the half turns <= 3·2^-53. A polynomial of degree 17 on a quarter turn (truncation 3.3e-19).
double sinTurns(double f);
double cosTurns(double f);

}  // namespace etx
