#pragma once

#include <cstddef>
#include <vector>

#include "group/exponential_polynomial.hpp"

namespace etx {

/// Mean, minimum and maximum of a curve over `width` equal runs, for drawing: run c holds samples
/// ⌊c·count/width⌋ up to the next run's first, and at least one, so that fewer samples than runs
/// draw as steps. Samples come through sink() in any order of chunks; NaN spoils its own run.
class Runs {
 public:
  /// count, width >= 1, both <= kMaxCount.
  Runs(std::size_t sampleCount, std::size_t runCount);

  Sink sink();

  /// All means, then all minima, then all maxima: 3·width values.
  [[nodiscard]] std::vector<double> values() const;

 private:
  [[nodiscard]] std::size_t firstOf(std::size_t run) const {
    return static_cast<std::size_t>(static_cast<unsigned long long>(run) * count / width);
  }
  void add(std::size_t run, double sample);

  std::size_t count;
  std::size_t width;
  std::vector<double> sums;
  std::vector<double> rests;
  std::vector<double> lows;
  std::vector<double> highs;
};

}  // namespace etx
