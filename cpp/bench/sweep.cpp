// One row of a sweep, 64 pairs over a million lags reduced to 1024 columns, as JSON: microseconds
// of sweep() and of a loop of xsimd's 32-bit cosine over the same lags, run on a part and scaled
// up.
#include "attention/sweep.hpp"

#include <cmath>
#include <cstdio>

#include <xsimd/xsimd.hpp>

#include "group/reduce.hpp"
#include "timing.hpp"

namespace {

constexpr std::size_t kPairs = 64;
constexpr std::size_t kLags = std::size_t{1} << 20;
constexpr std::size_t kColumns = 1024;
constexpr std::size_t kStretch = kLags / kColumns;
constexpr std::size_t kStride = 64;  // the loop takes every 64th stretch of 1024 lags

// Sums of cosines of every kStride-th stretch, so that near and far lags count alike.
double loop(const std::vector<double>& frequencies) {
  using Lanes = xsimd::batch<float>;
  const Lanes steps(0.F, 1.F, 2.F, 3.F);
  Lanes total(0.F);
  for (std::size_t column = 0; column < kColumns; column += kStride) {
    for (std::size_t r = 0; r < kStretch; r += Lanes::size) {
      const Lanes lag = Lanes(static_cast<float>(column * kStretch + r)) + steps;
      Lanes sum(0.F);
      for (const double frequency : frequencies) {
        const Lanes phase = Lanes(static_cast<float>(frequency)) * lag;
#ifndef __clang_analyzer__  // which takes xsimd's reduction of huge arguments for a read of garbage
        sum += xsimd::cos(phase);
#else
        sum += phase;
#endif
      }
      total += sum;
    }
  }
  return static_cast<double>(xsimd::reduce_add(total));
}

}  // namespace

int main() {
  etx::Rotary rope{2 * kPairs, etx::RotaryLayout::half, {}, {0}, 1};
  for (std::size_t i = 0; i < kPairs; ++i) {
    rope.frequencies.push_back(std::pow(1e4, -static_cast<double>(i) / kPairs));
  }
  const etx::Result<etx::Operator> A = etx::resolve(rope);
  const std::vector<double> ones(2 * kPairs, 1.0);
  const etx::Gaussian fixed(ones, std::vector<double>(2 * kPairs));
  const etx::JointGaussian joint(fixed, fixed, {});
  const etx::Lags lags = etx::Lags::grid(0, 1, kLags);
  const auto row = [&](bool weighed) {
    etx::Runs runs(etx::equalRuns(kLags, kColumns), weighed);
    (void)etx::sweep(*A, joint, etx::Statistic::mean, lags, runs.sink());
    sink = runs.values()[0];
  };
  const double scores = microseconds([&] { row(false); });
  const double weights = microseconds([&] { row(true); });
  const double cosines =
      static_cast<double>(kStride) * microseconds([&] { sink = loop(rope.frequencies); });
  std::printf(
      "{\"pairs\":%zu,\"lags\":%zu,\"columns\":%zu,\"scores\":%.1f,\"weights\":%.1f,"
      "\"cosines\":%.1f}\n",
      kPairs, kLags, kColumns, scores, weights, cosines);
}
