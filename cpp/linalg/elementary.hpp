#pragma once

#include "linalg/double_double.hpp"

namespace etx {

/// One number at a time, by the functions of batch.hpp: the same errors, no libm, so native and
/// wasm agree to the bit.

/// e^x for x = hi + lo. Relative error <= 1.2·2^-53 + |x|·2^-100; 0 and Infinity beyond range.
double expRounded(DoubleDouble x);

/// ln x for normal x > 0. Relative error <= 3·2^-53.
double logRounded(double x);

/// sin(2πf) and cos(2πf) for |f| <= 1/2. Absolute error <= 2^-52, sin's relative error near 0 and
/// the half turns <= 3·2^-53.
double sinTurns(double f);
double cosTurns(double f);

}  // namespace etx
