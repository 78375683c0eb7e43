#include "group/fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "group/curve.hpp"
#include "linalg/least_squares.hpp"
#include "linalg/product.hpp"
#include "linalg/schur.hpp"
#include "linalg/singular.hpp"
#include "linalg/sort.hpp"

namespace etx {
namespace {

// A block of the curve, per sample. frequency 0: real; π: real with alternating sign, whose
// imaginary part is zero at every sample.
struct Term {
  double rate = 0;
  double frequency = 0;
  std::size_t size = 1;

  [[nodiscard]] bool turning() const { return frequency > 0 && frequency < std::numbers::pi; }
  [[nodiscard]] std::size_t width() const { return turning() ? 2 : 1; }
};

// The shift's eigenvalues on the space of the samples' windows; at most `order`.
Result<std::vector<Atom>> shiftEigenvalues(std::span<const double> samples, std::size_t order) {
  // Long windows resolve slow turns; of their starts as many as average noise, half of them at the
  // head, where what decays fast is still seen, and half spread out.
  constexpr std::size_t kLongest = 4096;
  const std::size_t length = std::min(std::max(samples.size() / 2, order + 1), kLongest);
  const std::size_t starts = samples.size() - length + 1;
  const std::size_t count = std::min(starts, std::max<std::size_t>(64, 2 * order));
  Matrix H(length, count);
  double largest = 0;
  for (const double sample : samples) largest = std::max(largest, std::abs(sample));
  for (std::size_t j = 0; j < count; ++j) {
    const std::size_t head = count / 2;
    const std::size_t start = j < head ? j
                                       : head + (j - head) * (starts - 1 - head) /
                                                    std::max<std::size_t>(1, count - 1 - head);
    for (std::size_t i = 0; i < length; ++i) H(i, j) = samples[start + i] / largest;
  }
  const bool tall = length >= count;
  const SingularValues found = singularValues(tall ? triangularFactor(H) : transpose(H));
  const double rounding =
      0x1p-51 * std::sqrt(static_cast<double>(length)) * std::sqrt(static_cast<double>(count));
  std::size_t rank = 0;
  while (rank < std::min(order, found.values.size()) && found.values[rank] > rounding) ++rank;
  // U as rows: (H·V)ᵀ/σ, or what Hᵀ = U'·Σ·V'ᵀ has on its right.
  Matrix U(rank, length);
  Matrix V(count, rank);
  for (std::size_t k = 0; k < rank; ++k) {
    for (std::size_t i = 0; i < count && tall; ++i) V(i, k) = found.right(i, k) / found.values[k];
    for (std::size_t i = 0; i < length && !tall; ++i) U(k, i) = found.right(i, k);
  }
  if (tall) U = transpose(H * V);
  Matrix upper(rank, length - 1);
  for (std::size_t k = 0; k < rank; ++k) {
    for (std::size_t i = 0; i + 1 < length; ++i) upper(k, i) = U(k, i);
  }
  Matrix A(rank, rank);
  for (std::size_t k = 0; k < rank; ++k) {
    const std::span<const double> lower(U.data.data() + k * length + 1, length - 1);
    const std::vector<double> column = leastSquares(upper, lower);
    for (std::size_t i = 0; i < rank; ++i) A(i, k) = column[i];
  }
  Result<Schur> form = schur(A);
  if (!form) return form.error();
  return std::move(form->atoms);
}

// log z per sample.
Atom logarithm(const Atom& z) {
  constexpr double kVanished = 0x1p-50;  // a sample later it is gone
  const double modulus = std::max(std::hypot(z.re, z.im), kVanished);
  const double rate = log(DoubleDouble{modulus}).hi;
  if (z.dimension == 2) return {rate, std::atan2(z.im, z.re), 2};
  return {rate, z.re < 0 ? std::numbers::pi : 0, 1};
}

// Eigenvalues taken as one block.
struct Group {
  std::vector<std::size_t> members;
  bool real = false;  // on the axis; else the pair of the members' mean
};
using Grouping = std::vector<Group>;

Term termOf(const Group& group, std::span<const Atom> roots) {
  Term out{0, 0, 0};
  double weight = 0;
  for (const std::size_t member : group.members) {
    const Atom& root = roots[member];
    const double share = group.real ? static_cast<double>(root.dimension) : 1;
    out.rate += share * root.re;
    out.frequency += share * root.im;
    weight += share;
  }
  out.rate /= weight;
  out.frequency = group.real ? 0 : out.frequency / weight;
  out.size = static_cast<std::size_t>(weight);
  return out;
}

// The merges of single linkage, nearest first; one of a root with itself brings a pair onto the
// axis.
struct Merge {
  std::size_t from = 0;
  std::size_t to = 0;
  double length = 0;
};

std::vector<Merge> merges(std::span<const Atom> roots) {
  std::vector<Merge> all;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (roots[i].dimension == 2) all.push_back({i, i, 2 * roots[i].im});
    for (std::size_t j = 0; j < i; ++j) {
      all.push_back({j, i, std::hypot(roots[i].re - roots[j].re, roots[i].im - roots[j].im)});
    }
  }
  insertionSort(std::span(all), [](const Merge& a, const Merge& b) { return a.length < b.length; });
  return all;
}

std::size_t groupOf(const Grouping& groups, std::size_t member) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const std::size_t m : groups[g].members) {
      if (m == member) return g;
    }
  }
  return groups.size();
}

// Whether the merge changes anything; it is done if so.
bool merge(Grouping& groups, const Merge& which) {
  const std::size_t a = groupOf(groups, which.from);
  const std::size_t b = groupOf(groups, which.to);
  if (which.from == which.to) {
    if (groups[a].real) return false;
    groups[a].real = true;
    return true;
  }
  if (a == b) return false;
  groups[a].real = groups[a].real || groups[b].real;
  groups[a].members.insert(groups[a].members.end(), groups[b].members.begin(),
                           groups[b].members.end());
  groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(b));
  return true;
}

// Samples at some of the lags 0, 1, 2, ... and models of them.
class Curve {
 public:
  Curve(std::span<const double> samples, std::size_t stride, std::size_t order, bool onlyStable)
      : stable(onlyStable), most(kFarthest / static_cast<double>(samples.size())) {
    std::vector<DoubleDouble> lags;
    for (std::size_t j = 0; j < samples.size(); j += stride) {
      lags.emplace_back(static_cast<double>(j));
      values.push_back(samples[j]);
    }
    table.emplace_back(lags, order + 1);
  }

  struct State {
    std::vector<Term> terms;
    std::vector<double>
        coefficients;  // a term's: real and, where it turns, imaginary part of each l
    std::vector<double> rest;
    double size = HUGE_VAL;  // ‖rest‖₂
  };

  [[nodiscard]] State solve(std::vector<Term> terms) const {
    for (Term& term : terms) term.rate = std::clamp(term.rate, -kFarthest, stable ? 0 : most);
    State out{std::move(terms), {}, values, 0};
    const Matrix columns = basis(out.terms);
    out.coefficients = leastSquares(columns, values);
    for (std::size_t k = 0; k < columns.rows; ++k) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        out.rest[i] -= out.coefficients[k] * columns(k, i);
      }
    }
    for (const double r : out.rest) out.size = std::hypot(out.size, r);
    if (std::isnan(out.size)) out.size = HUGE_VAL;
    return out;
  }

  // Gauss and Newton: the residual's linear part in coefficients and eigenvalues together.
  [[nodiscard]] State refined(State state, int steps) const {
    for (int step = 0; step < steps; ++step) {
      const std::vector<double> moves = eigenvalueMoves(state);
      bool better = false;
      for (double share = 1; share > 0.01 && !better; share /= 4) {
        std::vector<Term> terms = state.terms;
        std::size_t at = 0;
        for (Term& term : terms) {
          term.rate += share * moves[at++];
          if (term.turning()) {
            // Within (0, π): a term keeps its kind.
            const double turned = term.frequency + share * moves[at++];
            if (turned > 0 && turned < std::numbers::pi) term.frequency = turned;
          }
        }
        State next = solve(std::move(terms));
        if (!(next.size < state.size)) continue;
        better = true;
        const bool settled = next.size > 0.99 * state.size;
        state = std::move(next);
        if (settled) return state;
      }
      if (!better) break;
    }
    return state;
  }

 private:
  static constexpr double kFarthest = 300;  // e^300 and its square stay within range

  // Rows: Re w_l and, where it turns, -Im w_l of each term, w_l = e^{λj}·j^l/l!.
  [[nodiscard]] Matrix basis(std::span<const Term> terms) const {
    std::size_t rows = 0;
    for (const Term& term : terms) rows += term.size * term.width();
    Matrix out(rows, values.size());
    std::size_t row = 0;
    for (const Term& term : terms) {
      const Matrix w = weights(term, term.size);
      for (std::size_t k = 0; k < w.rows; ++k, ++row) {
        std::copy_n(w.data.data() + k * w.cols, w.cols, &out(row, 0));
      }
    }
    return out;
  }

  [[nodiscard]] Matrix weights(const Term& term, std::size_t chain) const {
    const Eigenvalue value(term.rate, term.frequency);
    const LagTable& lags = table.front();
    std::vector<double> all(2 * chain * lags.stride());
    value.weights(lags, chain, all.data());
    Matrix out(chain * term.width(), values.size());
    for (std::size_t l = 0; l < chain; ++l) {
      const double* re = all.data() + l * value.width() * lags.stride();
      for (std::size_t i = 0; i < values.size(); ++i) {
        out(l * term.width(), i) = re[i];
        if (term.turning()) out(l * 2 + 1, i) = -re[lags.stride() + i];
      }
    }
    return out;
  }

  [[nodiscard]] std::vector<double> eigenvalueMoves(const State& state) const {
    const Matrix columns = basis(state.terms);
    std::size_t parameters = 0;
    for (const Term& term : state.terms) parameters += term.width();
    Matrix all(columns.rows + parameters, values.size());
    std::copy(columns.data.begin(), columns.data.end(), all.data.begin());
    std::size_t row = columns.rows;
    std::size_t at = 0;
    for (const Term& term : state.terms) {
      // d/dλ of e^{λj}·j^l/l! is (l + 1)·w_{l+1}; by the frequency i times that.
      const Matrix w = weights(term, term.size + 1);
      const std::size_t width = term.width();
      for (std::size_t l = 0; l < term.size; ++l) {
        const auto order = static_cast<double>(l + 1);
        const double re = order * state.coefficients[at++];
        const double im = width == 2 ? order * state.coefficients[at++] : 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
          const double wRe = w((l + 1) * width, i);
          all(row, i) += re * wRe;
          if (width == 1) continue;
          const double minusIm = w((l + 1) * 2 + 1, i);
          all(row, i) += im * minusIm;
          all(row + 1, i) += re * minusIm - im * wRe;
        }
      }
      row += width;
    }
    const std::vector<double> x = leastSquares(std::move(all), state.rest);
    return {x.end() - static_cast<std::ptrdiff_t>(parameters), x.end()};
  }

  bool stable;
  double most;  // the largest rate
  std::vector<double> values;
  std::vector<LagTable> table;
};

std::vector<Term> termsOf(const Grouping& groups, std::span<const Atom> roots) {
  std::vector<Term> out;
  out.reserve(groups.size());
  for (const Group& group : groups) out.push_back(termOf(group, roots));
  return out;
}

// Which roots are one: the cut of the linkage tree, level by level and then branch by branch, that
// leaves the least.
Curve::State bestGrouping(const Curve& curve, std::span<const Atom> roots) {
  constexpr int kSteps = 3;
  const auto attempt = [&](const Grouping& groups) {
    return curve.refined(curve.solve(termsOf(groups, roots)), kSteps);
  };
  Grouping groups;
  for (std::size_t i = 0; i < roots.size(); ++i) groups.push_back({{i}, roots[i].im == 0});
  Grouping chosen = groups;
  Curve::State best = attempt(groups);
  std::vector<Group> branches;
  for (const Merge& next : merges(roots)) {
    if (!merge(groups, next)) continue;
    branches.push_back(groups[groupOf(groups, next.from)]);
    Curve::State state = attempt(groups);
    if (state.size < best.size) best = std::move(state), chosen = groups;
  }
  // A branch instead of its parts, then parts instead of a branch.
  for (const bool joining : {true, false}) {
    for (std::size_t b = branches.size(); b-- > 0;) {
      const Group& branch = branches[b];
      Grouping changed;
      std::vector<bool> inside(roots.size());
      for (const std::size_t member : branch.members) inside[member] = true;
      std::size_t taken = 0;
      for (const Group& group : chosen) {
        const bool within = std::all_of(group.members.begin(), group.members.end(),
                                        [&](std::size_t member) { return inside[member]; });
        if (within) {
          taken += group.members.size();
        } else {
          changed.push_back(group);
        }
      }
      if (taken != branch.members.size()) continue;
      if (joining) {
        changed.push_back(branch);
      } else {
        for (const std::size_t m : branch.members) changed.push_back({{m}, roots[m].im == 0});
      }
      if (changed.size() == chosen.size()) continue;
      Curve::State state = attempt(changed);
      if (state.size < best.size) best = std::move(state), chosen = std::move(changed);
    }
  }
  return best;
}

// q = the first unit vector of every block, k = its coefficients.
Fit realised(const Curve::State& state, double step) {
  Fit out;
  std::size_t at = 0;
  for (const Term& term : state.terms) {
    const bool pair = term.frequency > 0;
    out.generator.blocks.push_back({pair ? Block::Kind::pair : Block::Kind::real, term.rate / step,
                                    term.frequency / step, term.size});
    double scale = 1;  // (τ/step)^l
    for (std::size_t l = 0; l < term.size; ++l, scale /= step) {
      out.query.push_back(l == 0 ? 1 : 0);
      out.key.push_back(scale * state.coefficients[at++]);
      if (!pair) continue;
      out.query.push_back(0);
      out.key.push_back(term.turning() ? scale * state.coefficients[at++] : 0);
    }
  }
  return out;
}

Status check(std::span<const double> samples, const FitOptions& options) {
  if (!(options.step > 0) || std::isinf(options.step)) {
    return fail(ErrorCode::range, {"step is ", text(options.step), " but must be above 0"});
  }
  if (options.order < 1 || options.order > kMaxFitOrder) {
    return fail(ErrorCode::range,
                {"order is ", text(options.order), " but must be from 1 to ", text(kMaxFitOrder)});
  }
  if (samples.size() > kMaxFitSamples) {
    return fail(ErrorCode::tooLarge, {"samples has ", text(samples.size()),
                                      " values but the most are ", text(kMaxFitSamples)});
  }
  if (samples.size() < 2 * options.order) {
    return fail(ErrorCode::range,
                {"samples has ", text(samples.size()), " values but order ", text(options.order),
                 " needs at least ", text(2 * options.order)});
  }
  return checkFinite(samples, "samples");
}

}  // namespace

Result<Fit> fit(std::span<const double> samples, const FitOptions& options) {
  if (Status sound = check(samples, options); !sound) return sound.error();
  double largest = 0;
  for (const double sample : samples) largest = std::max(largest, std::abs(sample));
  if (largest == 0) return Fit{{{Block{}}, {}, {}}, {1}, {0}, 0};

  Result<std::vector<Atom>> roots = shiftEigenvalues(samples, options.order);
  if (!roots) return roots.error();
  for (Atom& root : *roots) root = logarithm(root);
  // The choice of blocks does not need every sample.
  constexpr std::size_t kEnough = 1024;
  const std::size_t stride = std::max<std::size_t>(1, samples.size() / kEnough);
  Curve::State state = bestGrouping(Curve(samples, stride, options.order, options.stable), *roots);
  const Curve all(samples, 1, options.order, options.stable);
  constexpr int kSteps = 12;
  state = all.refined(all.solve(std::move(state.terms)), kSteps);

  Fit out = realised(state, options.step);
  const Lags lags = Lags::grid(0, options.step, samples.size());
  double off = 0;
  const Status drawn = curve(out.generator, out.query, out.key, lags, Arithmetic::binary64,
                             [&](std::size_t first, std::span<const double> part) {
                               for (std::size_t i = 0; i < part.size(); ++i) {
                                 off = std::max(off, std::abs(part[i] - samples[first + i]));
                               }
                             });
  if (!drawn) return drawn.error();
  out.residual = off / largest;
  return out;
}

}  // namespace etx
