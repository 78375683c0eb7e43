#include "group/variable_projection.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "group/spread.hpp"
#include "linalg/least_squares.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

constexpr double kFarthest = 300;  // e^300 and its square stay within range

std::vector<DoubleDouble> lagsOf(std::size_t all, std::size_t count) {
  std::vector<DoubleDouble> out;
  for (const std::size_t place : spreadOut(all, count)) {
    out.emplace_back(static_cast<double>(place));
  }
  return out;
}

std::size_t rowsOf(std::span<const CurveBlock> blocks, std::size_t more) {
  std::size_t sum = 0;
  for (const CurveBlock& block : blocks) sum += (block.size + more) * block.width();
  return sum;
}

}  // namespace

bool CurveBlock::turning() const { return frequency > 0 && frequency < std::numbers::pi; }

VariableProjection::VariableProjection(std::span<const double> samples, std::size_t count,
                                       std::size_t order, bool stable)
    : most(stable ? 0 : kFarthest / static_cast<double>(samples.size())),
      lags(lagsOf(samples.size(), count), order + 1) {
  for (const std::size_t place : spreadOut(samples.size(), count)) {
    values.push_back(samples[place]);
  }
}

// Rows: Re w_l and, where it turns, -Im w_l of each block, w_l = e^{λj}·j^l/l!, one l more than its
// size.
Matrix VariableProjection::weightsOf(std::span<const CurveBlock> blocks) const {
  const std::size_t stride = lags.stride();
  const std::size_t count = values.size();
  Matrix out(rowsOf(blocks, 1), count);
  std::vector<double> all;
  double* row = out.data.data();
  for (const CurveBlock& block : blocks) {
    const Eigenvalue value(block.rate, block.frequency);
    const std::size_t chain = block.size + 1;
    all.resize(2 * chain * stride);
    value.weights(lags, chain, all.data());
    for (std::size_t l = 0; l < chain; ++l) {
      const double* re = all.data() + l * value.width() * stride;
      row = std::copy_n(re, count, row);
      if (!block.turning()) continue;
      addScaled(-1, re + stride, row, count);
      row += count;
    }
  }
  return out;
}

CurveModel VariableProjection::solve(std::vector<CurveBlock> blocks) const {
  for (CurveBlock& block : blocks) block.rate = std::clamp(block.rate, -kFarthest, most);
  CurveModel out{std::move(blocks), {}, values, 0, {}};
  out.weights = weightsOf(out.blocks);
  const std::size_t count = values.size();
  Matrix columns(rowsOf(out.blocks, 0), count);
  const double* from = out.weights.data.data();
  double* to = columns.data.data();
  for (const CurveBlock& block : out.blocks) {
    to = std::copy_n(from, block.size * block.width() * count, to);
    from += (block.size + 1) * block.width() * count;
  }
  out.coefficients = leastSquares(columns, values);
  for (std::size_t k = 0; k < columns.rows; ++k) {
    addScaled(-out.coefficients[k], &columns(k, 0), out.rest.data(), count);
  }
  out.size = std::sqrt(dot(out.rest.data(), out.rest.data(), count));
  if (std::isnan(out.size)) out.size = HUGE_VAL;
  return out;
}

// The residual's linear part in coefficients and eigenvalues together, with rows that hold the
// latter back: what each block's rate and frequency move by. One at the largest rate is left there
// if it would go beyond.
std::vector<VariableProjection::Move> VariableProjection::moves(const CurveModel& model,
                                                                double damping) const {
  const std::size_t count = values.size();
  const std::size_t linear = model.coefficients.size();
  std::size_t parameters = 0;
  for (const CurveBlock& block : model.blocks) parameters += block.width();
  const std::size_t rows = count + parameters;
  Matrix all(linear + parameters, rows);
  const double* w = model.weights.data.data();
  double* column = all.data.data();
  double* slope = column + linear * rows;
  const double* c = model.coefficients.data();
  for (const CurveBlock& block : model.blocks) {
    // d/dλ of e^{λj}·j^l/l! is (l + 1)·w_{l+1}; by the frequency i times that.
    const std::size_t width = block.width();
    for (std::size_t k = 0; k < block.size * width; ++k, column += rows) {
      std::copy_n(w + k * count, count, column);
    }
    for (std::size_t l = 0; l < block.size; ++l, c += width) {
      const auto factor = static_cast<double>(l + 1);
      w += width * count;
      addScaled(factor * c[0], w, slope, count);
      if (width == 1) continue;
      const double* minusIm = w + count;
      addScaled(factor * c[1], minusIm, slope, count);
      addScaled(factor * c[0], minusIm, slope + rows, count);
      addScaled(-factor * c[1], w, slope + rows, count);
    }
    w += width * count;
    slope += width * rows;
  }
  for (std::size_t k = 0; k < parameters; ++k) {
    double* v = &all(linear + k, 0);
    v[count + k] = damping * std::sqrt(dot(v, v, count));
  }
  std::vector<double> right = model.rest;
  right.resize(rows);
  std::vector<Move> out(model.blocks.size());
  for (bool again = true; again;) {
    again = false;
    const std::vector<double> x = leastSquares(all, right);
    std::size_t at = linear;
    for (std::size_t b = 0; b < out.size(); ++b) {
      const CurveBlock& block = model.blocks[b];
      if (x[at] > 0 && block.rate == most) {
        std::fill_n(&all(at, 0), rows, 0.0);
        again = true;
      }
      out[b] = {x[at], block.turning() ? x[at + 1] : 0};
      at += block.width();
    }
  }
  return out;
}

CurveModel VariableProjection::refined(CurveModel model, int steps) const {
  constexpr double kSettled = 0.99;
  constexpr double kLeast = 1e-3;
  constexpr double kChange = 10;
  double damping = 0;
  for (int step = 0; step < steps && damping <= kChange; ++step) {
    const std::vector<Move> along = moves(model, damping);
    std::vector<CurveBlock> blocks = model.blocks;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      blocks[b].rate += along[b].rate;
      // Within (0, π): a block keeps its kind.
      const double turned = blocks[b].frequency + along[b].frequency;
      if (turned > 0 && turned < std::numbers::pi) blocks[b].frequency = turned;
    }
    CurveModel next = solve(std::move(blocks));
    if (!(next.size < model.size)) {
      damping = std::max(damping * kChange, kLeast);
      continue;
    }
    damping /= kChange;
    const bool settled = next.size > kSettled * model.size;
    model = std::move(next);
    if (settled) break;
  }
  return model;
}

}  // namespace etx
