#pragma once

#include <span>

#include "group/exponential_polynomial.hpp"
#include "group/generator.hpp"
#include "group/lags.hpp"

namespace etx {

/// "range" where |frequency·τ| exceeds kFarthestPhase.
Status checkPhases(const Generator& generator, const Lags& lags);

/// s(τ) = qᵀ e^{τX} k at every lag, X = P·diag(blocks)·P⁻¹ by its blocks' closed forms.
///
/// The generator is sound (check) and q, k have its dimension. Error: evaluate()'s, plus the
/// rounding of P⁻¹k and Pᵀq (a few u of each component). "range" where |frequency·τ| exceeds
/// kFarthestPhase.
Status curve(const Generator& generator, std::span<const double> query, std::span<const double> key,
             const Lags& lags, const Sink& sink);

/// s(τ) = qᵀ e^{τX} k for a dense X, without eigenvectors: baby steps and giant steps with
/// F = e^{hX} - I on a grid, an exponential a lag on a list. Error about N·n·u·κ of e^{τX}'s for N
/// doublings; entries beyond range spoil the sample to ±Infinity or NaN.
Status curve(const Matrix& X, std::span<const double> query, std::span<const double> key,
             const Lags& lags, const Sink& sink);

/// Row j: e^{τ_j X}·vector. "too-large" beyond kMaxCount entries.
Result<Matrix> orbit(const Generator& generator, std::span<const double> vector, const Lags& times);
Result<Matrix> orbit(const Matrix& X, std::span<const double> vector, const Lags& times);

}  // namespace etx
