#include "linalg/structure.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "linalg/product.hpp"
#include "linalg/singular.hpp"
#include "linalg/sort.hpp"
#include "linalg/staircase.hpp"

namespace etx {
namespace {

// Eigenvalues of the closed upper half plane stand for their conjugates too.
double distance(const Atom& a, const Atom& b) { return std::hypot(a.re - b.re, a.im - b.im); }

struct Edge {
  std::size_t from = 0;
  std::size_t to = 0;
  double length = 0;
};

// Prim's minimal spanning tree; single linkage cuts its longest edges.
std::vector<Edge> spanningTree(std::span<const Atom> atoms) {
  std::vector<Edge> tree;
  std::vector<Edge> nearest;  // for each atom outside the tree, its shortest way in
  for (std::size_t i = 1; i < atoms.size(); ++i) {
    nearest.push_back({0, i, distance(atoms[0], atoms[i])});
  }
  while (!nearest.empty()) {
    const auto best =
        std::min_element(nearest.begin(), nearest.end(),
                         [](const Edge& a, const Edge& b) { return a.length < b.length; });
    const Edge taken = *best;
    *best = nearest.back();
    nearest.pop_back();
    tree.push_back(taken);
    for (Edge& edge : nearest) {
      const double length = distance(atoms[taken.to], atoms[edge.to]);
      if (length < edge.length) edge = {taken.to, edge.to, length};
    }
  }
  return tree;
}

// Atoms that may be one cluster: `count` neighbours of the form from number `first` on, known by
// their names (positions in the original form), and the tree's edges between them.
struct Node {
  std::size_t first = 0;
  std::size_t count = 0;
  std::vector<Edge> edges;
};

Matrix block(const Matrix& T, Range rows) {
  Matrix out(rows.dimension, rows.dimension);
  for (std::size_t i = 0; i < rows.dimension; ++i) {
    for (std::size_t j = 0; j < rows.dimension; ++j) {
      out(i, j) = T(rows.first + i, rows.first + j);
    }
  }
  return out;
}

// T - shift·I for the quasi-triangular T of the atoms.
Matrix shifted(Matrix T, double shift) {
  for (std::size_t i = 0; i < T.rows; ++i) T(i, i) -= shift;
  return T;
}

// x = N⁻¹x, or N⁻ᵀx, for an upper quasi-triangular N. A pivot of zero counts as `least`.
void solveTriangle(const Matrix& N, std::span<const Atom> atoms, bool transposed, double least,
                   std::vector<double>& x) {
  std::size_t at = transposed ? 0 : N.rows;
  for (std::size_t step = 0; step < atoms.size(); ++step) {
    const std::size_t size = atoms[transposed ? step : atoms.size() - 1 - step].dimension;
    if (!transposed) at -= size;
    if (size == 1) {
      const double pivot = N(at, at);
      x[at] /= std::abs(pivot) < least ? least : pivot;
    } else {
      const double b = transposed ? N(at + 1, at) : N(at, at + 1);
      const double c = transposed ? N(at, at + 1) : N(at + 1, at);
      double determinant = N(at, at) * N(at + 1, at + 1) - b * c;
      if (std::abs(determinant) < least * least) determinant = least * least;
      const double first = (N(at + 1, at + 1) * x[at] - b * x[at + 1]) / determinant;
      x[at + 1] = (N(at, at) * x[at + 1] - c * x[at]) / determinant;
      x[at] = first;
    }
    for (std::size_t k = 0; k < size; ++k) {
      if (transposed) {
        for (std::size_t j = at + size; j < N.rows; ++j) x[j] -= N(at + k, j) * x[at + k];
      } else {
        for (std::size_t i = 0; i < at; ++i) x[i] -= N(i, at + k) * x[at + k];
      }
    }
    if (transposed) at += size;
  }
}

// Whether N has a singular value near or below `tolerance`: three steps of inverse iteration on
// NᵀN, whose estimate of the least one is from above and may be somewhat too large.
bool nearSingular(const Matrix& N, std::span<const Atom> atoms, double tolerance) {
  constexpr double kSlack = 100;
  const double least = std::max(0x1p-60 * normF(N), 0x1p-1000);
  std::vector<double> x(N.rows);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1 + 0.3 * static_cast<double>(i % 5);
  for (int step = 0; step < 3; ++step) {
    for (const bool transposed : {true, false}) {
      double before = 0;
      for (const double v : x) before = std::max(before, std::abs(v));
      if (!(before > 0) || !std::isfinite(before)) return true;
      for (double& v : x) v /= before;
      double size = 0;
      for (const double v : x) size += v * v;
      solveTriangle(N, atoms, transposed, least, x);
      double grown = 0;
      for (const double v : x) grown += v * v;
      if (!(std::sqrt(size) > kSlack * tolerance * std::sqrt(grown))) return true;
    }
  }
  return false;
}

// Whether N is nilpotent as far as its powers can say: with N = Ñ + E, Ñ^m = 0 and ‖E‖ <=
// tolerance, N^m is Σ Ñ^i·E·Ñ^{m-1-i} to first order. Near normal matrices are refused by their
// spectral radius alone, ‖N^m‖ >= radius^m.
bool powersDecay(const Matrix& N, double radius, double tolerance) {
  constexpr double kSlack = 100;
  const std::size_t m = std::min(N.rows, kLongestChain);
  const double norm = norm2(N);
  double share = 1;
  for (std::size_t i = 1; i < m; ++i) share *= radius / norm;
  if (share * radius > kSlack * static_cast<double>(m) * tolerance) return false;

  std::vector<double> sizes = {1};
  Matrix power = N;
  for (std::size_t i = 1;; ++i) {
    sizes.push_back(normF(power));
    double sum = 0;
    for (std::size_t k = 0; k < i; ++k) sum += sizes[k] * sizes[i - 1 - k];
    if (sizes[i] <= kSlack * tolerance * sum) return true;
    if (i == m) return false;
    power = power * N;
  }
}

// J with J² = -I from Y near one (all eigenvalues near ±i): the Newton-Schulz iteration of the
// matrix sign function, turned by i (Higham, Functions of Matrices, 2008, 5.3). Nothing where it
// does not converge.
std::optional<Matrix> turnNear(Matrix Y) {
  constexpr int kSteps = 40;
  constexpr double kClose = 1e-8;
  double last = HUGE_VAL;
  for (int step = 0; step < kSteps; ++step) {
    Matrix E = Y * Y;
    for (std::size_t i = 0; i < E.rows; ++i) E(i, i) += 1;
    const double size = normF(E);
    if (size < kClose && size >= last / 4) return Y;  // no further: rounding
    if (!std::isfinite(size)) return {};
    last = size;
    const Matrix correction = Y * E;
    for (std::size_t i = 0; i < Y.data.size(); ++i) Y.data[i] += correction.data[i] / 2;
  }
  return {};
}

class Search {
 public:
  Search(Schur computed, double size, double relative)
      : form(std::move(computed)), norm(size), tolerance(relative) {
    names.resize(form.atoms.size());
    std::iota(names.begin(), names.end(), std::size_t{0});
  }

  Structure run() {
    std::vector<Node> open;
    if (!form.atoms.empty()) open.push_back({0, form.atoms.size(), spanningTree(form.atoms)});
    while (!open.empty()) {
      Node node = std::move(open.back());
      open.pop_back();
      std::optional<Cluster> found = asReal(node);
      if (!found) found = asPair(node);
      if (found) {
        clusters.push_back(std::move(*found));
      } else {
        auto [first, second] = split(node);
        open.push_back(std::move(first));
        open.push_back(std::move(second));
      }
    }
    insertionSort(std::span(clusters),
                  [](const Cluster& a, const Cluster& b) { return a.rows.first < b.rows.first; });
    return {std::move(form), std::move(clusters)};
  }

 private:
  [[nodiscard]] std::span<const Atom> atomsOf(const Node& node) const {
    return std::span(form.atoms).subspan(node.first, node.count);
  }

  [[nodiscard]] Range rowsOf(const Node& node) const {
    Range rows;
    for (std::size_t i = 0; i < node.first; ++i) rows.first += form.atoms[i].dimension;
    for (const Atom& atom : atomsOf(node)) rows.dimension += atom.dimension;
    return rows;
  }

  // Whether eigenvalues this far from their mean are too far to be one cluster of multiplicity m:
  // beyond 3·norm·tolerance^{1/m}.
  [[nodiscard]] bool scattered(double radius, std::size_t m) const {
    const double share = radius / (3 * norm);
    double power = share;
    for (std::size_t i = 1; i < std::min(m, kLongestChain); ++i) power *= share;
    return power > tolerance || (tolerance == 0 && radius > 0);
  }

  [[nodiscard]] std::optional<Cluster> asReal(const Node& node) const {
    const std::span<const Atom> atoms = atomsOf(node);
    Cluster out;
    out.rows = rowsOf(node);
    const std::size_t m = out.rows.dimension;
    double sum = 0;
    for (const Atom& atom : atoms) sum += static_cast<double>(atom.dimension) * atom.re;
    out.rate = sum / static_cast<double>(m);
    if (m == 1) {
      out.sizes = {1};
      out.basis = identity(1);
      return out;
    }
    double radius = 0;
    for (const Atom& atom : atoms) radius = std::max(radius, distance(atom, {out.rate, 0, 1}));
    if (scattered(radius, m)) return {};
    const Matrix N = shifted(block(form.T, out.rows), out.rate);
    const double delta = tolerance * norm;
    if (!(normF(N) <= delta) && !(nearSingular(N, atoms, delta) && powersDecay(N, radius, delta))) {
      return {};
    }
    return withChains(std::move(out), N);
  }

  [[nodiscard]] std::optional<Cluster> asPair(const Node& node) const {
    const std::span<const Atom> atoms = atomsOf(node);
    Cluster out;
    out.rows = rowsOf(node);
    for (const Atom& atom : atoms) {
      if (atom.dimension == 1) return {};
      out.rate += atom.re / static_cast<double>(atoms.size());
      out.frequency += atom.im / static_cast<double>(atoms.size());
    }
    if (atoms.size() == 1) return single(std::move(out));
    double radius = 0;
    for (const Atom& atom : atoms) {
      radius = std::max(radius, distance(atom, {out.rate, out.frequency, 2}));
    }
    if (radius > out.frequency / 4 || scattered(radius, atoms.size())) return {};
    Matrix T = shifted(block(form.T, out.rows), out.rate);
    Matrix Y = T;
    for (double& entry : Y.data) entry /= out.frequency;
    std::optional<Matrix> J = turnNear(std::move(Y));
    if (!J) return {};
    out.turn = std::move(*J);
    for (std::size_t i = 0; i < T.data.size(); ++i) {
      T.data[i] -= out.frequency * out.turn.data[i];
    }
    return withChains(std::move(out), T);
  }

  // One pair, by its 2×2 block: exchanges have moved its eigenvalues by a rounding.
  [[nodiscard]] Cluster single(Cluster out) const {
    Matrix T = block(form.T, out.rows);
    const Atom pair = pairOf(T, 0);
    out.rate = pair.re;
    out.frequency = pair.im;
    const double half = 0.5 * (T(0, 0) - T(1, 1)) / pair.im;
    out.turn = Matrix(2, 2, {half, T(0, 1) / pair.im, T(1, 0) / pair.im, -half});
    out.sizes = {1};
    out.basis = Matrix(2, 2, {1, out.turn(0, 0), 0, out.turn(1, 0)});
    return out;
  }

  [[nodiscard]] std::optional<Cluster> withChains(Cluster out, const Matrix& N) const {
    std::optional<Chains> chains = staircase(N, tolerance * norm, out.turn);
    if (!chains || chains->sizes.back() > kLongestChain) return {};
    out.sizes = std::move(chains->sizes);
    out.basis = std::move(chains->basis);
    return out;
  }

  // Cuts the longest edge and brings the atoms of the one side before those of the other.
  std::pair<Node, Node> split(const Node& node) {
    std::vector<Edge> edges = node.edges;
    const auto longest =
        std::max_element(edges.begin(), edges.end(),
                         [](const Edge& a, const Edge& b) { return a.length < b.length; });
    std::vector<std::size_t> reached = {longest->from};
    edges.erase(longest);
    std::vector<bool> inside(names.size());
    inside[reached[0]] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const Edge& edge : edges) {
        if (edge.from != reached[i] && edge.to != reached[i]) continue;
        const std::size_t other = edge.from == reached[i] ? edge.to : edge.from;
        if (inside[other]) continue;
        inside[other] = true;
        reached.push_back(other);
      }
    }
    // Whichever side comes first with fewer exchanges.
    std::size_t passed = 0;
    std::size_t exchanges = 0;
    for (std::size_t i = 0; i < node.count; ++i) {
      if (inside[names[node.first + i]]) {
        exchanges += passed;
      } else {
        ++passed;
      }
    }
    const bool leading = 2 * exchanges <= reached.size() * passed;
    std::size_t next = node.first;
    for (std::size_t i = node.first; i < node.first + node.count; ++i) {
      if (inside[names[i]] != leading) continue;
      for (std::size_t at = i; at > next; --at) {
        exchange(form, at - 1);
        std::swap(names[at - 1], names[at]);
      }
      ++next;
    }
    Node first{node.first, next - node.first, {}};
    Node second{next, node.first + node.count - next, {}};
    for (const Edge& edge : edges) {
      (inside[edge.from] == leading ? first : second).edges.push_back(edge);
    }
    return {std::move(first), std::move(second)};
  }

  Schur form;
  double norm;
  double tolerance;
  std::vector<std::size_t> names;  // of the atom at each place: its place in the form as computed
  std::vector<Cluster> clusters;
};

}  // namespace

Result<Structure> structure(const Matrix& X, double norm, double tolerance) {
  Result<Schur> form = schur(X);
  if (!form) return form.error();
  return Search(std::move(*form), norm, tolerance).run();
}

}  // namespace etx
