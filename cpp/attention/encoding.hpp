#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "attention/clock.hpp"
#include "group/curve.hpp"
#include "group/generator.hpp"

namespace etx {

/// Encodings with every choice made: defaults filled in, a model's scaling block turned into
/// frequencies. `dimension` is the queries' and keys' own.
struct NoPosition {
  std::size_t dimension = 0;
};
/// A(τ) = e^{rate·τ}·I, of |τ| where bidirectional.
struct Decay {
  std::size_t dimension = 0;
  double rate = 0;  // per token
  bool bidirectional = false;
};
enum class RotaryLayout { half, interleaved };
/// A(τ) turns pair i by -frequencies[i]·τ, as engines compute it: both q and k are turned forward
/// by their own position (Su et al., RoFormer, 2021, eq. 16), and damps it by e^{rate·τ}. The
/// pairs fill the first 2·frequencies.size() coordinates, (i, i + r/2) in half layout or
/// (2i, 2i + 1) interleaved; the rest is left alone. The attention factor multiplies cos and sin of
/// queries and keys (Peng et al., YaRN, 2023, section 3.4), so rotated pairs score its square.
struct Rotary {
  std::size_t dimension = 0;
  RotaryLayout layout = RotaryLayout::half;
  std::vector<double> frequencies;  // radians per token, one a pair
  std::vector<double> rates;        // per token; one for all or one a pair
  double attentionFactor = 1;
  double restRate = 0;  // per token, of the coordinates left alone
};
/// The original rotary encoding (RotaryRequest's defaults): of an even dimension, undamped.
Result<Rotary> plainRotary(std::size_t dimension, RotaryLayout layout);
using Encoding = std::variant<NoPosition, Decay, Rotary, Generator, Matrix>;

/// A score is q̂ᵀ e^{τX} k̂ with q̂ = [L·q; queryTail], k̂ = [L·k; keyTail], L = diag(lift), X by
/// blocks or dense.
struct Operator {
  std::variant<Generator, Matrix> generator;
  std::vector<double> lift;  // empty: identity
  bool mirrored = false;     // |τ| in place of τ: translation-invariant, but no group
  bool additive = false;     // the tails make a bias b(τ) that does not compose as b(s) + b(t)
  std::vector<double> queryTail;
  std::vector<double> keyTail;  // as long
  std::optional<Clock> clock;   // Φ_t - Φ_s in place of τ: composes, but not invariant

  // Out of line for the same reason as Error's: they would be written at every early return.
  Operator();
  Operator(std::variant<Generator, Matrix> X);
  Operator(const Operator& other);
  Operator(Operator&& other) noexcept;
  Operator& operator=(const Operator& other);
  Operator& operator=(Operator&& other) noexcept;
  ~Operator();

  /// Of the encoding's own queries and keys, and of the lifted ones.
  [[nodiscard]] std::size_t dimension() const { return liftedDimension() - keyTail.size(); }
  [[nodiscard]] std::size_t liftedDimension() const;
  /// Whether the scores are those of the one-parameter group e^{τX}.
  [[nodiscard]] bool group() const { return !mirrored && !additive && !clock; }
};

/// Checks the encoding and builds its operator. "range", "shape", "not-finite", "too-large" name
/// the parameter.
Result<Operator> resolve(const Encoding& encoding);

/// Scores qᵀA(τ)k; "shape" where query or key don't fit, "not-finite" where they or lags aren't.
/// binary32 is for operators by blocks; a dense one is computed in binary64 all the same.
Status curve(const Operator& A, std::span<const double> query, std::span<const double> key,
             const Lags& lags, Arithmetic arithmetic, const Sink& sink);

/// Row b: what block b of the generator adds to the score. "unsupported" where A has only a matrix.
Status contributions(const Operator& A, std::span<const double> query, std::span<const double> key,
                     const Lags& lags, const RowSink& sink);

/// Row j: A(τ_j)·vector, the vector lifted as a key and the row left in the lifted space. On a
/// clock τ is the clock's own time.
Result<Matrix> orbit(const Operator& A, std::span<const double> vector, const Lags& times);

}  // namespace etx
