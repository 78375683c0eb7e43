#include "attention/sweep.hpp"

#include "attention/score_moments.hpp"
#include "group/curve.hpp"
#include "group/terms.hpp"

namespace etx {

std::optional<ExponentialPolynomial> polynomial(const Operator& A, const JointGaussian& joint,
                                                Statistic statistic) {
  const auto* X = std::get_if<Generator>(&A.generator);
  if (X == nullptr || A.clock) return {};
  const JointGaussian seen = lifted(A, joint);
  if (statistic == Statistic::deviation) return variancePolynomial(*X, seen);
  return meanPolynomial(*X, seen);
}

Status sweep(const Operator& A, const JointGaussian& joint, Statistic statistic, const Lags& lags,
             const Sink& sink) {
  if (Status sound = lags.check("lags"); !sound) return sound;
  if (Status sound = check(joint, A.dimension()); !sound) return sound;
  const std::optional<ExponentialPolynomial> sum = polynomial(A, joint, statistic);
  if (!sum) {
    Result<Moments> found = moments(A, joint, {}, lags);
    if (!found) return found.error();
    sink(0, statistic == Statistic::mean ? found->mean : found->deviation);
    return success();
  }
  const Lags along = A.mirrored ? lags.mirrored() : lags;
  if (Status near = checkPhases(*std::get_if<Generator>(&A.generator), along); !near) return near;
  if (statistic == Statistic::mean) {
    evaluate(*sum, along, Arithmetic::binary32, sink);
    return success();
  }
  evaluate(*sum, along, Arithmetic::binary32,
           [&](std::size_t first, std::span<const double> variances) {
             std::vector<double> deviations(variances.begin(), variances.end());
             intoDeviations(deviations);
             sink(first, deviations);
           });
  return success();
}

SweepTables sweepTables(const ExponentialPolynomial& sum, const Lags& lags,
                        const std::vector<double>& starts, double step, std::size_t width) {
  const Terms terms(sum);
  SweepTables out;
  out.columns = (terms.columns + 3) / 4 * 4;
  std::vector<DoubleDouble> at(starts.size());
  for (std::size_t j = 0; j < at.size(); ++j) at[j] = lags.at(starts[j]);
  const LagTable left(at, terms.chain);
  std::vector<double> rows(terms.columns * left.stride());
  terms.left(left, rows.data());
  out.left.resize(starts.size() * out.columns);
  for (std::size_t j = 0; j < starts.size(); ++j) {
    for (std::size_t k = 0; k < terms.columns; ++k) {
      out.left[j * out.columns + k] = static_cast<float>(rows[k * left.stride() + j]);
    }
  }
  at.resize(width);
  for (std::size_t r = 0; r < width; ++r) at[r] = twoProd(static_cast<double>(r), step);
  const LagTable right(at, terms.chain);
  rows.assign(terms.columns * right.stride(), 0.0);
  terms.right(right, rows.data());
  out.right.resize(out.columns * width);
  for (std::size_t k = 0; k < terms.columns; ++k) {
    for (std::size_t r = 0; r < width; ++r) {
      out.right[(k / 4 * width + r) * 4 + k % 4] = static_cast<float>(rows[k * right.stride() + r]);
    }
  }
  return out;
}

}  // namespace etx
