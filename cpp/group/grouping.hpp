#pragma once

#include <functional>
#include <span>
#include <vector>

#include "linalg/schur.hpp"

namespace etx {

/// Eigenvalues taken as one block.
struct RootGroup {
  std::vector<std::size_t> members;
  bool real = false;  // on the axis; else the pair of the members' mean
};
using Grouping = std::vector<RootGroup>;

/// Which computed eigenvalues are one. A root of multiplicity m comes as m roots scattered by
/// rounding or noise over a circle of radius about error^{1/m}, while their mean hardly moves; a
/// scalar curve has one Jordan block an eigenvalue, so a group of roots is one block.
///
/// The groupings tried are cuts of the single-linkage tree, in which a pair may also join its own
/// conjugate on the axis: level by level, then, from the best of those, branches one by one instead
/// of their parts, and parts instead of branches. `attempt` answers what a grouping leaves.
void searchGroupings(std::span<const Atom> roots,
                     const std::function<double(const Grouping&)>& attempt);

}  // namespace etx
