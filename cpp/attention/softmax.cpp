#include "attention/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "linalg/batch.hpp"
#include "linalg/compensated.hpp"
#include "linalg/elementary.hpp"

namespace etx {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Result<double> maximum(std::span<const double> scores) {
  if (scores.empty()) return fail(ErrorCode::shape, {"scores is empty: there is no row"});
  double most = -kInfinity;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (!(scores[j] < kInfinity)) {
      return fail(ErrorCode::notFinite, {"scores[", text(j), "] is ", text(scores[j])});
    }
    most = std::max(most, scores[j]);
  }
  if (most == -kInfinity) {
    return fail(ErrorCode::range, {"every one of scores is -Infinity: no key can have weight"});
  }
  return most;
}

// The smallest indices up to which there is half and 0.95 of `total`.
void findMasses(std::span<const double> masses, double total, AttentionRow& row) {
  bool half = false;
  DoubleDouble sum;
  for (std::size_t j = 0; j < masses.size(); ++j) {
    const DoubleDouble next = twoSum(sum.hi, masses[j]);
    sum = quickTwoSum(next.hi, next.lo + sum.lo);
    if (!half && 2 * sum.hi >= total) {
      row.mass50 = static_cast<double>(j);
      half = true;
    }
    if (20 * sum.hi >= 19 * total) {
      row.mass95 = static_cast<double>(j);
      return;
    }
  }
}

// ln Z of Z >= 1 with a small relative error near 1 too (Kahan): u = 1 + (Z - 1) is off by what the
// quotient makes good.
double logarithm(DoubleDouble total) {
  const double rest = (total - 1).hi;
  const double u = 1 + rest;
  return u == 1 ? rest : logRounded(u) * (rest / (u - 1));
}

}  // namespace

Result<AttentionRow> attention(std::vector<double> scores) {
  const Result<double> most = maximum(scores);
  if (!most) return most.error();

  CompensatedSum masses;
  CompensatedSum moments;  // Σ e^{s-M}·(M - s)
  const Batch top(*most);
  const auto exponentials = [&](double* at) {
    const Batch s = Batch::load_unaligned(at);
    const Batch x = s - top;
    const Batch from = x - s;
    const Batch rest = (s - (x - from)) - (top + from);
    // -Infinity, and scores so far apart that their difference is, leave no rest.
    const auto seen = x > Batch(-1e7);
    const Batch e = rounded(expScaled(x, xsimd::select(seen, rest, Batch(0.0))));
    e.store_unaligned(at);
    masses.add(e);
    moments.add(xsimd::select(seen, e * (0.0 - x), Batch(0.0)));
  };
  const std::size_t count = scores.size();
  scores.resize((count + kLanes - 1) / kLanes * kLanes, -kInfinity);
  for (std::size_t j = 0; j < scores.size(); j += kLanes) exponentials(scores.data() + j);
  scores.resize(count);

  const DoubleDouble total = masses.total();
  AttentionRow row;
  findMasses(scores, total.hi, row);
  row.entropy = logarithm(total) + moments.total().hi / total.hi;
  row.effective = expRounded(row.entropy);
  const double inverse = 1 / total.hi;
  for (double& mass : scores) mass *= inverse;
  row.weights = std::move(scores);
  return row;
}

}  // namespace etx
