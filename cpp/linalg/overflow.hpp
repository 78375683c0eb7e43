#pragma once

#include <cstddef>
#include <vector>

namespace etx {

/// e^A, n×n, again after an overflow: from F = e^{A·2^-squarings} - I, entries within range keep
/// their values, the others are ±Infinity, never NaN.
std::vector<double> squareWithOverflow(const double* F, std::size_t n, int squarings);

}  // namespace etx
