#pragma once

#include <optional>
#include <vector>

#include "attention/encoding.hpp"
#include "group/moments.hpp"

namespace etx {

/// The joint distribution of an operator's lifted queries and keys.
JointGaussian lifted(const Operator& A, JointGaussian joint);

/// Mean and deviation of an encoding's score, lifts included, for Gaussian queries and keys of its
/// own dimension; with `query`, for keys alone given this query. Errors: check(JointGaussian),
/// "shape" and "not-finite" of `query` (as "given") and lags, and moments()'s.
Result<Moments> moments(const Operator& A, const JointGaussian& joint,
                        const std::optional<std::vector<double>>& query, const Lags& lags);

}  // namespace etx
