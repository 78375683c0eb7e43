#include "group/fit.hpp"

#include <algorithm>
#include <cmath>

#include "group/curve.hpp"
#include "group/esprit.hpp"
#include "group/grouping.hpp"
#include "group/variable_projection.hpp"

namespace etx {
namespace {

constexpr int kRefinement = 12;  // steps; most end earlier

// A block a group, its eigenvalue the members' mean.
std::vector<CurveBlock> blocksOf(const Grouping& groups, std::span<const Atom> roots) {
  std::vector<CurveBlock> out;
  for (std::size_t first = 0; first < roots.size(); ++first) {
    CurveBlock block{0, 0, 0};
    for (std::size_t i = first; i < roots.size(); ++i) {
      if (groups[i].first != first) continue;
      const std::size_t share = groups[i].real ? roots[i].dimension : 1;
      block.rate += static_cast<double>(share) * roots[i].re;
      block.frequency += static_cast<double>(share) * roots[i].im;
      block.size += share;
    }
    if (block.size == 0) continue;
    block.rate /= static_cast<double>(block.size);
    block.frequency = groups[first].real ? 0 : block.frequency / static_cast<double>(block.size);
    out.push_back(block);
  }
  return out;
}

// Which roots are one, by what each grouping leaves.
CurveModel bestGrouping(const VariableProjection& projection, std::span<const Atom> roots) {
  constexpr int kSteps = 3;
  constexpr double kHopeless = 10;  // so far from the nearest a few steps do not bring one
  CurveModel best;
  double nearest = HUGE_VAL;
  searchGroupings(roots, [&](const Grouping& groups) {
    CurveModel next = projection.solve(blocksOf(groups, roots));
    nearest = std::min(nearest, next.size);
    if (next.size <= kHopeless * nearest) next = projection.refined(std::move(next), kSteps);
    const double size = next.size;
    if (size < best.size) best = std::move(next);
    return size;
  });
  return best;
}

// A lower order's blocks and one real dimension more, of any time scale that the samples show.
CurveModel grown(const VariableProjection& projection, const std::vector<CurveBlock>& blocks,
                 std::size_t count) {
  CurveModel best;
  double rate = 0;
  for (std::size_t halves = 8 * count; halves > 0; halves /= 2) {  // of the time to 1/e
    std::vector<CurveBlock> next = blocks;
    next.push_back({rate, 0, 1});
    CurveModel model = projection.solve(std::move(next));
    if (model.size < best.size) best = std::move(model);
    rate = -2 / static_cast<double>(halves);
  }
  return projection.refined(std::move(best), kRefinement);
}

// q = the first unit vector of every block, k = its coefficients.
Fit realised(const CurveModel& model, double step) {
  Fit out;
  std::size_t at = 0;
  for (const CurveBlock& block : model.blocks) {
    const bool pair = block.frequency > 0;
    out.generator.blocks.push_back({pair ? Block::Kind::pair : Block::Kind::real, block.rate / step,
                                    block.frequency / step, block.size});
    double scale = 1;  // (τ/step)^l
    for (std::size_t l = 0; l < block.size; ++l, scale /= step) {
      out.query.push_back(l == 0 ? 1 : 0);
      out.key.push_back(scale * model.coefficients[at++]);
      if (!pair) continue;
      out.query.push_back(0);
      out.key.push_back(block.turning() ? scale * model.coefficients[at++] : 0);
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

// max |curve - sample|
Result<double> farthestOff(const Fit& found, std::span<const double> samples, double step) {
  const Lags lags = Lags::grid(0, step, samples.size());
  double off = 0;
  const Status drawn = curve(found.generator, found.query, found.key, lags, Arithmetic::binary64,
                             [&](std::size_t first, std::span<const double> part) {
                               for (std::size_t i = 0; i < part.size(); ++i) {
                                 const double one = std::abs(part[i] - samples[first + i]);
                                 off = std::max(off, std::isnan(one) ? HUGE_VAL : one);
                               }
                             });
  if (!drawn) return drawn.error();
  return off;
}

}  // namespace

Result<Fit> fit(std::span<const double> given, const FitOptions& options) {
  if (Status sound = check(given, options); !sound) return sound.error();
  double largest = 0;
  for (const double sample : given) largest = std::max(largest, std::abs(sample));
  Fit best{{{Block{}}, {}, {}}, {1}, {0}, 0, std::vector<double>(options.order)};
  if (largest == 0) return best;
  // Below 1, exactly: squares stay within range.
  int exponent = 0;
  largest = std::frexp(largest, &exponent);
  std::vector<double> samples(given.begin(), given.end());
  for (double& sample : samples) sample = std::ldexp(sample, -exponent);
  best.residual = 1;

  constexpr double kRounding = 0x1p-50;
  std::size_t most = 8;  // the orders that a basis is for
  SignalSpace space(samples, most);
  const VariableProjection all(samples, samples.size(), options.order, options.stable);
  CurveModel least;
  for (std::size_t order = 1; order <= options.order; ++order) {
    best.residuals[order - 1] = best.residual;
    if (best.residual <= kRounding) continue;
    if (order > most) most *= 2, space = SignalSpace(samples, most);
    if (order > space.rank()) continue;
    const Result<std::vector<Atom>> roots = space.eigenvalues(order);
    if (!roots) return roots.error();
    // The choice of blocks does not need every sample.
    const std::size_t enough = std::max<std::size_t>(64, 8 * order);
    const VariableProjection some(samples, enough, order, options.stable);
    CurveModel chosen = bestGrouping(some, *roots);
    CurveModel other = grown(some, least.blocks, samples.size());
    if (other.size < chosen.size) chosen = std::move(other);
    least = all.refined(all.solve(std::move(chosen.blocks)), kRefinement);
    Fit next = realised(least, options.step);
    const Result<double> off = farthestOff(next, samples, options.step);
    if (!off) return off.error();
    next.residual = *off / largest;
    if (!(next.residual < best.residual)) continue;
    next.residuals = std::move(best.residuals);
    best = std::move(next);
    best.residuals[order - 1] = best.residual;
  }
  for (double& k : best.key) k = std::ldexp(k, exponent);
  return best;
}

}  // namespace etx
