#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "linalg/matrix.hpp"

namespace etx {

/// The Jordan chains of a nilpotent N, in a basis of its space.
struct Chains {
  std::vector<std::size_t> sizes;  // ascending
  /// Columns chain by chain: within one, N·p₁ = 0 and N·p_{i+1} = p_i. With a turn (below) every
  /// p_i is two columns, p and J·p.
  Matrix basis;
};

/// The chains of an m×m N that is nilpotent to within `tolerance` (absolute): null spaces are
/// deflated one after another, singular values up to j times the tolerance counting as zero in the
/// j-th; the nullities are the Weyr characteristic, its conjugate partition the sizes (Kågström &
/// Ruhe, An algorithm for numerical computation of the Jordan normal form, 1980). Nothing where a
/// deflation finds no null space: N is not nilpotent.
///
/// `turn`: a real J with J² = -I that commutes with N, for N = T - aI - bJ on the space of the
/// eigenvalues a ± ib; sizes then count pairs. Empty: none.
std::optional<Chains> staircase(const Matrix& N, double tolerance, const Matrix& turn = {});

}  // namespace etx
