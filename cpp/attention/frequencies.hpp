#pragma once

#include <optional>
#include <string>
#include <vector>

#include "linalg/result.hpp"

namespace etx {

/// A rotary frequency table and a model's scaling of it, in transformers' terms, everything
/// resolved to numbers.
struct RotaryRequest {
  std::size_t rotaryDimension = 0;            // even; proportional: the whole head
  double base = 10000;                        // > 0; yarn: > 1
  std::string ropeType = "default";           // one of the types below
  std::optional<double> factor;               // all but default and longrope, > 0
  std::optional<double> lowFrequencyFactor;   // llama3, > 0
  std::optional<double> highFrequencyFactor;  // llama3, >= low
  std::optional<double> originalContext;      // llama3, yarn, dynamic: tokens trained on, > 0
  std::optional<double> sequenceLength = std::nullopt;  // dynamic: tokens, > 0
  std::optional<double> betaFast = std::nullopt;        // yarn: turns in the original context, > 0
  std::optional<double> betaSlow = std::nullopt;        // yarn: the same
  bool truncate = true;                                 // yarn: the ramp's ends go to whole pairs
  std::optional<double> rotatedPairs = std::nullopt;    // proportional: 0 to rotaryDimension/2
  std::vector<double> divisors = {};                    // longrope: one a pair, > 0
};

/// Radians per token, one a pair, rotaryDimension/2 of them, after modeling_rope_utils.py of
/// transformers 5 (one function a type), with these differences: powers and logarithms are taken in
/// double-double, so that θ_i = base^(-2i/d) is the nearest double, where transformers computes in
/// float32.
///
/// default: θ_i (Su et al., RoFormer, 2021, section 3.2.2). linear: θ_i/f.
/// dynamic ("NTK"): base·(f·S/L - (f-1))^(d/(d-2)) in place of base, S = max(sequenceLength, L).
/// yarn (Peng et al., YaRN, 2023, section 3.2): (1-r)·θ_i + r·θ_i/f, with the ramp r of yarnRamp.
/// longrope (Ding et al., LongRoPE, 2024, section 3.1): θ_i/divisors[i].
/// llama3 (Meta, Llama 3.1 reference code; λ_i = 2π/θ_i): θ_i where λ_i < L/high, θ_i/f where
/// λ_i > L/low, between them (1-s)·θ_i/f + s·θ_i with s = (L/λ_i - low)/(high - low). Equality
/// belongs to the ramp; with low == high there is none and θ_i stays.
/// proportional (Gemma 4): θ_i/f for the first rotatedPairs, exponents over the whole head; then 0.
///
/// Relative error of scaled values: u for one division; yarn 5u, and where its ends are not
/// truncated as if they had 2u; llama3 8u·high/(high - low)·f, because s may cancel.
/// Errors: "shape" odd dimension or wrong number of divisors, "range" a parameter missing or out of
/// range, "overflow" a frequency beyond range, "unsupported" another type.
Result<std::vector<double>> frequencies(const RotaryRequest& request);

/// The base whose powers the frequencies are: dynamic's grows with the sequence.
Result<double> baseOf(const RotaryRequest& request);

/// YaRN's ramp over pairs: 0 to `low`, 1 from `high`, straight between. With c(β) = d·ln(L/(2πβ)) /
/// (2·ln base): low = max(⌊c(betaFast)⌋, 0), high = min(⌈c(betaSlow)⌉, d - 1), without ⌊⌉ unless
/// truncated, and high 0.001 above low where they are equal. d - 1 lies beyond the last pair, as in
/// transformers' find_correction_range.
struct YarnRamp {
  double low = 0;
  double high = 0;
};
Result<YarnRamp> yarnRamp(const RotaryRequest& request);

}  // namespace etx
