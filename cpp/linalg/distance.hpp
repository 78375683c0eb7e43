#pragma once

#include "linalg/structure.hpp"

namespace etx {

/// min over eigenvalues i, j of |λᵢ-λⱼ|/(κᵢ+κⱼ), relative to ‖X‖₂: about the distance to the
/// nearest defective matrix (Demmel 1983; Alam, Bora, Byers & Overton 2011 give the pseudospectral
/// theory). Semisimple clusters count as one eigenvalue, others by their members as computed;
/// κ = ‖spectral projector‖₂ = 1/|yᴴx| of a simple eigenvalue. Infinity with fewer than two.
double distanceToDefective(const Structure& structure);

/// P⁻¹ by Gauss and Jordan with rows pivoted. A singular P gives infinities and NaN.
Matrix invert(const Matrix& P);

}  // namespace etx
