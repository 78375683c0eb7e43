#pragma once

#include <span>

#include "group/block.hpp"
#include "linalg/matrix.hpp"

namespace etx {

/// max over t >= 0 of ‖e^{tX}‖₂ for a stable X = P·diag(blocks)·P⁻¹ (all rates <= 0, chains longer
/// than 1 at negative rates only), from below.
///
/// 1 where the symmetric part of X has no eigenvalue above `slack`, since ‖e^{tX}‖ <= e^{ωt} with ω
/// its largest (Trefethen & Embree, Spectra and Pseudospectra, 2005, theorem 17.1). Else t is
/// sampled from 1/(4‖X‖₂), twice an octave and, among turns, closer, until the norm is below 1 (the
/// maximum is behind then, ‖e^{(s+t)X}‖ <= ‖e^{sX}‖·‖e^{tX}‖) or every decay has ended. From the
/// highest samples that are higher than their neighbours the zero of the norm's derivative is
/// found, which a singular vector gives. Among many turns the highest of their peaks can be missed,
/// and its supremum may lie at no finite t: measured, some percent. The norm itself errs by
/// cond(P)·u and 1e-6. Rates within `slack` of 0 count as 0.
double peakNorm(const Matrix& X, std::span<const Block> blocks, const Matrix& P,
                const Matrix& inverse, double slack);

}  // namespace etx
