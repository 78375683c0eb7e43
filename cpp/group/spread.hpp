#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace etx {

/// `count` of the places 0, 1, ... below `all`, or all of them: the first half without a gap, where
/// what decays fast is still seen, the others spread out to the last.
inline std::vector<std::size_t> spreadOut(std::size_t all, std::size_t count) {
  count = std::min(count, all);
  const std::size_t head = count / 2;
  const std::size_t gaps = std::max<std::size_t>(1, count - 1 - head);
  std::vector<std::size_t> out(count);
  for (std::size_t j = 0; j < count; ++j) {
    out[j] = j < head ? j : head + (j - head) * (all - 1 - head) / gaps;
  }
  return out;
}

}  // namespace etx
