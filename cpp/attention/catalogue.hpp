#pragma once

#include <string>
#include <vector>

#include "attention/encoding.hpp"

namespace etx {

/// A kind of the catalogue by its name, with everything resolved to numbers.
///
/// kind      values                                                   lists
/// alibi     slope or NaN, heads, head, bidirectional
/// xpos      layout
/// retnet    head, angles (0: rope, 1: linspace), layout
/// grape-m                                                            a, b
/// sandwich  heads, head
/// t5        heads, head, buckets, maxDistance, bidirectional, seed   table or none
/// kerple    p, a, form (0: log, 1: power)
/// fire      c, threshold, seed
/// shaw      clip, seed
/// learned   rows, seed
/// cope      maxPosition, seed
/// grape-a   slope                                                    u, v, either empty
/// sinusoidal base, layout (0: interleaved, 1: sines then cosines)
///
/// layout 0: interleaved, 1: half. Truths are 0 or 1.
struct CatalogueEntry {
  std::string kind;
  std::size_t dimension = 0;
  std::vector<double> values;
  std::vector<std::vector<double>> lists;

  // Out of line as Operator's, for the same reason.
  CatalogueEntry();
  CatalogueEntry(CatalogueEntry&& other) noexcept;
  CatalogueEntry& operator=(CatalogueEntry&& other) noexcept;
  ~CatalogueEntry();

  // Absent values are 0; a whole number below 0 or beyond 2^32 counts as the nearest of these.
  [[nodiscard]] double value(std::size_t i) const { return i < values.size() ? values[i] : 0; }
  [[nodiscard]] std::size_t whole(std::size_t i) const;
  [[nodiscard]] std::span<const double> list(std::size_t i) const;
};

/// The operator of a kind that scores q̂ᵀ e^{τX} k̂, a group or not; its errors are the kind's own.
/// "unsupported" where no such kind has the name: outsider.hpp has the others.
Result<Operator> resolve(const CatalogueEntry& entry);

}  // namespace etx
