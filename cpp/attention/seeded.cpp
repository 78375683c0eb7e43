#include "attention/seeded.hpp"

#include <cmath>

#include "linalg/elementary.hpp"

namespace etx {

double seededUniform(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  z ^= z >> 31;
  return (static_cast<double>(z >> 11) + 0.5) * 0x1p-53;
}

double seededNormal(std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t even = index - index % 2;
  const double radius = std::sqrt(-2 * logRounded(seededUniform(seed, even)));
  const double turn = seededUniform(seed, even + 1);
  const double around = turn > 0.5 ? turn - 1 : turn;
  return radius * (index == even ? cosTurns(around) : sinTurns(around));
}

}  // namespace etx
