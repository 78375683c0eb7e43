#pragma once

#include <optional>
#include <string>
#include <vector>

#include "linalg/result.hpp"

namespace etx {

/// A rotary frequency table before and after a model's scaling, in transformers' terms.
struct RotaryRequest {
  std::size_t rotaryDimension = 0;            // even
  double base = 10000;                        // > 0
  std::string ropeType = "default";           // "default", "linear", "llama3"
  std::optional<double> factor;               // linear and llama3, > 0
  std::optional<double> lowFrequencyFactor;   // llama3, > 0
  std::optional<double> highFrequencyFactor;  // llama3, >= low
  std::optional<double> originalContext;      // llama3: tokens, > 0
};

/// Radians per token, one a pair, rotaryDimension/2 of them.
///
/// default: θ_i is the double nearest base^(-2i/d) (Su et al., RoFormer, 2021, section 3.2.2): the
/// power is taken in double-double, relative error below 2^-90 before it is rounded.
/// linear: θ_i/factor. llama3 (Meta, Llama 3.1 reference code; λ_i = 2π/θ_i, L = originalContext):
/// θ_i where λ_i < L/high, θ_i/factor where λ_i > L/low, between them (1-s)·θ_i/factor + s·θ_i with
/// s = (L/λ_i - low)/(high - low). Equality belongs to the ramp; with low == high there is none and
/// θ_i stays. Relative error of scaled values <= 8u·high/(high - low)·factor (the ramp cancels).
/// Errors: "shape" odd dimension, "range" a parameter missing or out of range, "unsupported" type.
Result<std::vector<double>> frequencies(const RotaryRequest& request);

}  // namespace etx
