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
             const Lags& lags, Arithmetic arithmetic, const Sink& sink);

/// The samples of one of several curves, numbered from 0, as Sink receives those of one.
using RowSink =
    std::function<void(std::size_t row, std::size_t first, std::span<const double> samples)>;

/// The same sum apart: row b is what block b adds to s(τ), so that the rows add up to the curve.
/// "too-large" beyond kMaxCount values in all rows.
Status contributions(const Generator& generator, std::span<const double> query,
                     std::span<const double> key, const Lags& lags, const RowSink& sink);

/// s(τ) = qᵀ e^{τX} k for a dense X, without eigenvectors: baby steps and giant steps with
/// F = e^{hX} - I on a grid, an exponential a lag on a list. Error about N·n·u·κ of e^{τX}'s for N
/// doublings; entries beyond range spoil the sample to ±Infinity or NaN, but meet an exact zero as
/// 0·∞ = 0.
Status curve(const Matrix& X, std::span<const double> query, std::span<const double> key,
             const Lags& lags, const Sink& sink);

/// Row j: e^{τ_j X}·vector. "too-large" beyond kMaxCount entries.
Result<Matrix> orbit(const Generator& generator, std::span<const double> vector, const Lags& times);
Result<Matrix> orbit(const Matrix& X, std::span<const double> vector, const Lags& times);

}  // namespace etx
