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

// Whether the merge changes anything; it is done if so.
bool merge(Grouping& groups, const Merge& which) {
  const Membership a = groups[which.from];
  const Membership b = groups[which.to];
  const bool alone = which.from == which.to;
  if (alone ? a.real : a.first == b.first) return false;
  const Membership joined{std::min(a.first, b.first), alone || a.real || b.real};
  for (Membership& member : groups) {
    if (member.first == a.first || member.first == b.first) member = joined;
  }
  return true;
}

// A group as it was when a merge had made it.
struct Branch {
  Grouping groups;
  std::size_t first = 0;

  [[nodiscard]] bool has(std::size_t root) const { return groups[root].first == first; }
};

Grouping apart(std::span<const Atom> roots) {
  Grouping out;
  for (std::size_t i = 0; i < roots.size(); ++i) out.push_back({i, roots[i].im == 0});
  return out;
}

std::size_t countOf(const Grouping& groups) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) count += groups[i].first == i ? 1 : 0;
  return count;
}

// The groups with the branch as it is in `others`, one group or many. Whether that is a change; not
// where the branch is not made of whole groups.
bool replace(Grouping& groups, const Branch& branch, const Grouping& others) {
  const std::size_t before = countOf(groups);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (branch.has(i) != branch.has(groups[i].first)) return false;
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (branch.has(i)) groups[i] = others[i];
  }
  return countOf(groups) != before;
}

}  // namespace

void searchGroupings(std::span<const Atom> roots,
                     const std::function<double(const Grouping&)>& attempt) {
  const Grouping singles = apart(roots);
  Grouping groups = singles;
  Grouping chosen = singles;
  double least = attempt(groups);
  const auto take = [&](const Grouping& next) {
    const double left = attempt(next);
    if (left < least) least = left, chosen = next;
  };
  std::vector<Branch> branches;
  for (const Merge& next : merges(roots)) {
    if (!merge(groups, next)) continue;
    branches.push_back({groups, groups[next.from].first});
    take(groups);
  }
  for (const bool joining : {true, false}) {
    for (std::size_t b = branches.size(); b-- > 0;) {
      groups = chosen;
      if (replace(groups, branches[b], joining ? branches[b].groups : singles)) take(groups);
    }
  }
}

}  // namespace etx
