#include "group/peak_norm.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/product.hpp"
#include "linalg/singular.hpp"
#include "linalg/sort.hpp"

namespace etx {
namespace {

// Whether Cholesky's factorisation of bound·I - (X + Xᵀ)/2 exists.
bool dissipative(const Matrix& X, double bound) {
  const std::size_t n = X.rows;
  Matrix L(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = (i == j ? bound : 0) - (X(i, j) + X(j, i)) / 2;
      for (std::size_t k = 0; k < j; ++k) sum -= L(i, k) * L(j, k);
      if (i != j) {
        L(i, j) = sum / L(j, j);
      } else if (sum > 0) {
        L(i, i) = std::sqrt(sum);
      } else {
        return false;
      }
    }
  }
  return true;
}

constexpr double kCoarse = 1e-3;
constexpr double kFine = 1e-7;
// Below 1 by more than a coarse norm errs where many singular values are close.
constexpr double kFallen = 0.7;
// Of the samples that are higher than their neighbours so many are followed, unless they are lower
// than the best by this.
constexpr std::size_t kHills = 4;
constexpr double kWorth = 0.7;

struct Sample {
  double time = 0;
  double norm = 1;   // ‖e^{tX}‖₂
  double slope = 0;  // d/dt of its logarithm
};

class Flow {
 public:
  Flow(const Matrix& generator, std::span<const Block> all, const Matrix& basis,
       const Matrix& inverted)
      : X(generator), blocks(all), P(basis), inverse(inverted) {
    for (const Block& block : blocks) chain = std::max(chain, block.size);
  }

  // Of P·e^{t·diag(blocks)}·P⁻¹, whose left singular vector u gives the slope uᵀXu/uᵀu.
  Sample at(double t, double tolerance) {
    const std::size_t n = P.rows;
    const DoubleDouble lag = t;
    const LagTable table(std::span(&lag, 1), chain);
    std::vector<double> weights(2 * chain * table.stride());
    Matrix moved(n, n);
    std::size_t at = 0;
    for (const Block& block : blocks) {
      const bool pair = block.kind == Block::Kind::pair;
      const std::size_t unit = pair ? 2 : 1;
      const Eigenvalue value = eigenvalue(block);
      value.weights(table, block.size, weights.data());
      for (std::size_t i = 0; i < block.size; ++i) {
        for (std::size_t l = 0; i + l < block.size; ++l) {
          const double* w = weights.data() + l * value.width() * table.stride();
          const double im = value.width() == 2 ? w[table.stride()] : 0;
          for (std::size_t r = 0; r < unit; ++r) {
            double* to = &moved(at + unit * i + r, 0);
            const double* from = inverse.data.data() + (at + unit * (i + l)) * n;
            for (std::size_t j = 0; j < n; ++j) {
              to[j] += w[0] * from[r * n + j];
              if (pair) to[j] += (r == 0 ? -im : im) * from[(1 - r) * n + j];
            }
          }
        }
      }
      at += block.dimension();
    }
    const Matrix E = P * moved;
    const double norm = norm2(E, start, tolerance);
    std::vector<double> u(n);
    std::vector<double> Xu(n);
    product(E.data.data(), start.data(), u.data(), n, n, 1);
    product(X.data.data(), u.data(), Xu.data(), n, n, 1);
    return {t, norm, dot(u.data(), Xu.data(), n) / dot(u.data(), u.data(), n)};
  }

 private:
  const Matrix& X;
  std::span<const Block> blocks;
  const Matrix& P;
  const Matrix& inverse;
  std::size_t chain = 1;
  std::vector<double> start;  // the last norm's vector, near the next one's
};

// When every decay has ended and the slowest turn has come round.
double horizon(std::span<const Block> blocks) {
  constexpr double kDecayed = 40;  // e^-40 is below 1/cond of any basis of use
  constexpr double kTurn = 6.3;
  double end = 0;
  for (const Block& block : blocks) {
    const auto size = static_cast<double>(block.size);
    if (block.rate < 0) end = std::max(end, kDecayed * size / -block.rate);
    if (block.kind == Block::Kind::pair) end = std::max(end, kTurn / block.frequency);
  }
  return end;
}

// From a sample to the next: half an octave or, among turns, 0.7 radians of the fastest, but no
// less than a twelfth of the time.
double stride(double t, double fastest) {
  const double octave = 0.41 * t;
  return fastest * octave > 0.7 ? std::max(0.7 / fastest, t / 12) : octave;
}

// The maximum between two samples, to which the norm rises from the one and from which it falls to
// the other: false position on the slope (the Illinois rule).
double climb(Flow& flow, Sample left, Sample right) {
  constexpr int kSteps = 20;
  constexpr double kGain = 1e-8;  // what more steps could bring
  double best = std::max(left.norm, right.norm);
  double rise = left.slope;
  double fall = right.slope;
  for (int step = 0; step < kSteps; ++step) {
    const double width = right.time - left.time;
    const double share = rise > 0 && fall < 0 ? rise / (rise - fall) : 0.5;
    const Sample middle = flow.at(left.time + share * width, kFine);
    best = std::max(best, middle.norm);
    if (std::abs(middle.slope) * width < kGain) break;
    if (middle.slope > 0 && (middle.norm >= left.norm || fall < 0)) {
      left = middle;
      rise = middle.slope;
      fall /= 2;
    } else {
      right = middle;
      fall = middle.slope;
      rise /= 2;
    }
  }
  return best;
}

// The same from a sample higher than its two neighbours. Where these are farther than `turn`, steps
// are halved until the samples tell turns apart.
double hill(Flow& flow, Sample left, Sample top, Sample right, double turn) {
  bool inside = true;
  for (double step = top.time / 12; !inside || right.time - left.time > 4 * turn;) {
    left = flow.at(std::max(top.time - step, 0.0), kCoarse);
    right = flow.at(top.time + step, kCoarse);
    const Sample& higher = left.norm > right.norm ? left : right;
    inside = !(higher.norm > top.norm);
    if (inside) {
      step /= 2;
    } else {
      top = higher;
    }
  }
  return top.slope > 0 ? climb(flow, top, right) : climb(flow, left, top);
}

}  // namespace

double peakNorm(const Matrix& X, std::span<const Block> found, const Matrix& P,
                const Matrix& inverse, double slack) {
  if (X.rows == 0) return 0;
  if (dissipative(X, slack)) return 1;

  std::vector<Block> blocks(found.begin(), found.end());
  double fastest = 0;
  for (Block& block : blocks) {
    if (std::abs(block.rate) <= slack) block.rate = 0;  // neither decays for ever nor grows
    fastest = std::max(fastest, block.frequency);
  }

  const double size = norm2(X);
  const double shortest = 1 / (4 * size);
  const double end = std::min(horizon(blocks), 0x1p50 / size);
  Flow flow(X, blocks, P, inverse);
  std::vector<Sample> samples = {{0, 1, size}};
  for (double t = shortest; t < end && samples.back().norm >= kFallen; t += stride(t, fastest)) {
    samples.push_back(flow.at(t, kCoarse));
  }
  double best = 1;
  if (samples.back().norm >= kFallen) {
    samples.push_back(flow.at(end, kFine));
    best = std::max(best, samples.back().norm);
  }
  std::vector<std::size_t> hills;
  for (std::size_t i = 1; i + 1 < samples.size(); ++i) {
    if (samples[i].norm >= samples[i - 1].norm && samples[i].norm > samples[i + 1].norm) {
      hills.push_back(i);
    }
  }
  insertionSort(std::span(hills),
                [&](std::size_t i, std::size_t j) { return samples[i].norm > samples[j].norm; });
  if (hills.empty()) return std::max(best, climb(flow, samples[0], samples[1]));
  for (const std::size_t i : std::span(hills).first(std::min(hills.size(), kHills))) {
    if (samples[i].norm < kWorth * best) break;
    best = std::max(best, hill(flow, samples[i - 1], samples[i], samples[i + 1], 1 / fastest));
  }
  return best;
}

}  // namespace etx
