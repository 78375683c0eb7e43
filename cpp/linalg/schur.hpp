#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "linalg/matrix.hpp"

namespace etx {

/// A diagonal block of a real Schur form: one real eigenvalue re, or the pair re ± i·im in two
/// rows.
struct Atom {
  double re = 0;
  double im = 0;  // > 0 where dimension is 2
  std::size_t dimension = 1;
};

/// X = Q·T·Qᵀ with Q orthogonal and T upper quasi-triangular, its diagonal blocks the atoms in
/// order. Backward stable: the computed T and Q are exact for a matrix within about n·u·‖X‖ of X.
struct Schur {
  Matrix T;
  Matrix Q;
  std::vector<Atom> atoms;
};

/// The eigenvalues of the 2×2 block at (at, at) of a Schur form.
Atom pairOf(const Matrix& T, std::size_t at);

/// Householder's Hessenberg form and Francis' implicit double shifts (Golub & Van Loan, Matrix
/// Computations, 7.5; Eigen's RealSchur does the same in four times the wasm). X is square and
/// finite. "unsupported" where the iteration does not converge, which no matrix is known to cause.
Result<Schur> schur(const Matrix& X);

/// Exchanges atoms i and i + 1, whose eigenvalues differ, by an orthogonal similarity of at most
/// four rows (Bai & Demmel, On swapping diagonal blocks in real Schur form, 1993).
void exchange(Schur& form, std::size_t i);

/// Rows `first` to `first + dimension` of a Schur form: whole atoms.
struct Range {
  std::size_t first = 0;
  std::size_t dimension = 0;
};

/// W, unit upper triangular, with T·W = W·diag(T_gg) over the groups, which cover the atoms in
/// order and have no eigenvalue in common (Bavely & Stewart, An algorithm for computing reducing
/// subspaces by block diagonalization, 1979). Entries beyond range are ±Infinity or NaN.
Matrix decouple(const Schur& form, std::span<const Range> groups);

/// The inverse of a unit upper triangular matrix.
Matrix inverseOfUnitUpper(const Matrix& W);

}  // namespace etx
