#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "group/weights.hpp"
#include "linalg/matrix.hpp"

namespace etx {

/// A real Jordan block of a generator, size >= 1.
///
/// real: rate on the diagonal, ones on the superdiagonal; `size` dimensions.
/// pair: [[rate, -frequency], [frequency, rate]] on the diagonal, I₂ on the superdiagonal;
/// 2·size dimensions. Read as one complex coordinate z = x₀ + i·x₁ a pair, it is the complex Jordan
/// block of λ = rate + i·frequency, and everything below treats it so.
/// rate: per token. frequency: radians per token; positive turns anticlockwise.
struct Block {
  enum class Kind { real, pair };
  Kind kind = Kind::real;
  double rate = 0;
  double frequency = 0;
  std::size_t size = 1;

  [[nodiscard]] std::size_t dimension() const { return kind == Kind::real ? size : 2 * size; }
};

std::size_t dimension(std::span<const Block> blocks);

/// size >= 1, finite rate and frequency; `name` is the argument's ("blocks").
Status checkBlocks(std::span<const Block> blocks, std::string_view name);

struct Complex {
  double re = 0;
  double im = 0;
};

/// The eigenvalue of a block's Jordan chain.
inline Eigenvalue eigenvalue(const Block& block) {
  return {block.rate, block.kind == Block::Kind::pair ? block.frequency : 0};
}

/// y = e^{τ·block}·x, x and y of block.dimension() entries. `weights`: the block's own at τ, the
/// l-th's parts as in Eigenvalue::weights, `stride` apart.
void applyBlock(const Block& block, const double* weights, std::size_t stride,
                std::span<const double> x, std::span<double> y);

/// y = e^{τ·block}ᵀ·x, the same way.
void applyTransposed(const Block& block, const double* weights, std::size_t stride,
                     std::span<const double> x, std::span<double> y);

/// The block's dense matrix, written into X at (at, at).
void writeBlock(const Block& block, Matrix& X, std::size_t at);

inline Complex times(Complex a, Complex b) {
  return {times(a.re, b.re) - times(a.im, b.im), times(a.re, b.im) + times(a.im, b.re)};
}

}  // namespace etx
