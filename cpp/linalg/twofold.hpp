#pragma once

#include "linalg/double_double.hpp"
#include "linalg/matrix.hpp"

namespace etx {

/// A matrix of double-doubles, high and low parts apart so that vectors of columns load directly.
struct Twofold {
  Matrix hi;
  Matrix lo;

  Twofold() = default;
  Twofold(std::size_t rows, std::size_t cols) : hi(rows, cols), lo(rows, cols) {}
  explicit Twofold(Matrix high) : hi(std::move(high)), lo(hi.rows, hi.cols) {}
};

/// A·B, each entry a compensated sum (Ogita, Rump & Oishi, Accurate sum and dot product, 2005):
/// entrywise error <= (n² + 8)·2^-105·(|A||B|), n = A.cols. Entries of A and B below 2^990.
Twofold operator*(const Twofold& A, const Twofold& B);

}  // namespace etx
