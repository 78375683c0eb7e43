#pragma once

#include <span>

#include "group/block.hpp"
#include "linalg/matrix.hpp"

namespace etx {

/// max over t >= 0 of ‖e^{tX}‖₂ for a stable X = P·diag(blocks)·P⁻¹ (all rates <= 0, chains longer
/// than 1 at negative rates only), from below.
///
/// 1 where the symmetric part of X has no eigenvalue above `slack`·‖X‖₂, since ‖e^{tX}‖ <= e^{ωt}
/// with ω its largest (Trefethen & Embree, Spectra and Pseudospectra, 2005, theorem 17.1). Else
/// four samples an octave of t from 1/(4‖X‖₂) until the norm is 1 or less (the maximum is behind
/// then, ‖e^{(s+t)X}‖ <= ‖e^{sX}‖·‖e^{tX}‖) or every decay has ended, and from the largest a search
/// by halved steps over all time scales below its own. A peak between many undamped incommensurable
/// turns can be missed: its supremum may lie at no finite t. The norm itself errs by cond(P)·u and
/// 1e-6.
double peakNorm(const Matrix& X, std::span<const Block> blocks, const Matrix& P,
                const Matrix& inverse, double slack);

}  // namespace etx
