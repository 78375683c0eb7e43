#pragma once

#include <cstddef>

namespace etx {

/// Whether Aᵀ = -A exactly: then every e^{tA} is orthogonal.
bool isSkewSymmetric(const double* A, std::size_t n);

/// E, n×n and orthogonal up to small errors, becomes E + E(I - EᵀE)/2, one Newton-Schulz step to
/// the nearest orthogonal matrix: ‖EᵀE - I‖ drops to about its square, and rounding (Higham,
/// Functions of Matrices, 8.3). Returns ‖the change‖₁, which bounds what it adds to the error of E.
double orthogonalise(double* E, std::size_t n);

}  // namespace etx
