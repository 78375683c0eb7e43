#pragma once

#include <vector>

#include "group/block.hpp"
#include "linalg/distance.hpp"
#include "linalg/matrix.hpp"

namespace etx {

/// X = P·diag(blocks)·P⁻¹ within a tolerance, and what the basis is worth.
struct JordanForm {
  std::vector<Block> blocks;
  /// The real and imaginary parts of an eigenvector are orthogonal; a chain's columns have root
  /// mean square length 1.
  Matrix P;
  Matrix inverse;
  double normOfP = 1;        // in the 2-norm, within a percent; NaN or infinite where P is
  double normOfInverse = 1;  // singular to working precision
  std::vector<Eigenspace> eigenspaces;
};

/// Of an X of order 1 or more that is no direct sum, within tolerance·norm as `structure` says.
/// One complex pair whose two eigenvalues are no double one within the tolerance has closed forms.
Result<JordanForm> jordanForm(const Matrix& X, double norm, double tolerance);

}  // namespace etx
