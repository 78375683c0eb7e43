#include "group/reduce.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/double_double.hpp"

namespace etx {

Runs::Runs(std::size_t sampleCount, std::size_t runCount)
    : count(sampleCount),
      width(runCount),
      sums(runCount),
      rests(runCount),
      lows(runCount, HUGE_VAL),
      highs(runCount, -HUGE_VAL) {}

void Runs::add(std::size_t run, double sample) {
  const DoubleDouble sum = twoSum(sums[run], sample);
  sums[run] = sum.hi;
  rests[run] += sum.lo;
  // A NaN comes in and, as no comparison with it holds, stays.
  if (sample < lows[run] || std::isnan(sample)) lows[run] = sample;
  if (sample > highs[run] || std::isnan(sample)) highs[run] = sample;
}

Sink Runs::sink() {
  return [this](std::size_t first, std::span<const double> samples) {
    // 64 bits: a run times a count reaches 2^54, beyond wasm's size_t.
    const auto runOf = [this](std::size_t sample) {
      return static_cast<std::size_t>(((static_cast<unsigned long long>(sample) + 1) * width - 1) /
                                      count);
    };
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const std::size_t sample = first + i;
      if (width <= count) {
        add(runOf(sample), samples[i]);
        continue;
      }
      // Fewer samples than runs: each run holds the sample it starts in.
      const auto startsAt = [this](std::size_t at) {
        return static_cast<std::size_t>((static_cast<unsigned long long>(at) * width + count - 1) /
                                        count);
      };
      for (std::size_t run = startsAt(sample); run < startsAt(sample + 1); ++run) {
        add(run, samples[i]);
      }
    }
  };
}

std::vector<double> Runs::values() const {
  std::vector<double> out(3 * width);
  for (std::size_t run = 0; run < width; ++run) {
    const std::size_t first = firstOf(run);
    const std::size_t held = std::max<std::size_t>(1, firstOf(run + 1) - first);
    const double sum = std::isfinite(sums[run]) ? sums[run] + rests[run] : sums[run];
    out[run] = sum / static_cast<double>(held);
    out[width + run] = lows[run];
    out[2 * width + run] = highs[run];
  }
  return out;
}

}  // namespace etx
