#include "attention/xpos.hpp"

#include "linalg/double_double.hpp"

namespace etx {

Result<Rotary> xpos(std::size_t dimension, RotaryLayout layout) {
  Result<Rotary> made = plainRotary(dimension, layout);
  if (!made) return made.error();
  Rotary& out = *made;
  // (2i + 0.4d)/(1.4d) = (10i + 2d)/(7d), of whole numbers.
  const auto d = static_cast<double>(dimension);
  for (std::size_t i = 0; i < dimension / 2; ++i) {
    const DoubleDouble zeta =
        DoubleDouble{10 * static_cast<double>(i) + 2 * d} / DoubleDouble{7 * d};
    out.rates.push_back(log(zeta).hi / 512);
  }
  return made;
}

}  // namespace etx
