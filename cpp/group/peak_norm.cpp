#include "group/peak_norm.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "linalg/product.hpp"
#include "linalg/singular.hpp"

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

class Flow {
 public:
  Flow(std::span<const Block> all, const Matrix& basis, const Matrix& inverted)
      : blocks(all), P(basis), inverse(inverted) {
    for (const Block& block : blocks) chain = std::max(chain, block.size);
  }

  // ‖P·e^{t·diag(blocks)}·P⁻¹‖₂.
  double norm(double t, double tolerance) {
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
    return norm2(P * moved, start, tolerance);
  }

 private:
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

}  // namespace

double peakNorm(const Matrix& X, std::span<const Block> blocks, const Matrix& P,
                const Matrix& inverse, double slack) {
  if (X.rows == 0) return 0;
  const double size = norm2(X);
  if (size == 0 || dissipative(X, slack * size)) return 1;

  constexpr double kCoarse = 1e-3;
  constexpr double kFine = 1e-7;
  const double shortest = 1 / (4 * size);
  // A rate within the tolerance of zero may pretend to decay for ever.
  const double end = std::min(horizon(blocks), 0x1p50 / size);
  constexpr double kQuarters[] = {1, 1.189207115002721, std::numbers::sqrt2, 1.681792830507429};
  Flow flow(blocks, P, inverse);
  double best = 1;
  double when = 0;
  bool fallen = false;
  for (double octave = shortest; octave < end && !fallen; octave *= 2) {
    for (const double quarter : kQuarters) {
      const double norm = flow.norm(octave * quarter, kCoarse);
      if (norm > best) best = norm, when = octave * quarter;
      if (norm < 1 - 10 * kCoarse) fallen = true;
    }
  }
  best = std::max(1.0, flow.norm(when, kFine));
  for (double step = std::max(when / 8, shortest); step > shortest / 256;) {
    bool climbed = false;
    for (const double t : {when - step, when + step}) {
      if (t < 0) continue;
      const double norm = flow.norm(t, kFine);
      if (norm > best) best = norm, when = t, climbed = true;
    }
    if (!climbed) step /= 2;
  }
  return best;
}

}  // namespace etx
