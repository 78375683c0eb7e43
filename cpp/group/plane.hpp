#pragma once

#include <optional>
#include <span>
#include <utility>

#include "group/exponential_polynomial.hpp"
#include "group/generator.hpp"
#include "group/lags.hpp"

namespace etx {

/// ‖XY - YX‖_F. Zero, up to rounding, is what makes A(x, y) = e^{xX + yY} depend on differences of
/// positions alone.
double commutatorNorm(const Matrix& X, const Matrix& Y);

/// Whether the commutator is within 64·n·u·‖X‖_F·‖Y‖_F.
bool commute(const Matrix& X, const Matrix& Y);

/// The lags of a picture: x runs within a row, y from row to row.
struct Lags2 {
  Lags x;
  Lags y;
};

/// s(x, y) = qᵀ e^{xX + yY} k at every pair of lags, row-major with y outer: the sink's numbers
/// count y·x.count() + x. X and Y are sound (check), of one dimension n <= kMaxOrder, which q and k
/// have.
///
/// Where X and Y commute, e^{xX + yY} = e^{yY}·e^{xX}: x.count() + y.count() vectors and one
/// product of n multiply-adds a score. With one basis (or permutation) for both, the vectors come
/// from the blocks' closed forms, each score within 1e-14·Σ|terms| of the exact one; else, and for
/// dense matrices, from orbits of the dense X and Y. Where they do not commute, one exponential a
/// score. "shape" where dimensions differ; "too-large" beyond kMaxCount scores, beyond kMaxOrder,
/// or beyond 2^33 units of n³ for generators that do not commute.
Status curve2(const Generator& X, const Generator& Y, std::span<const double> query,
              std::span<const double> key, const Lags2& lags, const Sink& sink);
Status curve2(const Matrix& X, const Matrix& Y, std::span<const double> query,
              std::span<const double> key, const Lags2& lags, const Sink& sink);

/// How far A(t, s) = e^{tX}·e^{-sX} (positions t, s in the plane, tX short for t_x·X + t_y·Y) is
/// from depending on t - s alone: row y, column x holds max |A(τ + s, s) - A(τ, 0)| over the
/// entries, τ the pair of lags and s = (originX, originY). 0 for generators that commute. Limits as
/// curve2's.
Result<Matrix> translationResidual(const Matrix& X, const Matrix& Y, const Lags2& lags,
                                   double originX, double originY);

/// One basis in which both are block diagonal with blocks of size 1: that of X + ρY for an
/// irrational ρ, whose eigenvalues coincide only where both do. Nothing where X and Y don't commute
/// or are defective within the tolerance of classify.
Result<std::optional<std::pair<Generator, Generator>>> sharedBlocks(const Matrix& X,
                                                                    const Matrix& Y);

}  // namespace etx
