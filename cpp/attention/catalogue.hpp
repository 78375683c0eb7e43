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
///
/// layout 0: interleaved, 1: half. Truths are 0 or 1.
struct CatalogueEntry {
  std::string kind;
  std::size_t dimension = 0;
  std::vector<double> values;
  std::vector<std::vector<double>> lists;

  // Absent values are 0; a whole number below 0 or beyond 2^32 counts as the nearest of these.
  [[nodiscard]] double value(std::size_t i) const { return i < values.size() ? values[i] : 0; }
  [[nodiscard]] std::size_t whole(std::size_t i) const;
  [[nodiscard]] std::span<const double> list(std::size_t i) const;
};

/// The operator of a kind that is a group, or would be one but for a mirror; the errors are the
/// kind's own. "unsupported" where no kind has the name.
Result<Operator> resolve(const CatalogueEntry& entry);

}  // namespace etx
