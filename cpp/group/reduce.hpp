#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "group/exponential_polynomial.hpp"

namespace etx {

/// Sum, minimum and maximum of a curve over runs of its samples, which come through sink() in any
/// order of chunks. NaN spoils its own run.
///
/// Where asked for, the run's part of a softmax as well: Z = Σ e^{s-M} and T = Σ e^{s-M}·(s - M)
/// with the run's maximum M, from which weights and entropies of any union of runs follow.
class Runs {
 public:
  /// Run c holds samples edges[c] up to edges[c + 1]; edges ascend from 0.
  explicit Runs(std::vector<std::size_t> edges, bool softmax = false);

  Sink sink();

  /// All sums, then all minima, then all maxima, then if asked for all Z, then all T.
  [[nodiscard]] std::vector<double> values() const;

 private:
  void add(std::size_t run, std::span<const double> samples);
  void addWeights(std::size_t run, std::span<const double> samples, double before);

  std::vector<std::size_t> edges;
  bool weighed;
  std::vector<double> sums;
  std::vector<double> rests;
  std::vector<double> lows;
  std::vector<double> highs;
  std::vector<double> masses;
  std::vector<double> moments;
};

/// Edges of `width` equal runs of `count` samples, for drawing: run c starts at ⌊c·count/width⌋.
std::vector<std::size_t> equalRuns(std::size_t count, std::size_t width);

/// Sums in place of which means are wanted.
void intoMeans(std::span<double> sums, std::span<const std::size_t> edges);

}  // namespace etx
