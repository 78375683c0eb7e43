#pragma once

#include <functional>
#include <span>
#include <vector>

#include "linalg/schur.hpp"

namespace etx {

/// Where a root belongs: the first root of its group, and whether the group is on the axis; else it
/// is the pair of its members' mean.
struct Membership {
  std::size_t first = 0;
  bool real = false;
};
using Grouping = std::vector<Membership>;  // by root

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
