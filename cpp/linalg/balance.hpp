#pragma once

#include <vector>

#include "linalg/matrix.hpp"

namespace etx {

/// D⁻¹AD with D = diag(2^exponents), chosen to make A's rows and columns alike in norm (Osborne
/// 1960; Parlett & Reinsch 1969). Where an index has a row but no column, or the reverse, the one
/// there is shrinks to the size of the diagonal or 1, whichever is larger: [[a, 1e17], [0, b]] is
/// as easy as [[a, 1], [0, b]]. Further would only push entries of long chains below range. All
/// exponents are 0 where that does not lower the 1-norm. Exact, but that entries which vanish
/// beside the norm may underflow.
struct Balanced {
  Matrix A;
  std::vector<int> exponents;

  [[nodiscard]] bool changed() const;
  /// log2 of the largest entry of D over the smallest.
  [[nodiscard]] int spread() const;
};

Balanced balance(const Matrix& A);

/// D·B·D⁻¹, exact within range.
Matrix undo(const Balanced& balanced, const Matrix& B);

}  // namespace etx
