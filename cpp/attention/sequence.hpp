#pragma once

#include <span>
#include <vector>

#include "attention/encoding.hpp"
#include "linalg/matrix.hpp"

namespace etx {

/// Lags of bin b: 2^b - 1 up to 2^{b+1} - 2.
inline constexpr std::size_t kLagBins = 17;
/// The longest sequence, whose lags fill the bins.
inline constexpr std::size_t kMaxSequence = 65536;

/// What some consecutive queries give to some consecutive keys, causally, before anybody knows the
/// other keys: a row a query, of the largest score M, Z = Σ e^{s-M}, T = Σ e^{s-M}·(s - M), the
/// part of Z at key 0, its parts by bins of lags, and its parts by columns of keys.
///
/// Scores are made in tiles: with A(t - s) = A(t - t₀)·A(t₀ - s₁)·A(s₁ - s) for a tile's first
/// query t₀ and last key s₁ no factor grows where the encoding decays, and a score costs n
/// multiply-adds in 32 bits, error about √n·2^-24·‖q̂‖‖k̂‖. Scores near the diagonal are made one by
/// one in 64. A query before all of the keys has M = -Infinity and zeros.
///
/// queries, keys: a row a position, from positions firstQuery and firstKey on; edges: of the
/// columns, as positions, ascending. "unsupported" for a dense generator and for a clock.
Result<Matrix> attentionSlice(const Operator& A, const Matrix& queries, std::size_t firstQuery,
                              const Matrix& keys, std::size_t firstKey,
                              std::span<const double> edges);

}  // namespace etx
