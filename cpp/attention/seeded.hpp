#pragma once

#include <cstdint>

namespace etx {

/// Numbers that a seed and an index give at once, for tables whose trained values nobody has: any
/// row can be made without the ones before it, in any language, to the bit.

/// Uniform in (0, 1): ((z >> 11) + 1/2)·2^-53, z the SplitMix64 output number `index` of `seed`
/// (Steele, Lea & Flood, Fast splittable pseudorandom number generators, 2014).
double seededUniform(std::uint64_t seed, std::uint64_t index);

/// Standard normal (Box & Muller, 1958): of an even index √(-2 ln u)·cos 2πw with u, w the uniforms
/// of this index and the next; of the odd index after it the sine.
double seededNormal(std::uint64_t seed, std::uint64_t index);

}  // namespace etx
