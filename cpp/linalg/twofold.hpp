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

/// Products of n×n matrices of double-doubles, made of products of doubles that are exact: each
/// factor is cut into two slices of so few bits that sums of n products of them fit into 53, and
/// what is left over, which doubles multiply well enough (Ozaki, Ogita, Oishi & Rump, Error-free
/// transformations of matrix multiplication by using fast routines of matrix multiplication and its
/// applications, Numerical Algorithms 59 (2012) 95). Rows of A and columns of B are cut each at
/// their own size. Six products by the one kernel, in the relaxed build fused: exact either way.
class TwofoldProduct {
 public:
  void resize(std::size_t order);

  /// C = A·B and a bound on ‖C - A·B‖₁: n·K·u·2^-2b times the sum of the sizes of A's rows and the
  /// largest size of B's columns (powers of two above their entries), b = ⌊(53 - log2 n)/2⌋ bits a
  /// slice and K = 1.3·min(3n, 64) + n/12 + 9. NaN where entries are 2^990 or more. C may be A or
  /// B.
  double multiply(Twofold A, Twofold B, Twofold C);

 private:
  void cutRows(Twofold A);
  void cutColumns(Twofold B);

  std::size_t n = 0;
  int bits = 0;
  std::vector<double> numbers;
  double *rows = nullptr, *stacked = nullptr, *first = nullptr, *second = nullptr, *below = nullptr,
         *sums = nullptr, *columns = nullptr;
  double rowSizes = 0;    // Σ over A's rows
  double columnSize = 0;  // the largest of B's columns
};

/// A term of a sum: c·X.
struct TwofoldTerm {
  DoubleDouble c;
  Twofold X;
};

/// out = Σ cX + extra over `count` entries, each a compensated sum (Ogita, Rump & Oishi, Accurate
/// sum and dot product, 2005): entrywise error <= 2^-100 of the sum of absolute values for up to
/// eight terms. extra.hi may be null, extra.lo too; `out` may be one of the inputs.
void sum(std::span<const TwofoldTerm> terms, Twofold extra, std::size_t count, Twofold out);

}  // namespace etx
