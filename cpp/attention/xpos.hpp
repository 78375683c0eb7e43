#pragma once

#include "attention/encoding.hpp"

namespace etx {

/// xPos: RoPE whose pair i fades by ζ_i^{τ/512}, ζ_i = (2i + 0.4d)/(1.4d): queries carry ζ^{t/512}
/// and keys ζ^{-s/512} (Sun et al., A Length-Extrapolatable Transformer, 2023, section 3.2, with
/// γ = 0.4 and the released code's scale of 512). The fastest pair fades most.
/// Rates are rounded once. "shape" odd dimension, "too-large" beyond kMaxDimension.
Result<Rotary> xpos(std::size_t dimension, RotaryLayout layout);

}  // namespace etx
