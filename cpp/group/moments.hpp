#pragma once

#include <optional>
#include <vector>

#include "group/exponential_polynomial.hpp"
#include "group/gaussian.hpp"
#include "group/generator.hpp"
#include "group/lags.hpp"

namespace etx {

/// Of a score qᵀA(τ)k, one a lag.
struct Moments {
  std::vector<double> mean;
  std::vector<double> deviation;  // >= 0
};

/// Exact moments for Gaussian q and k with means μq, μk, covariances Sq, Sk and C = Cov(k, q):
/// mean = μqᵀAμk + tr(AC), variance = μqᵀA Sk Aᵀμq + μkᵀAᵀSq A μk + tr(A Sk Aᵀ Sq) + 2 μqᵀA C A μk
/// + tr(ACAC) (Isserlis' theorem). The joint distribution is sound (check) and of the generator's
/// dimension.
///
/// A is linear in the blocks' weights w(τ), the real and imaginary parts of e^{λτ}·τ^l/l!, so the
/// mean is linear and the variance a quadratic form in them, with coefficients made once. Where
/// no covariance couples two blocks it falls into blocks, and products of weights are weights
/// again: an exponential polynomial with eigenvalues 2λ and λ + λ̄, as fast as a curve. Else n²
/// multiply-adds a lag.
/// Error of the mean as evaluate()'s; of the variance n·u·Σ|M_ij·w_i·w_j|, and with a basis
/// cond(P)²·n·u of the same. A variance beyond range is Infinity.
/// "too-large" where chains are longer than 64 or too many for a coupled form.
Result<Moments> moments(const Generator& generator, const JointGaussian& joint, const Lags& lags);

/// The same for a dense X. On a grid again by A(s + t) = A(s)·A(t), whose factors commute:
/// tr(A Sk Aᵀ Sq) = ⟨A(s)ᵀ Sq A(s), A(t) Sk A(t)ᵀ⟩ and so on, so that J·B lags cost J + B times a
/// few products and n² multiply-adds each; a few products a lag on a list.
/// "too-large" beyond order 256.
Result<Moments> moments(const Matrix& X, const JointGaussian& joint, const Lags& lags);

/// The same two as exponential polynomials; no variance where a covariance couples two blocks or a
/// chain is longer than 64.
ExponentialPolynomial meanPolynomial(const Generator& generator, const JointGaussian& joint);
std::optional<ExponentialPolynomial> variancePolynomial(const Generator& generator,
                                                        const JointGaussian& joint);

/// Square roots, with what rounding left below zero as 0 and NaN, from terms beyond range, as
/// Infinity.
void intoDeviations(std::vector<double>& variances);

}  // namespace etx
