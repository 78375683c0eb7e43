#pragma once

#include <optional>
#include <vector>

#include "group/lags.hpp"

namespace etx {

/// A clock that data drive: A(t, s) = e^{(Φ_t - Φ_s)X} with Φ_t - Φ_s = steps[s+1] + ... +
/// steps[t]. The law of composition holds along it, translation only where its steps are equal.
/// Gates f are steps -ln f (FoX, GLA), a state space model's are its Δt (Mamba).
struct Clock {
  std::vector<double> steps;       // >= 0, one a token; steps[0] leads to position 0
  std::optional<double> position;  // the query's
};

/// The lags τ as the clock tells them: Φ_t - Φ_{t-τ}, t the clock's position; between two positions
/// it runs evenly. Summed in double-double.
/// "unsupported" without a position; "range" where a step is negative, or the query or a key stands
/// off the clock; "not-finite".
Result<Lags> onClock(const Clock& clock, const Lags& lags);

}  // namespace etx
