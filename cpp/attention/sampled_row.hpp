#pragma once

#include <cstdint>
#include <vector>

#include "attention/encoding.hpp"
#include "linalg/result.hpp"

namespace etx {

struct Sampling {
  std::uint32_t seed = 0;
  double mean = 0;
  double deviation = 1;
  std::size_t length = 0;  // positions
};

/// Scores of the last of `length` sampled queries against all sampled keys, by lag: all queries are
/// one draw of torch's, (length, dimension) row-major, all keys the next (normals.hpp). Of the
/// queries only the last is transformed, and a few keys at a time are in memory.
///
/// Error of a score, given the samples: 4e-15·Σ|terms| and the rounding of their sum, n·u/2 of
/// the same for n blocks; with a basis cond(P)·n·u; dense as curve(). "too-large" beyond kMaxCount
/// samples; "range", "not-finite" as checkNormal.
Result<std::vector<double>> sampledRow(const Operator& A, const Sampling& sampling);

}  // namespace etx
