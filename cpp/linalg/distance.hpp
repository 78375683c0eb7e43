#pragma once

#include <span>
#include <vector>

#include "linalg/structure.hpp"

namespace etx {

/// An eigenvalue, or a pair rate ± i·frequency with frequency > 0, and its condition
/// κ = ‖spectral projector‖₂, which is 1/|yᴴx| for a simple one.
struct Eigenspace {
  double rate = 0;
  double frequency = 0;
  double condition = 1;
  bool semisimple = true;  // all of an eigenvalue's space, not a member of a scattered chain
};

/// Of X in its structure. Semisimple clusters count as one eigenvalue, others by their members as
/// computed. W decouples the clusters.
std::vector<Eigenspace> eigenspaces(const Structure& structure, const Matrix& W);

/// min over eigenvalues i, j of |λᵢ-λⱼ|/(κᵢ+κⱼ): about the distance to the nearest defective matrix
/// (Demmel 1983; Alam, Bora, Byers & Overton 2011 give the pseudospectral theory). Semisimple
/// spaces of the same eigenvalue are one. Infinity with fewer than two.
double distanceToDefective(std::span<const Eigenspace> spaces);

/// P⁻¹ by Gauss and Jordan with rows pivoted. A singular P gives infinities and NaN.
Matrix invert(const Matrix& P);

}  // namespace etx
