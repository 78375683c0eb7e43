#pragma once

#include "attention/encoding.hpp"
#include "group/gaussian.hpp"
#include "js.hpp"

namespace etx::js {

/// The operator of an encoding with everything resolved to numbers, as web/core/door.ts declares
/// it, with the clock and the position that stand beside it. "unsupported" where it has none.
Result<Operator> operatorOf(const val& value);

/// Whether the encoding is of a kind that has no operator at all.
bool outside(const val& value);

/// Queries and keys as CoreJoint in web/core/door.ts tells them.
Result<JointGaussian> jointGaussian(const val& from);

/// Scores of any encoding, one a lag; `arithmetic` is for those by blocks.
Status scores(const val& value, std::span<const double> query, std::span<const double> key,
              const Lags& lags, Arithmetic arithmetic, const Sink& sink);

}  // namespace etx::js
