#pragma once

#include <span>
#include <vector>

#include "group/generator.hpp"
#include "group/lags.hpp"

namespace etx {

/// Scores where every lag has a key of its own: s(τ_j) = qᵀ e^{τ_j X} k_j, some lags at a time.
///
/// On a grid qᵀ e^{(s + rh)X} k = (e^{sX}ᵀ q)ᵀ e^{rhX} k: the query moves from chunk to chunk by
/// closed forms, and within every chunk the same weights serve, so that a score costs a complex
/// product a pair; on a list every lag has weights of its own.
/// Error: 4e-15·Σ|terms| for rates <= 0, plus n·u/2 of the same at worst for the
/// sum of n terms; with a basis cond(P)·n·u of ‖q‖‖k‖ more.
class KeyRow {
 public:
  static constexpr std::size_t kLags = 64;  // a chunk

  /// The generator is sound and outlives this; query has its dimension; lags, at least one,
  /// outlive this too.
  KeyRow(const Generator& generator, std::span<const double> query, const Lags& lags);

  /// Scores of lags first to first + kLags: column r of `keys`, dimension × kLags, is the key of
  /// lag first + r.
  void evaluate(std::size_t first, const Matrix& keys, std::span<double, kLags> scores);

 private:
  void weigh(std::size_t first, DoubleDouble origin);
  void move(DoubleDouble lag);

  const Generator& generator;
  const Lags& lags;
  std::vector<double> query;    // in block coordinates, at lag 0 ...
  std::vector<double> moved;    // ... and at the chunk's first lag
  std::size_t chain = 1;        // the longest
  std::vector<double> weights;  // of a chunk's lags from its first on
  Matrix inverse;               // of the basis
};

}  // namespace etx
