#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "linalg/matrix.hpp"

namespace etx {

/// Πᵀ·D·S·D·Π ≈ L·Lᵀ for a symmetric positive semidefinite S, D scaling its diagonal to ones:
/// Cholesky with complete pivoting, ended where the largest pivot left vanishes to rounding
/// (Higham, Accuracy and Stability of Numerical Algorithms, section 10.3.2).
struct SemidefiniteFactor {
  std::vector<std::size_t> order;  // row i of L is row order[i] of S
  std::vector<double> scale;       // D, by rows of S; 0 where S has a zero row
  Matrix L;                        // n×rank, lower trapezoidal

  /// Y with Yᵀ·Y = B·S⁻·Bᵀ, B given as its transpose (n×m): Y = L₁⁻¹·(Πᵀ·D·Bᵀ), rank×m. S⁻ is a
  /// generalised inverse, which ignores directions that S has none of.
  [[nodiscard]] Matrix whiten(const Matrix& transposed) const;
};

/// Nothing where S, symmetric, has an eigenvalue below -16n²·u in units of its diagonal, n its
/// order; one so close to 0 may be found either way.
std::optional<SemidefiniteFactor> factorSemidefinite(const Matrix& S);

}  // namespace etx
