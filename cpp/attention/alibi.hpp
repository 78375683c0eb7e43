#pragma once

#include "attention/encoding.hpp"

namespace etx {

/// The most heads of a layer that any call takes.
inline constexpr std::size_t kMaxHeads = 4096;

/// The slope of head 1..heads. Of H = 2^k heads number h has 2^(-8h/H); of others the first
/// c = 2^⌊log₂H⌋ have those of c heads, and the rest every second one of 2c heads from the first on
/// (the paper's code, get_slopes), so that they are not sorted. The double nearest the power.
/// "range" where head is not one of them, "too-large" beyond kMaxHeads.
Result<double> alibiSlope(std::size_t heads, std::size_t head);

/// ALiBi: score = qᵀk - slope·τ, slope in logits per token (Press, Smith & Lewis, Train Short, Test
/// Long, 2022, section 3). As a group it needs two coordinates more: X = 0 ⊕ J₂(0),
/// q̂ = [q; -slope; 0], k̂ = [k; 0; 1]. bidirectional: |τ| in place of τ.
/// "too-large" beyond kMaxDimension, "not-finite" slope.
Result<Operator> alibi(std::size_t dimension, double slope, bool bidirectional);

}  // namespace etx
