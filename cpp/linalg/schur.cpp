#include "linalg/schur.hpp"

#include <algorithm>
#include <cmath>

// Of Eigen only the real Schur form comes in here; the rest of it stays out of the wasm file.
#include <Eigen/Eigenvalues>

namespace etx {
namespace {

// Solves M·x = b in place for the few unknowns of two atoms, pivoting on rows. A pivot of zero
// divides: the caller sees infinities.
void solveSmall(double (&M)[4][4], double (&b)[4], std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(M[i][k]) > std::abs(M[best][k])) best = i;
    }
    std::swap(M[k], M[best]);
    std::swap(b[k], b[best]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = M[i][k] / M[k][k];
      for (std::size_t j = k; j < n; ++j) M[i][j] -= factor * M[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= M[k][j] * b[j];
    b[k] /= M[k][k];
  }
}

// The Y of two atoms with A·Y - Y·B = C, A at (p, p) and B at (q, q) of T; Y and C are small arrays
// of p.dimension × q.dimension, row-major.
void solveAtoms(const Matrix& T, Range p, Range q, double (&C)[4]) {
  double M[4][4] = {};
  const std::size_t rows = p.dimension;
  const std::size_t cols = q.dimension;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) {
      double* row = M[i * cols + j];
      for (std::size_t k = 0; k < rows; ++k) row[k * cols + j] += T(p.first + i, p.first + k);
      for (std::size_t k = 0; k < cols; ++k) row[i * cols + k] -= T(q.first + k, q.first + j);
    }
  }
  solveSmall(M, C, rows * cols);
}

// The orthogonal Z, size×size, whose first columns span those of A (size×cols, size <= 4):
// Householder's QR with its reflections multiplied out.
void orthogonalise(double (&A)[4][2], std::size_t size, std::size_t cols, double (&Z)[4][4]) {
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) Z[i][j] = i == j ? 1 : 0;
  }
  for (std::size_t k = 0; k < cols; ++k) {
    double norm = 0;
    for (std::size_t i = k; i < size; ++i) norm = std::hypot(norm, A[i][k]);
    if (norm == 0) continue;
    double v[4] = {};
    for (std::size_t i = k; i < size; ++i) v[i] = A[i][k] / norm;
    v[k] += v[k] < 0 ? -1 : 1;
    const double scale = 1 / std::abs(v[k]);  // 2/vᵀv
    for (std::size_t j = k; j < cols; ++j) {
      double sum = 0;
      for (std::size_t i = k; i < size; ++i) sum += v[i] * A[i][j];
      for (std::size_t i = k; i < size; ++i) A[i][j] -= scale * sum * v[i];
    }
    for (std::size_t i = 0; i < size; ++i) {
      double sum = 0;
      for (std::size_t j = k; j < size; ++j) sum += Z[i][j] * v[j];
      for (std::size_t j = k; j < size; ++j) Z[i][j] -= scale * sum * v[j];
    }
  }
}

// The `size` columns of A from `at` on, times Z, in the rows below `rows`.
void turnColumns(Matrix& A, std::size_t at, std::size_t rows, const double (&Z)[4][4],
                 std::size_t size) {
  for (std::size_t i = 0; i < rows; ++i) {
    double* row = &A(i, at);
    double turned[4] = {};
    for (std::size_t k = 0; k < size; ++k) {
      for (std::size_t j = 0; j < size; ++j) turned[j] += row[k] * Z[k][j];
    }
    std::copy_n(turned, size, row);
  }
}

// Zᵀ times the `size` rows of A from `at` on, in the columns from `at` on.
void turnRows(Matrix& A, std::size_t at, const double (&Z)[4][4], std::size_t size) {
  for (std::size_t j = at; j < A.cols; ++j) {
    double turned[4] = {};
    for (std::size_t k = 0; k < size; ++k) {
      const double entry = A(at + k, j);
      for (std::size_t i = 0; i < size; ++i) turned[i] += entry * Z[k][i];
    }
    for (std::size_t i = 0; i < size; ++i) A(at + i, j) = turned[i];
  }
}

std::size_t rowOf(const std::vector<Atom>& atoms, std::size_t index) {
  std::size_t row = 0;
  for (std::size_t i = 0; i < index; ++i) row += atoms[i].dimension;
  return row;
}

}  // namespace

// Eigen keeps a 2×2 block only where its eigenvalues are complex by this very expression.
Atom pairOf(const Matrix& T, std::size_t at) {
  const double half = 0.5 * (T(at, at) - T(at + 1, at + 1));
  const double square = half * half + T(at, at + 1) * T(at + 1, at);
  return {T(at + 1, at + 1) + half, std::sqrt(std::max(-square, 0x1p-1022)), 2};
}

Result<Schur> schur(const Matrix& X) {
  const std::size_t n = X.rows;
  const auto size = static_cast<Eigen::Index>(n);
  Schur out{Matrix(n, n), Matrix(n, n), {}};
  if (n == 0) return out;
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::RealSchur<Eigen::MatrixXd> form(
      Eigen::Map<const RowMajor>(X.data.data(), size, size));
  if (form.info() != Eigen::Success) {
    return fail(ErrorCode::unsupported, {"x: its Schur form was not found, the iteration of order ",
                                         text(n), " did not converge"});
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const auto row = static_cast<Eigen::Index>(i);
      const auto col = static_cast<Eigen::Index>(j);
      if (i <= j + 1) out.T(i, j) = form.matrixT()(row, col);
      out.Q(i, j) = form.matrixU()(row, col);
    }
  }
  for (std::size_t i = 0; i < n; i += out.atoms.back().dimension) {
    const bool pair = i + 1 < n && out.T(i + 1, i) != 0;
    out.atoms.push_back(pair ? pairOf(out.T, i) : Atom{out.T(i, i), 0, 1});
  }
  return out;
}

void exchange(Schur& form, std::size_t i) {
  Matrix& T = form.T;
  const Range first{rowOf(form.atoms, i), form.atoms[i].dimension};
  const Range second{first.first + first.dimension, form.atoms[i + 1].dimension};
  const std::size_t size = first.dimension + second.dimension;
  double Y[4] = {};
  for (std::size_t r = 0; r < first.dimension; ++r) {
    for (std::size_t c = 0; c < second.dimension; ++c) {
      Y[r * second.dimension + c] = T(first.first + r, second.first + c);
    }
  }
  solveAtoms(T, first, second, Y);
  // [-Y; I] spans the second atom's invariant subspace.
  double span[4][2] = {};
  for (std::size_t c = 0; c < second.dimension; ++c) {
    for (std::size_t r = 0; r < first.dimension; ++r) {
      span[r][c] = -Y[r * second.dimension + c];
    }
    span[first.dimension + c][c] = 1;
  }
  double Z[4][4];
  orthogonalise(span, size, second.dimension, Z);
  turnRows(T, first.first, Z, size);
  turnColumns(T, first.first, first.first + size, Z, size);
  turnColumns(form.Q, first.first, form.Q.rows, Z, size);
  for (std::size_t r = second.dimension; r < size; ++r) {
    for (std::size_t c = 0; c < second.dimension; ++c) T(first.first + r, first.first + c) = 0;
  }
  std::swap(form.atoms[i], form.atoms[i + 1]);
}

Matrix decouple(const Schur& form, std::span<const Range> groups) {
  const Matrix& T = form.T;
  std::vector<Range> atoms;
  for (const Atom& atom : form.atoms) {
    const std::size_t at = atoms.empty() ? 0 : atoms.back().first + atoms.back().dimension;
    atoms.push_back({at, atom.dimension});
  }
  Matrix W = identity(T.rows);
  // Column atom by column atom, upwards: T_pp·Y - Y·T_qq = Y·(T above q in its group) - T·Y below
  // p.
  std::size_t group = 0;
  for (const Range q : atoms) {
    while (q.first >= groups[group].first + groups[group].dimension) ++group;
    const std::size_t start = groups[group].first;
    for (std::size_t index = atoms.size(); index-- > 0;) {
      const Range p = atoms[index];
      if (p.first >= start) continue;
      double C[4] = {};
      for (std::size_t r = 0; r < p.dimension; ++r) {
        const std::size_t row = p.first + r;
        for (std::size_t c = 0; c < q.dimension; ++c) {
          const std::size_t col = q.first + c;
          double sum = -T(row, col);
          for (std::size_t k = p.first + p.dimension; k < start; ++k) sum -= T(row, k) * W(k, col);
          for (std::size_t k = start; k < q.first; ++k) sum += W(row, k) * T(k, col);
          C[r * q.dimension + c] = sum;
        }
      }
      solveAtoms(T, p, q, C);
      for (std::size_t r = 0; r < p.dimension; ++r) {
        for (std::size_t c = 0; c < q.dimension; ++c) {
          W(p.first + r, q.first + c) = C[r * q.dimension + c];
        }
      }
    }
  }
  return W;
}

Matrix inverseOfUnitUpper(const Matrix& W) {
  const std::size_t n = W.rows;
  Matrix Z = identity(n);
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) {
      const double factor = W(i, k);
      if (factor == 0) continue;
      for (std::size_t j = k; j < n; ++j) Z(i, j) -= factor * Z(k, j);
    }
  }
  return Z;
}

}  // namespace etx
