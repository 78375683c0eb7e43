#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace etx {

/// MT19937 (Matsumoto & Nishimura, Mersenne Twister, ACM TOMACS 8, 1998), seeded by their
/// init_genrand of 2002: the numbers of std::mt19937. Written out because torch's samples need
/// millions of them, in bulk, and some only passed over.
class MersenneTwister {
 public:
  explicit MersenneTwister(std::uint32_t seed);

  std::uint32_t next();
  /// The same numbers as next()'s, all of `out` at once.
  void fill(std::span<std::uint32_t> out);
  /// As if `count` numbers had been taken.
  void skip(std::size_t count);

 private:
  static constexpr std::size_t kSize = 624;

  void twist();

  std::array<std::uint32_t, kSize> state;
  std::size_t at = kSize;
};

}  // namespace etx
