#include "linalg/distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/product.hpp"

namespace etx {
namespace {

// An eigenvalue's invariant subspace: rows of the Schur form, and for a pair the turn J on it
// (T = rate·I + frequency·J there).
struct Space {
  Range rows;
  double rate = 0;
  double frequency = 0;
  Matrix turn;
  bool semisimple = true;
};

std::vector<Space> spacesOf(const Structure& structure) {
  std::vector<Space> out;
  std::size_t index = 0;
  std::size_t at = 0;
  const auto& atoms = structure.form.atoms;
  for (const Cluster& cluster : structure.clusters) {
    const std::size_t end = cluster.rows.first + cluster.rows.dimension;
    if (cluster.semisimple()) {
      out.push_back({cluster.rows, cluster.rate, cluster.frequency, cluster.turn});
      while (at < end) at += atoms[index++].dimension;
      continue;
    }
    for (; at < end; at += atoms[index++].dimension) {
      const Atom& atom = atoms[index];
      Space space{{at, atom.dimension}, atom.re, atom.im, {}, false};
      if (atom.dimension == 2) {
        const Matrix& T = structure.form.T;
        space.turn = Matrix(2, 2,
                            {(T(at, at) - atom.re) / atom.im, T(at, at + 1) / atom.im,
                             T(at + 1, at) / atom.im, (T(at + 1, at + 1) - atom.re) / atom.im});
      }
      out.push_back(std::move(space));
    }
  }
  return out;
}

// The largest eigenvalue of K·H for symmetric positive semidefinite K and H, by the power method.
double largestOfProduct(const Matrix& K, const Matrix& H) {
  constexpr int kSteps = 12;
  std::vector<double> v(H.rows);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = 1 + 0.25 * static_cast<double>(i % 5);
  std::vector<double> w(H.rows);
  double largest = 0;
  for (int step = 0; step < kSteps; ++step) {
    product(H.data.data(), v.data(), w.data(), H.rows, H.cols, 1);
    const double before = dot(v.data(), w.data(), v.size());
    product(K.data.data(), w.data(), v.data(), K.rows, K.cols, 1);
    const double after = dot(v.data(), w.data(), v.size());
    if (!(before > 0) || !(after > 0)) break;
    largest = std::max(largest, after / before);
    const double size = std::sqrt(dot(v.data(), v.data(), v.size()));
    for (double& x : v) x /= size;
  }
  return largest;
}

// A complex S + iA as the real matrix of twice the order.
Matrix doubled(const Matrix& S, const Matrix& A) {
  const std::size_t g = S.rows;
  Matrix out(2 * g, 2 * g);
  for (std::size_t i = 0; i < g; ++i) {
    for (std::size_t j = 0; j < g; ++j) {
      out(i, j) = out(g + i, g + j) = S(i, j);
      out(g + i, j) = A(i, j);
      out(i, g + j) = -A(i, j);
    }
  }
  return out;
}

// ‖W_g·M·Z_g‖₂ with W_g the space's columns of W, Z_g its rows of Z = W⁻¹ and M = I or, with a
// turn, (I - iJ)/2. Its square is the largest eigenvalue of MᴴGM·H, G = W_gᵀ·W_g and H = Z_g·Z_gᵀ:
// the trace where M has rank 1.
double condition(const Matrix& W, const Matrix& Z, const Space& space) {
  const std::size_t n = W.rows;
  const std::size_t first = space.rows.first;
  const std::size_t g = space.rows.dimension;
  Matrix G(g, g);
  Matrix H(g, g);
  for (std::size_t k = 0; k < g; ++k) {
    for (std::size_t l = 0; l < g; ++l) {
      for (std::size_t i = 0; i < first + g; ++i) G(k, l) += W(i, first + k) * W(i, first + l);
      H(k, l) = dot(&Z.data[(first + k) * n + first], &Z.data[(first + l) * n + first], n - first);
    }
  }
  double square = 0;
  if (space.turn.data.empty()) {
    square = g == 1 ? G(0, 0) * H(0, 0) : largestOfProduct(G, H);
  } else {
    const Matrix& J = space.turn;
    const Matrix GJ = G * J;
    Matrix S = transpose(J) * GJ;
    Matrix A = transpose(GJ);
    for (std::size_t i = 0; i < S.data.size(); ++i) {
      S.data[i] = (S.data[i] + G.data[i]) / 4;
      A.data[i] = (A.data[i] - GJ.data[i]) / 4;
    }
    square = g == 2 ? dot(S.data.data(), H.data.data(), 4)
                    : largestOfProduct(doubled(S, A), doubled(H, Matrix(g, g)));
  }
  return std::max(std::sqrt(square), 1.0);  // no projector is shorter
}

}  // namespace

std::vector<Eigenspace> eigenspaces(const Structure& structure, const Matrix& W) {
  const std::vector<Space> spaces = spacesOf(structure);
  const bool clusters = std::all_of(spaces.begin(), spaces.end(),
                                    [](const Space& space) { return space.semisimple; });
  std::vector<Range> groups;
  groups.reserve(spaces.size());
  for (const Space& space : spaces) groups.push_back(space.rows);
  const Matrix own = clusters ? Matrix() : decouple(structure.form, groups);
  const Matrix& apart = clusters ? W : own;
  const Matrix Z = inverseOfUnitUpper(apart);
  std::vector<Eigenspace> out;
  out.reserve(spaces.size());
  for (const Space& space : spaces) {
    out.push_back({space.rate, space.frequency, condition(apart, Z, space), space.semisimple});
  }
  return out;
}

double distanceToDefective(std::span<const Eigenspace> spaces) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    const Eigenspace& a = spaces[i];
    if (a.frequency > 0) least = std::min(least, a.frequency / a.condition);
    for (const Eigenspace& b : spaces.first(i)) {
      const double x = a.rate - b.rate;
      const double y = a.frequency - b.frequency;
      if (x == 0 && y == 0 && a.semisimple && b.semisimple) continue;
      const double quotient = std::sqrt(x * x + y * y) / (a.condition + b.condition);
      least = std::isnan(quotient) ? 0 : std::min(least, quotient);
    }
  }
  return least;
}

Matrix invert(const Matrix& P) {
  const std::size_t n = P.rows;
  Matrix A = P;
  Matrix B = identity(n);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(A(i, k)) > std::abs(A(best, k))) best = i;
    }
    if (best != k) {
      std::swap_ranges(&A(k, 0), &A(k, 0) + n, &A(best, 0));
      std::swap_ranges(&B(k, 0), &B(k, 0) + n, &B(best, 0));
    }
    const double pivot = A(k, k);
    for (std::size_t j = 0; j < n; ++j) {
      A(k, j) /= pivot;
      B(k, j) /= pivot;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double factor = A(i, k);
      if (i == k || factor == 0) continue;
      addScaled(-factor, &A(k, k), &A(i, k), n - k);
      addScaled(-factor, &B(k, 0), &B(i, 0), n);
    }
  }
  return B;
}

}  // namespace etx
