#pragma once

#include <cmath>

#include "linalg/double_double.hpp"
#include "linalg/elementary.hpp"

namespace etx {

/// The phase frequency·τ, counted in turns, so that whole turns fall away exactly.
///
/// frequency/2π is a double-double, its product with a double-double τ exact but for terms below
/// 2^-104: the phase errs at most 2^-55 + |frequency·τ/2π|·2^-103 of a turn. At |frequency·τ| =
/// 1e15 that is 4e-17 of a turn; a plain product of doubles is off by a hundredth there.
class Turns {
 public:
  /// frequency: radians per token.
  explicit Turns(double frequency) : perToken(DoubleDouble{frequency} * kInverseTurn) {}

  /// The fraction f in [-1/2, 1/2] of a turn that frequency·τ leaves.
  [[nodiscard]] double phase(DoubleDouble lag) const {
    const DoubleDouble product = twoProd(perToken.hi, lag.hi);
    const double rest = product.lo + (perToken.hi * lag.lo + perToken.lo * lag.hi);
    const DoubleDouble fraction =
        twoSum(product.hi - std::rint(product.hi), rest - std::rint(rest));
    return (fraction.hi - std::rint(fraction.hi)) + fraction.lo;
  }

 private:
  DoubleDouble perToken;
};

/// The largest |frequency·τ| for which a phase is given: it then errs below 1e-7 of a turn. Beyond
/// it a phase would be a plausible number and nothing more.
inline constexpr double kFarthestPhase = 1e24;

}  // namespace etx
