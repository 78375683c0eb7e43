#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "group/turns.hpp"
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

/// e^{λτ} for one eigenvalue λ = rate + i·frequency and its Jordan chain's polynomials.
class Eigenvalue {
 public:
  Eigenvalue(double rate, double frequency)
      : growth(rate), turns(frequency), turning(frequency != 0) {}

  /// weights[l] = e^{λτ}·τ^l/l!. Each errs at most 8u of its modulus plus |frequency·τ|·2^-100,
  /// at any τ: rate·τ, the phase and τ^l/l! are kept in double-double and the exponent apart, so
  /// that e^{rate·τ} may vanish where τ^l is beyond range. ±Infinity where the weight itself is.
  void weights(DoubleDouble lag, std::span<Complex> out) const;

 private:
  double growth;
  Turns turns;
  bool turning;
};

/// y = e^{τ·block}·x, x and y of block.dimension() entries; they may be the same.
void applyBlock(const Block& block, DoubleDouble lag, std::span<const double> x,
                std::span<double> y);

/// The block's dense matrix, written into X at (at, at).
void writeBlock(const Block& block, Matrix& X, std::size_t at);

/// 0·∞ = 0: an absent coordinate contributes nothing however large its weight.
inline double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }
inline Complex times(Complex a, Complex b) {
  return {times(a.re, b.re) - times(a.im, b.im), times(a.re, b.im) + times(a.im, b.re)};
}

}  // namespace etx
