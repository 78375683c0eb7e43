#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "linalg/double_double.hpp"

namespace etx {

/// The largest |frequency·τ| for which a phase is given: it then errs below 1e-7 of a turn. Beyond
/// it a phase would be a plausible number and nothing more.
inline constexpr double kFarthestPhase = 1e24;

/// A double cut in two parts of at most 26 bits, whose products are exact (Veltkamp).
struct Halves {
  double high = 0;
  double low = 0;
};

/// Lags made ready for many eigenvalues: what their weights share is computed once.
class LagTable {
 public:
  /// chain: the longest Jordan chain to come, >= 1.
  LagTable(std::span<const DoubleDouble> lags, std::size_t chain);

  /// The length of a row of weights: the number of lags, rounded up to whole batches.
  [[nodiscard]] std::size_t stride() const { return length; }

 private:
  friend class Eigenvalue;
  // The lag's two parts, the halves of the first, then for each l >= 1 mantissa and exponent of
  // τ^l/l! = mantissa·2^exponent.
  enum Row : std::size_t { kHi, kLo, kHigh, kLow, kPowers };
  std::size_t length;
  std::vector<double> rows;
};

/// e^{λτ} for one eigenvalue λ = rate + i·frequency and its Jordan chain's polynomials.
class Eigenvalue {
 public:
  /// rate: per token. frequency: radians per token.
  Eigenvalue(double rate, double frequency);

  [[nodiscard]] bool turning() const { return turns.hi != 0; }
  /// Rows a coefficient takes: real and imaginary part where it turns, else one.
  [[nodiscard]] std::size_t width() const { return turning() ? 2 : 1; }

  /// w_l(τ) = e^{λτ}·τ^l/l! at every lag, for l < chain: rows of lags.stride() entries, the real
  /// part of w_l in row l·width() and the imaginary part, if any, in the next.
  ///
  /// Each errs at most 8u of its modulus plus |frequency·τ|·2^-100, at any τ: rate·τ, the phase
  /// and τ^l/l! are kept in double-double and the exponent apart, so that e^{rate·τ} may vanish
  /// where τ^l is beyond range. ±Infinity where the weight itself is.
  ///
  /// The phase is counted in turns, so that whole turns fall away exactly. frequency/2π is a
  /// double-double, its product with τ exact but for terms below 2^-104: it errs at most 2^-55 +
  /// |frequency·τ/2π|·2^-103 of a turn. At |frequency·τ| = 1e15 that is 4e-17 of a turn; a plain
  /// product of doubles is off by a hundredth there.
  void weights(const LagTable& lags, std::size_t chain, double* out) const;

 private:
  double growth;
  Halves growthHalves;
  DoubleDouble turns;  // per token
  Halves turnsHalves;
};

/// 0·∞ = 0: an absent coordinate contributes nothing however large its weight.
inline double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

/// out += c·row, where row may hold ±Infinity: nothing if c is 0.
void accumulate(double c, const double* row, double* out, std::size_t count);

/// (sum, rest) += c·row with each addition's rounding error kept in `rest`.
void accumulate(double c, const double* row, double* sum, double* rest, std::size_t count);

}  // namespace etx
