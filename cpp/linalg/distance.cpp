#include "linalg/distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace etx {
namespace {

// An eigenvalue with its invariant subspace: rows of the Schur form, and for a pair the turn J on
// it (T = rate·I + frequency·J there).
struct Eigenspace {
  Range rows;
  double rate = 0;
  double frequency = 0;
  Matrix turn;
};

std::vector<Eigenspace> eigenspaces(const Structure& structure) {
  std::vector<Eigenspace> out;
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
      Eigenspace space{{at, atom.dimension}, atom.re, atom.im, {}};
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

// ‖W_g·(I - iJ)/2·Z_g‖₂ (without a turn ‖W_g·Z_g‖₂) by the power method, W_g the group's columns of
// W and Z_g its rows of W⁻¹. Complex vectors as their real and imaginary parts.
class Projector {
 public:
  Projector(const Matrix& right, const Matrix& left, const Eigenspace& space)
      : W(right), Z(left), rows(space.rows), J(space.turn) {}

  [[nodiscard]] double norm() const {
    constexpr int kSteps = 12;
    std::vector<double> re(W.rows);
    std::vector<double> im(W.rows);
    for (std::size_t i = 0; i < re.size(); ++i) {
      re[i] = 1 + 0.25 * static_cast<double>(i % 5);
      im[i] = 0.5 - 0.25 * static_cast<double>(i % 3);
    }
    double reached = 0;
    for (int step = 0; step < kSteps; ++step) {
      const double before = std::hypot(length(re), length(im));
      if (!(before > 0)) break;
      scale(re, 1 / before);
      scale(im, 1 / before);
      apply(re, im, false);
      reached = std::max(reached, std::hypot(length(re), length(im)));
      apply(re, im, true);
    }
    return std::max(reached, 1.0);  // no projector is shorter
  }

 private:
  static double length(const std::vector<double>& v) {
    double sum = 0;
    for (const double x : v) sum += x * x;
    return std::sqrt(sum);
  }
  static void scale(std::vector<double>& v, double factor) {
    for (double& x : v) x *= factor;
  }

  // v = B·(middle)·A·v, or its conjugate transpose.
  void apply(std::vector<double>& re, std::vector<double>& im, bool adjoint) const {
    const std::size_t g = rows.dimension;
    const auto inward = [&](const std::vector<double>& v) {
      std::vector<double> out(g);
      for (std::size_t k = 0; k < g; ++k) {
        for (std::size_t i = 0; i < v.size(); ++i) {
          out[k] += (adjoint ? W(i, rows.first + k) : Z(rows.first + k, i)) * v[i];
        }
      }
      return out;
    };
    const auto outward = [&](const std::vector<double>& v, std::vector<double>& out) {
      std::fill(out.begin(), out.end(), 0);
      for (std::size_t k = 0; k < g; ++k) {
        for (std::size_t i = 0; i < out.size(); ++i) {
          out[i] += (adjoint ? Z(rows.first + k, i) : W(i, rows.first + k)) * v[k];
        }
      }
    };
    std::vector<double> a = inward(re);
    std::vector<double> b = inward(im);
    if (!J.data.empty()) {
      // (I - iJ)/2, or (I + iJᵀ)/2.
      std::vector<double> c(g);
      std::vector<double> d(g);
      for (std::size_t i = 0; i < g; ++i) {
        for (std::size_t k = 0; k < g; ++k) {
          const double entry = adjoint ? -J(k, i) : J(i, k);
          c[i] += entry * b[k];
          d[i] -= entry * a[k];
        }
      }
      for (std::size_t i = 0; i < g; ++i) {
        a[i] = (a[i] + c[i]) / 2;
        b[i] = (b[i] + d[i]) / 2;
      }
    }
    outward(a, re);
    outward(b, im);
  }

  const Matrix& W;
  const Matrix& Z;
  Range rows;
  const Matrix& J;
};

}  // namespace

double distanceToDefective(const Structure& structure) {
  const std::vector<Eigenspace> spaces = eigenspaces(structure);
  std::vector<Range> groups;
  groups.reserve(spaces.size());
  for (const Eigenspace& space : spaces) groups.push_back(space.rows);
  const Matrix W = decouple(structure.form, groups);
  const Matrix Z = inverseOfUnitUpper(W);
  std::vector<double> condition;
  condition.reserve(spaces.size());
  for (const Eigenspace& space : spaces) condition.push_back(Projector(W, Z, space).norm());

  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    if (spaces[i].frequency > 0) least = std::min(least, spaces[i].frequency / condition[i]);
    for (std::size_t j = 0; j < i; ++j) {
      const double gap =
          std::hypot(spaces[i].rate - spaces[j].rate, spaces[i].frequency - spaces[j].frequency);
      const double quotient = gap / (condition[i] + condition[j]);
      least = std::isnan(quotient) ? 0 : std::min(least, quotient);
    }
  }
  return std::isinf(least) ? least : least / structure.norm;
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
      for (std::size_t j = k; j < n; ++j) A(i, j) -= factor * A(k, j);
      for (std::size_t j = 0; j < n; ++j) B(i, j) -= factor * B(k, j);
    }
  }
  return B;
}

}  // namespace etx
