#pragma once

#include "linalg/batch.hpp"

namespace etx {

/// A lane a sum, each with the rounding errors of its additions.
struct CompensatedSum {
  Batch sum{0.0};
  Batch rest{0.0};

  void add(Batch x) {
    const Batch next = sum + x;
    const Batch from = next - sum;
    rest += (sum - (next - from)) + (x - from);
    sum = next;
  }
  [[nodiscard]] DoubleDouble total() const {
    DoubleDouble all;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      all += DoubleDouble{sum.get(lane)} + DoubleDouble{rest.get(lane)};
    }
    return all;
  }
};

}  // namespace etx
