#pragma once

#include "attention/encoding.hpp"
#include "js.hpp"

namespace etx::js {

/// The operator of an encoding with everything resolved to numbers, as web/core/door.ts declares
/// it, with the clock and the position that stand beside it.
Result<Operator> operatorOf(const val& value);

}  // namespace etx::js
