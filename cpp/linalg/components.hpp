#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "linalg/matrix.hpp"

namespace etx {

/// The coordinates in the finest parts of which X is the direct sum: connected components of the
/// graph that has an edge where X(i, j) or X(j, i) is not zero. Coordinates ascend within a part,
/// parts by their first one. X is square.
std::vector<std::vector<std::size_t>> components(const Matrix& X);

/// X in the rows and columns of these places.
Matrix restricted(const Matrix& X, std::span<const std::size_t> places);

}  // namespace etx
