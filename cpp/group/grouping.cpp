#include "group/grouping.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/sort.hpp"

namespace etx {
namespace {

// The merges of single linkage, nearest first; one of a root with itself brings a pair onto the
// axis.
struct Merge {
  std::size_t from = 0;
  std::size_t to = 0;
  double length = 0;
};

std::vector<Merge> merges(std::span<const Atom> roots) {
  std::vector<Merge> all;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (roots[i].dimension == 2) all.push_back({i, i, 2 * roots[i].im});
    for (std::size_t j = 0; j < i; ++j) {
      all.push_back({j, i, std::hypot(roots[i].re - roots[j].re, roots[i].im - roots[j].im)});
    }
  }
  insertionSort(std::span(all), [](const Merge& a, const Merge& b) { return a.length < b.length; });
  return all;
}

std::size_t groupOf(const Grouping& groups, std::size_t member) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const std::size_t m : groups[g].members) {
      if (m == member) return g;
    }
  }
  return groups.size();
}

// Whether the merge changes anything; it is done if so.
bool merge(Grouping& groups, const Merge& which) {
  const std::size_t a = groupOf(groups, which.from);
  const std::size_t b = groupOf(groups, which.to);
  if (which.from == which.to) {
    if (groups[a].real) return false;
    groups[a].real = true;
    return true;
  }
  if (a == b) return false;
  groups[a].real = groups[a].real || groups[b].real;
  groups[a].members.insert(groups[a].members.end(), groups[b].members.begin(),
                           groups[b].members.end());
  groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(b));
  return true;
}

RootGroup single(std::span<const Atom> roots, std::size_t member) {
  return {{member}, roots[member].im == 0};
}

// The groups with `branch` instead of its parts, or with its roots one by one; nothing if that is
// no change or the branch is not made of whole groups.
Grouping changed(const Grouping& groups, const RootGroup& branch, bool joining,
                 std::span<const Atom> roots) {
  Grouping out;
  std::size_t taken = 0;
  for (const RootGroup& group : groups) {
    const bool within =
        std::all_of(group.members.begin(), group.members.end(), [&](std::size_t member) {
          return std::find(branch.members.begin(), branch.members.end(), member) !=
                 branch.members.end();
        });
    if (within) {
      taken += group.members.size();
    } else {
      out.push_back(group);
    }
  }
  if (taken != branch.members.size()) return {};
  if (joining) {
    out.push_back(branch);
  } else {
    for (const std::size_t member : branch.members) out.push_back(single(roots, member));
  }
  if (out.size() == groups.size()) out.clear();
  return out;
}

}  // namespace

void searchGroupings(std::span<const Atom> roots,
                     const std::function<double(const Grouping&)>& attempt) {
  Grouping groups;
  for (std::size_t i = 0; i < roots.size(); ++i) groups.push_back(single(roots, i));
  Grouping chosen = groups;
  double least = attempt(groups);
  const auto take = [&](const Grouping& next) {
    const double left = attempt(next);
    if (left < least) least = left, chosen = next;
  };
  Grouping branches;
  for (const Merge& next : merges(roots)) {
    if (!merge(groups, next)) continue;
    branches.push_back(groups[groupOf(groups, next.from)]);
    take(groups);
  }
  for (const bool joining : {true, false}) {
    for (std::size_t b = branches.size(); b-- > 0;) {
      const Grouping next = changed(chosen, branches[b], joining, roots);
      if (!next.empty()) take(next);
    }
  }
}

}  // namespace etx
