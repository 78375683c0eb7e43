#include "attention/mersenne_twister.hpp"

#include <algorithm>

namespace etx {
namespace {

constexpr std::size_t kShift = 397;

std::uint32_t twisted(std::uint32_t high, std::uint32_t low, std::uint32_t far) {
  const std::uint32_t y = (high & 0x80000000U) | (low & 0x7fffffffU);
  return far ^ (y >> 1) ^ ((0U - (y & 1U)) & 0x9908b0dfU);
}

std::uint32_t tempered(std::uint32_t y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680U;
  y ^= (y << 15) & 0xefc60000U;
  return y ^ (y >> 18);
}

}  // namespace

MersenneTwister::MersenneTwister(std::uint32_t seed) {
  state[0] = seed;
  for (std::uint32_t i = 1; i < kSize; ++i) {
    state[i] = 1812433253U * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
  }
}

// Three loops without a modulus, which compilers turn into vectors.
void MersenneTwister::twist() {
  for (std::size_t i = 0; i < kSize - kShift; ++i) {
    state[i] = twisted(state[i], state[i + 1], state[i + kShift]);
  }
  for (std::size_t i = kSize - kShift; i < kSize - 1; ++i) {
    state[i] = twisted(state[i], state[i + 1], state[i + kShift - kSize]);
  }
  state[kSize - 1] = twisted(state[kSize - 1], state[0], state[kShift - 1]);
  at = 0;
}

std::uint32_t MersenneTwister::next() {
  if (at == kSize) twist();
  return tempered(state[at++]);
}

void MersenneTwister::fill(std::span<std::uint32_t> out) {
  while (!out.empty()) {
    if (at == kSize) twist();
    const std::size_t count = std::min(kSize - at, out.size());
    for (std::size_t i = 0; i < count; ++i) out[i] = tempered(state[at + i]);
    at += count;
    out = out.subspan(count);
  }
}

void MersenneTwister::skip(std::size_t count) {
  while (count > kSize - at) {
    count -= kSize - at;
    twist();
  }
  at += count;
}

}  // namespace etx
