#include "linalg/staircase.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/product.hpp"
#include "linalg/singular.hpp"

namespace etx {
namespace {

// N in the orthonormal basis U, in which it is block upper triangular with a zero diagonal: level j
// has widths[j] coordinates, and levels 0 to j span the null space of N^{j+1}.
struct Levels {
  Matrix N;
  Matrix U;
  std::vector<std::size_t> widths;
};

void replaceTail(Matrix& U, std::size_t first, const Matrix& V) {
  Matrix tail(U.rows, V.rows);
  for (std::size_t i = 0; i < U.rows; ++i) {
    for (std::size_t j = 0; j < V.rows; ++j) tail(i, j) = U(i, first + j);
  }
  tail = tail * V;
  for (std::size_t i = 0; i < U.rows; ++i) {
    for (std::size_t j = 0; j < V.rows; ++j) U(i, first + j) = tail(i, j);
  }
}

std::optional<Levels> deflate(const Matrix& N, double tolerance, std::size_t unit) {
  const std::size_t m = N.rows;
  Levels out{N, identity(m), {}};
  Matrix rest = N;
  for (std::size_t first = 0; first < m;) {
    const std::size_t size = rest.rows;
    std::size_t width = size;
    // A deflation inherits the errors of those before it.
    const double small = tolerance * static_cast<double>(out.widths.size() + 1);
    if (normF(rest) > small) {
      const SingularValues found = singularValues(rest);
      width = 0;
      while (width < size && found.values[size - 1 - width] <= small) ++width;
      if (width == 0 || width % unit != 0) return {};
      // The null space first.
      Matrix V(size, size);
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j) V(i, j) = found.right(i, size - 1 - j);
      }
      replaceTail(out.U, first, V);
      const Matrix turned = transpose(V) * (rest * V);
      rest = Matrix(size - width, size - width);
      for (std::size_t i = 0; i < rest.rows; ++i) {
        for (std::size_t j = 0; j < rest.rows; ++j) rest(i, j) = turned(width + i, width + j);
      }
    }
    if (!out.widths.empty() && width > out.widths.back()) return {};
    out.widths.push_back(width);
    first += width;
  }
  out.N = transpose(out.U) * (N * out.U);
  std::size_t first = 0;
  for (const std::size_t width : out.widths) {
    for (std::size_t i = first; i < m; ++i) {
      for (std::size_t j = 0; j < std::min(first + width, m); ++j) out.N(i, j) = 0;
    }
    first += width;
  }
  return out;
}

using Vector = std::vector<double>;

Vector image(const Matrix& A, const Vector& v) {
  Vector out(A.rows);
  product(A.data.data(), v.data(), out.data(), A.rows, A.cols, 1);
  return out;
}

// An orthonormal basis that grows: the components of each chain within one level.
class Span {
 public:
  explicit Span(std::size_t width) : size(width) {}

  void add(Vector v) {
    project(v);
    double norm = 0;
    for (const double x : v) norm = std::hypot(norm, x);
    if (norm == 0) return;
    for (double& x : v) x /= norm;
    basis.push_back(std::move(v));
  }

  // The unit vector that has most outside of the span, without what it has inside.
  [[nodiscard]] Vector outside() const {
    Vector best;
    double most = -1;
    for (std::size_t i = 0; i < size; ++i) {
      Vector v(size);
      v[i] = 1;
      project(v);
      double norm = 0;
      for (const double x : v) norm += x * x;
      if (norm > most) most = norm, best = std::move(v);
    }
    return best;
  }

 private:
  // Twice is enough.
  void project(Vector& v) const {
    for (int pass = 0; pass < 2; ++pass) {
      for (const Vector& e : basis) {
        double sum = 0;
        for (std::size_t i = 0; i < size; ++i) sum += e[i] * v[i];
        for (std::size_t i = 0; i < size; ++i) v[i] -= sum * e[i];
      }
    }
  }

  std::size_t size;
  std::vector<Vector> basis;
};

}  // namespace

std::optional<Chains> staircase(const Matrix& N, double tolerance, const Matrix& turn) {
  const std::size_t m = N.rows;
  const bool turning = !turn.data.empty();
  const std::size_t unit = turning ? 2 : 1;
  const std::optional<Levels> levels = deflate(N, tolerance, unit);
  if (!levels) return {};
  const Matrix J = turning ? transpose(levels->U) * (turn * levels->U) : Matrix();

  // From the top level down: the chains so far go on by N, and new ones start where they leave
  // room.
  std::vector<std::vector<Vector>> chains;  // each from its head down
  std::size_t end = m;
  for (std::size_t level = levels->widths.size(); level-- > 0;) {
    const std::size_t width = levels->widths[level];
    const std::size_t first = end - width;
    end = first;
    Span taken(width);
    const auto take = [&](const Vector& v) {
      const auto at = v.begin() + static_cast<std::ptrdiff_t>(first);
      taken.add({at, at + static_cast<std::ptrdiff_t>(width)});
      if (!turning) return;
      const Vector w = image(J, v);
      const auto other = w.begin() + static_cast<std::ptrdiff_t>(first);
      taken.add({other, other + static_cast<std::ptrdiff_t>(width)});
    };
    for (auto& chain : chains) {
      chain.push_back(image(levels->N, chain.back()));
      take(chain.back());
    }
    while (chains.size() * unit < width) {
      const Vector local = taken.outside();
      Vector head(m);
      std::copy(local.begin(), local.end(), head.begin() + static_cast<std::ptrdiff_t>(first));
      take(head);
      chains.push_back({std::move(head)});
    }
  }

  std::reverse(chains.begin(), chains.end());  // shortest first
  Chains out;
  Matrix columns(m, m);
  std::size_t column = 0;
  for (const auto& chain : chains) {
    out.sizes.push_back(chain.size());
    for (std::size_t i = chain.size(); i-- > 0;) {
      for (std::size_t r = 0; r < m; ++r) columns(r, column) = chain[i][r];
      if (turning) {
        const Vector other = image(J, chain[i]);
        for (std::size_t r = 0; r < m; ++r) columns(r, column + 1) = other[r];
      }
      column += unit;
    }
  }
  out.basis = levels->U * columns;
  return out;
}

}  // namespace etx
