#pragma once

#include <cstddef>

#include "linalg/batch.hpp"

namespace etx {

/// The inner loop of every product: sums = A·B for R rows and W registers of columns over `depth`
/// >= 1 products, in ascending order. A's entries are `row` apart down and `column` apart across,
/// B's rows `below`. Inline, since what a caller knows of its strides makes it fast.
template <std::size_t R, std::size_t W, class Real>
[[gnu::always_inline]] inline void registerTile(const Real* A, std::size_t row, std::size_t column,
                                                const Real* B, std::size_t below, std::size_t depth,
                                                xsimd::batch<Real> (&sums)[R][W]) {
  using Register = xsimd::batch<Real>;
  const auto each = [&](const auto& add) {
    Register right[W];
    for (std::size_t w = 0; w < W; ++w) right[w] = Register::load_unaligned(B + w * Register::size);
    for (std::size_t r = 0; r < R; ++r) {
      const Register factor(A[r * row]);
      for (std::size_t w = 0; w < W; ++w) sums[r][w] = add(factor, right[w], sums[r][w]);
    }
    A += column;
    B += below;
  };
  // Not added to zero: at order 8 that would be every eighth addition.
  each([](Register a, Register b, Register) { return a * b; });
#ifdef __clang__
#pragma clang loop unroll(disable)
#endif
  for (std::size_t p = 1; p < depth; ++p) each(multiplyAdd<Real>);
}

}  // namespace etx
