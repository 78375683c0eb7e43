#pragma once

#include "attention/encoding.hpp"

namespace etx {

/// Sandwich: score = qᵀk + (Σ_{i=1}^{D/2} cos(10000^(-2i/D)·τ) - D/2)·H/(8n) for head n = 1..H (Chi
/// et al., Dissecting Transformer Length Extrapolation via the Lens of Receptive Field Analysis,
/// 2023, section 5). D is the dimension; the sum begins at i = 1, as the released code's does. Its
/// bias has a lift too, of D + 1 rotating and constant coordinates, which is how its curve is
/// computed; as a bias it does not compose. "shape" odd dimension, "range" head.
Result<Operator> sandwich(std::size_t dimension, std::size_t heads, std::size_t head);

}  // namespace etx
