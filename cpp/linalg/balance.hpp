#pragma once

#include <cstddef>
#include <vector>

namespace etx {

/// D⁻¹AD with D = diag(2^exponents), chosen to make A's rows and columns alike in norm (Osborne
/// 1960; Parlett & Reinsch 1969). Where an index has a row but no column, or the reverse, the one
/// there is shrinks to the size of the diagonal or to `unit`, whichever is larger: [[a, 1e17], [0,
/// b]] is as easy as [[a, 1], [0, b]]. Further would only push entries of long chains below range.
class Balance {
 public:
  /// A, n×n and row-major, balanced, in this object's memory: exact, but that entries which vanish
  /// beside the norm may underflow. A itself where that does not lower the 1-norm. unit > 0: what
  /// is small enough, 1/|t| for e^{tA}. rows, columns: A's sums of absolute values.
  const double* apply(const double* A, std::size_t n, double unit, const double* rows,
                      const double* columns);

  /// B <- D·B·D⁻¹, exact within range.
  void undo(double* B) const;

  /// Whether D is not I.
  [[nodiscard]] bool changed() const { return moved; }
  /// log2 of the largest entry of D over the smallest.
  [[nodiscard]] int spread() const;

 private:
  std::size_t n = 0;
  bool moved = false;
  std::vector<int> exponents;
  std::vector<double> copy;
};

}  // namespace etx
