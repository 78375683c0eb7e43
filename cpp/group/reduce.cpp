#include "group/reduce.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/compensated.hpp"
#include "linalg/elementary.hpp"

namespace etx {

Runs::Runs(std::vector<std::size_t> bounds, bool softmax)
    : edges(std::move(bounds)),
      weighed(softmax),
      sums(edges.size() - 1),
      rests(sums.size()),
      lows(sums.size(), HUGE_VAL),
      highs(sums.size(), -HUGE_VAL),
      masses(softmax ? sums.size() : 0),
      moments(masses.size()) {}

void Runs::add(std::size_t run, std::span<const double> samples) {
  CompensatedSum all;
  Batch low(HUGE_VAL);
  Batch high(-HUGE_VAL);
  std::size_t i = 0;
  for (; i + kLanes <= samples.size(); i += kLanes) {
    const Batch s = Batch::load_unaligned(samples.data() + i);
    all.add(s);
    low = xsimd::min(low, s);
    high = xsimd::max(high, s);
  }
  DoubleDouble total = all.total();
  double least = xsimd::reduce_min(low);
  double most = xsimd::reduce_max(high);
  for (; i < samples.size(); ++i) {
    total += samples[i];
    least = std::min(least, samples[i]);
    most = std::max(most, samples[i]);
  }
  if (!std::isfinite(total.hi)) {  // rests are meaningless, and comparisons with NaN may be lost
    total = 0.0;
    for (const double s : samples) {
      total.hi += s;
      if (std::isnan(s)) least = most = s;
    }
  }
  const double before = highs[run];
  const DoubleDouble sum = twoSum(sums[run], total.hi);
  sums[run] = sum.hi;
  rests[run] += sum.lo + total.lo;
  // A NaN comes in and, as no comparison with it holds, stays.
  if (least < lows[run] || std::isnan(least)) lows[run] = least;
  if (most > highs[run] || std::isnan(most)) highs[run] = most;
  if (weighed) addWeights(run, samples, before);
}

void Runs::addWeights(std::size_t run, std::span<const double> samples, double before) {
  const double top = highs[run];
  double& mass = masses[run];
  double& moment = moments[run];
  if (mass > 0 && top != before) {
    const double shrink = expRounded(before - top);
    moment = shrink * (moment + mass * (before - top));
    mass *= shrink;
  }
  Batch Z(0.0);
  Batch T(0.0);
  const auto weigh = [&](Batch x) {
    const Batch e = rounded(expScaled(x, Batch(0.0)));
    Z += e;
    T += xsimd::select(x > Batch(-1e7), e * x, Batch(0.0));  // 0·∞ = 0
  };
  std::size_t i = 0;
  for (; i + kLanes <= samples.size(); i += kLanes) {
    weigh(Batch::load_unaligned(samples.data() + i) - Batch(top));
  }
  for (; i < samples.size(); ++i) {
    const double pair[kLanes] = {samples[i] - top, -HUGE_VAL};
    weigh(Batch::load_unaligned(pair));
  }
  mass += xsimd::reduce_add(Z);
  moment += xsimd::reduce_add(T);
}

Sink Runs::sink() {
  return [this](std::size_t first, std::span<const double> samples) {
    auto run = static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), first) -
                                        edges.begin() - 1);
    while (!samples.empty()) {
      const std::size_t count = std::min(samples.size(), edges[run + 1] - first);
      if (count > 0) add(run, samples.first(count));
      samples = samples.subspan(count);
      first += count;
      ++run;
    }
  };
}

std::vector<double> Runs::values() const {
  std::vector<double> out;
  for (const auto* row : {&sums, &lows, &highs, &masses, &moments}) {
    out.insert(out.end(), row->begin(), row->end());
  }
  for (std::size_t run = 0; run < rests.size(); ++run) {
    if (std::isfinite(out[run])) out[run] += rests[run];
  }
  return out;
}

std::vector<std::size_t> equalRuns(std::size_t count, std::size_t width) {
  std::vector<std::size_t> edges(width + 1);
  for (std::size_t run = 0; run <= width; ++run) {  // 64 bits: beyond wasm's size_t
    edges[run] = static_cast<std::size_t>(static_cast<unsigned long long>(run) * count / width);
  }
  return edges;
}

void intoMeans(std::span<double> sums, std::span<const std::size_t> edges) {
  for (std::size_t run = 0; run + 1 < edges.size(); ++run) {
    sums[run] /= static_cast<double>(edges[run + 1] - edges[run]);
  }
}

}  // namespace etx
