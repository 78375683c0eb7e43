#pragma once

#include "attention/encoding.hpp"

namespace etx {

/// Heads whose γ = 1 - 2^(-5-h) is told from 1 with all digits of its logarithm.
inline constexpr std::size_t kMaxRetentionHeads = 32;

/// How a head's angles are spaced: RoPE's 10000^(-2i/d), or 10000^(-i/(n-1)) for n = d/2 pairs,
/// which the authors' code takes and which ends at 1e-4 exactly.
enum class RetentionAngles { rope, linspace };

/// RetNet's retention of head 0, 1, ...: score γ^τ·qᵀR(-θτ)k with γ = 1 - 2^(-5-head) (Sun et al.,
/// Retentive Network, 2023, eq. 6 and section 2.2). There is no softmax: the score is the weight.
/// Rate and angles are rounded once. "range" head, "shape" odd dimension, "too-large".
Result<Rotary> retention(std::size_t dimension, std::size_t head, RetentionAngles angles,
                         RotaryLayout layout);

}  // namespace etx
