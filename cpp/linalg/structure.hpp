#pragma once

#include <cstddef>
#include <vector>

#include "linalg/matrix.hpp"
#include "linalg/schur.hpp"

namespace etx {

/// The longest Jordan block that is looked for. The eigenvalues of a longer one, computed in
/// doubles, scatter by more than a tenth of ‖X‖: they are reported as what they are, distinct.
inline constexpr std::size_t kLongestChain = 16;

/// Eigenvalues that are one within the tolerance, and their chains. frequency 0: the real
/// eigenvalue `rate`; else the pair rate ± i·frequency, frequency > 0.
struct Cluster {
  Range rows;  // of the Schur form
  double rate = 0;
  double frequency = 0;
  std::vector<std::size_t> sizes;  // of the blocks, ascending
  Matrix basis;  // of the cluster's rows: T_cc·basis = basis·diag(blocks) within the tolerance
  Matrix turn;   // of a pair: J with J² = -I, T_cc = rate·I + frequency·J + nilpotent

  [[nodiscard]] bool semisimple() const { return sizes.back() == 1; }
};

/// X in block triangular form, one diagonal block a cluster.
struct Structure {
  Schur form;  // as computed, but for the order of its atoms
  std::vector<Cluster> clusters;
};

/// The eigenvalues of X in clusters and each cluster's Jordan structure, within
/// tolerance·norm =: δ; norm is ‖X‖₂ or that of a matrix of which X is a part.
///
/// Top-down, since rounding scatters the eigenvalues of one block of size k over a circle of radius
/// about (n·u)^{1/k} but hardly moves their mean: all eigenvalues are tried as one real cluster,
/// then (those of the upper half plane) as one pair; where the staircase of T_cc - mean does not
/// come to its end, the set is cut at the longest edge of its minimal spanning tree and the halves
/// are tried. Before any singular value is computed a set is refused whose radius is beyond
/// 3·norm·tolerance^{1/m}, whose T_cc - mean is far from singular (inverse iteration on the
/// triangle), or whose powers do not decay as a nilpotent matrix' do.
/// X square and finite, 0 < norm, 0 <= tolerance.
Result<Structure> structure(const Matrix& X, double norm, double tolerance);

}  // namespace etx
