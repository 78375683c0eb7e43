#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "linalg/matrix.hpp"
#include "linalg/result.hpp"

namespace etx {

/// A covariance: variances of independent components, or a symmetric matrix.
using Covariance = std::variant<std::vector<double>, Matrix>;

inline double entry(const Covariance& S, std::size_t i, std::size_t j) {
  if (const auto* full = std::get_if<Matrix>(&S)) return (*full)(i, j);
  return i == j ? (*std::get_if<std::vector<double>>(&S))[i] : 0;
}
Matrix dense(const Covariance& S);

/// Special members are out of line here and below: inlined at every early return they cost more
/// wasm than the mathematics.
struct Gaussian {
  std::vector<double> mean;
  Covariance variance;

  Gaussian();
  Gaussian(std::vector<double> center, Covariance spread);
  Gaussian(const Gaussian& other);
  Gaussian(Gaussian&& other) noexcept;
  Gaussian& operator=(const Gaussian& other);
  Gaussian& operator=(Gaussian&& other) noexcept;
  ~Gaussian();
};

/// Query and key, jointly Gaussian.
struct JointGaussian {
  Gaussian query;
  Gaussian key;
  std::optional<Matrix> cross;  // Cov(key, query); absent: independent

  JointGaussian();
  JointGaussian(Gaussian q, Gaussian k, std::optional<Matrix> covariance);
  JointGaussian(const JointGaussian& other);
  JointGaussian(JointGaussian&& other) noexcept;
  JointGaussian& operator=(const JointGaussian& other);
  JointGaussian& operator=(JointGaussian&& other) noexcept;
  ~JointGaussian();
};

/// "shape" where sizes don't fit `dimension`; "not-finite"; "too-large" for matrices beyond
/// kMaxOrder; "range" where a variance is negative or a matrix not symmetric (to n·u of
/// √(S_ii·S_jj)), or where query.variance, key.variance or, with cross, the joint covariance is not
/// positive semidefinite (to rounding: factorSemidefinite). Sets of components that covary with
/// no other are looked at by themselves.
Status check(const JointGaussian& joint, std::size_t dimension);

/// The joint distribution given this query q: the query fixed, and for the key mean μk + C Sq⁻¹
/// (q - μq), variance Sk - C Sq⁻¹ Cᵀ. Where Sq is singular, the part of q - μq that the query's
/// distribution cannot have is left out. joint is sound (check).
JointGaussian given(const JointGaussian& joint, std::span<const double> query);

}  // namespace etx
