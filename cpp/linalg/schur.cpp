#include "linalg/schur.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/batch.hpp"
#include "linalg/product.hpp"

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

// H = I - scale·v·vᵀ takes x to a multiple of the first unit vector. v stands where x was.
class Reflection {
 public:
  Reflection(double* x, std::size_t count) : v(x), size(count) {
    double largest = 0;
    for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, std::abs(v[i]));
    if (largest == 0) return;
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) v[i] /= largest, sum += v[i] * v[i];
    const double norm = v[0] < 0 ? -std::sqrt(sum) : std::sqrt(sum);
    v[0] += norm;
    scale = 1 / (norm * v[0]);
  }

  // Rows `at` and following of A, from column `from` on.
  void onRows(Matrix& A, std::size_t at, std::size_t from) const {
    const std::size_t n = A.cols;
    double* rows = A.data.data() + at * n;
    std::size_t j = from;
    for (; j + kLanes <= n; j += kLanes) {
      Batch sum(0.0);
      for (std::size_t i = 0; i < size; ++i) {
        sum += Batch(v[i]) * Batch::load_unaligned(rows + i * n + j);
      }
      sum *= Batch(scale);
      for (std::size_t i = 0; i < size; ++i) {
        double* entries = rows + i * n + j;
        (Batch::load_unaligned(entries) - Batch(v[i]) * sum).store_unaligned(entries);
      }
    }
    for (; j < n; ++j) {
      double sum = 0;
      for (std::size_t i = 0; i < size; ++i) sum += v[i] * rows[i * n + j];
      for (std::size_t i = 0; i < size; ++i) rows[i * n + j] -= scale * sum * v[i];
    }
  }

  // Columns `at` and following of A, down to row `rows`.
  void onColumns(Matrix& A, std::size_t at, std::size_t rows) const {
    double* row = A.data.data() + at;
    for (std::size_t i = 0; i < rows; ++i, row += A.cols) {
      if (size == 3) {
        const double sum = scale * (v[0] * row[0] + v[1] * row[1] + v[2] * row[2]);
        row[0] -= sum * v[0];
        row[1] -= sum * v[1];
        row[2] -= sum * v[2];
      } else {
        addScaled(-scale * dot(v, row, size), v, row, size);
      }
    }
  }

 private:
  double* v;
  std::size_t size;
  double scale = 0;
};

// Q·T·Qᵀ with T upper Hessenberg at first, then, eigenvalue by eigenvalue from below,
// quasi-triangular. Q is kept transposed: its reflections are of rows, which are contiguous.
class Iteration {
 public:
  explicit Iteration(const Matrix& X) : T(X), transposed(identity(X.rows)), n(X.rows) {
    std::vector<double> column(n);
    for (std::size_t k = 0; k + 2 < n; ++k) {
      for (std::size_t i = k + 1; i < n; ++i) column[i] = T(i, k);
      const Reflection H(&column[k + 1], n - k - 1);
      H.onRows(T, k + 1, k);
      H.onColumns(T, k + 1, n);
      H.onRows(transposed, k + 1, 0);
      for (std::size_t i = k + 2; i < n; ++i) T(i, k) = 0;
    }
    for (const double entry : T.data) zero = std::max(zero, std::abs(entry));
    zero *= kUnit * kUnit;
  }

  // false: no convergence.
  bool run() {
    constexpr std::size_t kPatience = 40;  // steps an eigenvalue; two to three are usual
    std::size_t end = n;                   // rows from here on are done
    std::size_t since = 0;
    for (std::size_t total = 0; end > 0;) {
      const std::size_t first = start(end);
      if (end - first <= 2) {
        if (end - first == 2) splitPair(end - 2);
        if (first > 0) T(first, first - 1) = 0;
        end = first;
        since = 0;
        continue;
      }
      if (++total > kPatience * n) return false;
      step(first, end, ++since);
    }
    return true;
  }

  Matrix T;
  Matrix transposed;  // Qᵀ

 private:
  static constexpr double kUnit = 0x1p-52;

  // The first row of the unreduced block that ends before row `end`.
  [[nodiscard]] std::size_t start(std::size_t end) const {
    std::size_t row = end - 1;
    while (row > 0) {
      const double around = std::abs(T(row - 1, row - 1)) + std::abs(T(row, row));
      if (std::abs(T(row, row - 1)) <= std::max(around * kUnit, zero)) break;
      --row;
    }
    return row;
  }

  // Two real eigenvalues of a 2×2 block are parted by a rotation; a complex pair stays.
  void splitPair(std::size_t at) {
    const double half = 0.5 * (T(at, at) - T(at + 1, at + 1));
    const double square = half * half + T(at, at + 1) * T(at + 1, at);
    if (square < 0) return;
    const double root = half < 0 ? -std::sqrt(square) : std::sqrt(square);
    double v[] = {half + root, T(at + 1, at)};
    const Reflection H(v, 2);
    H.onRows(T, at, at);
    H.onColumns(T, at, at + 2);
    H.onRows(transposed, at, 0);
    T(at + 1, at) = 0;
  }

  // Francis' implicit double shift on rows first to end - 1, with the last block's trace and
  // determinant for shifts; an exceptional pair now and then, where those go round in circles.
  void step(std::size_t first, std::size_t end, std::size_t since) {
    const std::size_t last = end - 1;
    double a = T(last - 1, last - 1);
    double d = T(last, last);
    double bc = T(last - 1, last) * T(last, last - 1);
    if (since % 10 == 0) {
      const double size = std::abs(T(last, last - 1)) + std::abs(T(last - 1, last - 2));
      a = d = T(last, last) + 0.75 * size;
      bc = -0.4375 * size * size;
    }
    // The first column of T² - (a + d)T + (ad - bc)I, begun as low as two small subdiagonals allow.
    double v[3];
    std::size_t at = last - 2;
    for (;; --at) {
      const double middle = T(at, at);
      v[0] = ((d - middle) * (a - middle) - bc) / T(at + 1, at) + T(at, at + 1);
      v[1] = T(at + 1, at + 1) + middle - a - d;
      v[2] = T(at + 2, at + 1);
      if (at == first) break;
      const double left = std::abs(T(at, at - 1)) * (std::abs(v[1]) + std::abs(v[2]));
      const double right = std::abs(v[0]) * (std::abs(T(at - 1, at - 1)) + std::abs(middle) +
                                             std::abs(T(at + 1, at + 1)));
      if (left < kUnit * right) break;
    }
    for (std::size_t k = at; k < last; ++k) {
      const std::size_t size = std::min<std::size_t>(3, end - k);
      if (k > at) {
        for (std::size_t i = 0; i < size; ++i) v[i] = T(k + i, k - 1);
      }
      const Reflection H(v, size);
      H.onRows(T, k, k > first ? k - 1 : k);
      H.onColumns(T, k, std::min(end, k + 4));
      H.onRows(transposed, k, 0);
      for (std::size_t i = 1; i < size && k > first; ++i) T(k + i, k - 1) = 0;
    }
  }

  std::size_t n;
  double zero = 0;  // below it a subdiagonal entry vanishes beside the largest
};

}  // namespace

Atom pairOf(const Matrix& T, std::size_t at) {
  const double half = 0.5 * (T(at, at) - T(at + 1, at + 1));
  const double square = half * half + T(at, at + 1) * T(at + 1, at);
  return {T(at + 1, at + 1) + half, std::sqrt(std::max(-square, 0x1p-1022)), 2};
}

Result<Schur> schur(const Matrix& X) {
  Iteration iteration(X);
  if (!iteration.run()) {
    return fail(ErrorCode::unsupported, {"x: its Schur form was not found, the iteration of order ",
                                         text(X.rows), " did not converge"});
  }
  Schur out{std::move(iteration.T), transpose(iteration.transposed), {}};
  for (std::size_t i = 0; i < X.rows; i += out.atoms.back().dimension) {
    const bool pair = i + 1 < X.rows && out.T(i + 1, i) != 0;
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
      addScaled(-factor, &Z(k, k), &Z(i, k), n - k);
    }
  }
  return Z;
}

}  // namespace etx
