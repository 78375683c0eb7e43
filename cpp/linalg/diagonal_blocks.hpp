#pragma once

#include <cstddef>
#include <vector>

#include "linalg/norms.hpp"

namespace etx {

/// The blocks of orders 1 and 2 on the diagonal of a quasi-triangular A, upper or lower. Those of
/// e^{tA} are their exponentials, and the entry between two neighbours a and b of order 1 is that
/// of A times (e^{tb} - e^{ta})/(b - a): none of them needs to go through squarings, which lose
/// digits where scaling was by far larger entries (Al-Mohy & Higham, A new scaling and squaring
/// algorithm for the matrix exponential, 2009, code fragment 2.1). The quotient is
/// t·e^{t(a+b)/2}·sinhc(t(b-a)/2), which close a and b do not cancel.
class DiagonalBlocks {
 public:
  /// Of A: n×n, its rows `stride` apart. None where A is not quasi-triangular.
  void find(const double* A, std::size_t n, std::size_t stride);
  [[nodiscard]] bool none() const { return starts.empty(); }

  /// Writes those of the same A into X = e^{tA}, or e^{tA} - I where `minusIdentity`, laid out as A
  /// is, each entry within 8u of its block. Answers X's norms; `change`: ‖X after - X before‖₁.
  Norms write(const double* A, double time, bool minusIdentity, double* X, double& change) const;

 private:
  [[nodiscard]] std::size_t at(std::size_t row, std::size_t column) const {
    return lower ? column * stride + row : row * stride + column;
  }
  [[nodiscard]] bool isQuasiUpper(const double* A) const;

  std::size_t n = 0, stride = 0;
  bool lower = false;               // rows and columns change places
  std::vector<std::size_t> starts;  // of the blocks, and n
};

}  // namespace etx
