#pragma once

#include <span>
#include <vector>

#include "linalg/matrix.hpp"
#include "linalg/schur.hpp"

namespace etx {

/// The space in which samples of an exponential polynomial lie, whatever its order.
///
/// ESPRIT (Roy & Kailath, ESPRIT: estimation of signal parameters via rotational invariance
/// techniques, 1989): windows of the samples, the columns of a Hankel matrix, span a space that the
/// shift by one sample leaves invariant. With U an orthonormal basis of it, U↑ without its last row
/// and U↓ without its first, U↓ = U↑·A, and A's eigenvalues are z = e^λ. The basis is of left
/// singular vectors, so the leading ones are the space of a lower order, and no order is worked out
/// twice: with u the last row, I = U↑ᵀU↑ + uuᵀ and A = (I + uuᵀ/(1 - uᵀu))·U↑ᵀU↓, refined.
///
/// The singular vectors are those of the windows' projection on the 3·most longest of them (Gram
/// and Schmidt with pivots, after which Jacobi's method is quick): exact where fewer span all;
/// where they do not, the roots only begin a refinement over all samples.
class SignalSpace {
 public:
  /// For orders up to `most`; samples finite and not all 0.
  SignalSpace(std::span<const double> samples, std::size_t most);

  /// Dimensions that stand out of the samples' rounding, at most `most`.
  [[nodiscard]] std::size_t rank() const { return U.rows; }

  /// λ per sample, im in [0, π]; a negative z, which has no real logarithm, is one of dimension 1
  /// and im π. order <= rank().
  [[nodiscard]] Result<std::vector<Atom>> eigenvalues(std::size_t order) const;

 private:
  Matrix U;  // a basis vector in a row
};

}  // namespace etx
