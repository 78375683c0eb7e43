#include "attention/retention.hpp"

#include "linalg/double_double.hpp"

namespace etx {

Result<Rotary> retention(std::size_t dimension, std::size_t head, RetentionAngles angles,
                         RotaryLayout layout) {
  if (head >= kMaxRetentionHeads) {
    return fail(ErrorCode::range, {"head is ", text(head), " but must lie between 0 and ",
                                   text(kMaxRetentionHeads - 1)});
  }
  Result<Rotary> made = plainRotary(dimension, layout);
  if (!made) return made.error();
  Rotary& out = *made;
  const std::size_t pairs = dimension / 2;
  if (angles == RetentionAngles::linspace && pairs > 1) {
    const DoubleDouble logarithm = log(DoubleDouble{10000});
    for (std::size_t i = 0; i < pairs; ++i) {
      const DoubleDouble place = logarithm * -static_cast<double>(i);
      out.frequencies[i] = exp(place / static_cast<double>(pairs - 1)).hi;
    }
  }
  const double gamma = 1 - std::ldexp(1.0, -5 - static_cast<int>(head));
  out.rates = {log(DoubleDouble{gamma}).hi};
  return made;
}

}  // namespace etx
