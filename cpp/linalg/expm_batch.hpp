#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "linalg/expm.hpp"

namespace etx {

/// e^{tX} for every X and every time, X outer, each n×n row-major, one after another. `entries` are
/// the matrices row-major one after another, `orders` their sizes. Algorithms and accuracy are
/// expm's; an X's powers serve all of its times, and neighbours of one order share a workspace.
/// precision automatic: as expm's with its default tolerance. Only high parts are returned.
/// Errors: as expm's, naming xs[i]; "not-finite" for a time; "shape" where the entries don't fit.
Result<std::vector<double>> expmBatch(std::span<const double> entries,
                                      std::span<const std::size_t> orders,
                                      std::span<const double> times, Precision precision);

}  // namespace etx
