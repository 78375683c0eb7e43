#pragma once

#include <span>

#include "group/generator.hpp"

namespace etx {

/// GRAPE-M with one plane (Zhang et al., Group Representational Position Encoding, 2025, section
/// 3): keys and queries are moved by G(n) = e^{nL}, L = abᵀ - baᵀ, so A(τ) = G(-τ) and X = baᵀ -
/// abᵀ: it turns the plane of a and b by s = √(|a|²|b|² - (aᵀb)²) radians per token from a towards
/// b and leaves everything orthogonal to it alone. One pair of frequency ±s in an orthogonal basis.
/// s errs by a few u relative to |a||b|. "shape" where a and b differ in length, "too-large" beyond
/// kMaxOrder, "not-finite", "overflow" where s is beyond range.
Result<Generator> planeRotation(std::span<const double> a, std::span<const double> b);

}  // namespace etx
