#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "linalg/double_double.hpp"

namespace etx {

/// A matrix of double-doubles in someone else's memory: high and low parts apart, so that registers
/// of columns load directly.
struct Twofold {
  double* hi = nullptr;
  double* lo = nullptr;
};

/// Products of n×n matrices of double-doubles, n even, made of products of doubles that are exact:
/// each factor is cut into two slices of so few bits that sums of 2n products of them fit into 53,
/// and what is left over, which doubles multiply well enough (Ozaki, Ogita, Oishi & Rump,
/// Error-free transformations of matrix multiplication by using fast routines of matrix
/// multiplication and its applications, Numerical Algorithms 59 (2012) 95). Rows of A and columns
/// of B are cut each at their own size. Six products by the one kernel, in the relaxed build fused:
/// exact either way. A factor stays as it was cut until it is set anew.
class TwofoldProduct {
 public:
  /// order: even.
  void resize(std::size_t order);

  void setLeft(Twofold A);
  void setRight(Twofold B);

  /// C = A·B, plus 2X where X is given, and a bound on what the product errs in the 1-norm:
  /// n·K·u·2^-2b times the sum of the sizes of A's rows and the largest size of B's columns (powers
  /// of two above their entries), b = ⌊(53 - log2 n)/2⌋ bits a slice and K = 1.3·min(3n, 64) +
  /// n/12 + 9. NaN where entries are 2^990 or more. C may be A, B or X.
  double multiply(Twofold C, Twofold X = {});

 private:
  std::size_t n = 0;
  int bits = 0;
  std::vector<double> numbers;
  double *left = nullptr, *right = nullptr, *sums = nullptr;
  double rowSizes = 0;    // Σ over A's rows
  double columnSize = 0;  // the largest of B's columns
};

/// A term of a sum: c·X.
struct TwofoldTerm {
  DoubleDouble c;
  Twofold X;
};

/// out = Σ cX + extra over an even `count` of entries and at most eight terms, each a compensated
/// sum (Ogita, Rump & Oishi, Accurate sum and dot product, 2005): entrywise error <= 2^-100 of the
/// sum of absolute values. extra.hi may be null, extra.lo too; `out` may be one of the inputs.
void sum(std::span<const TwofoldTerm> terms, Twofold extra, std::size_t count, Twofold out);

}  // namespace etx
