#pragma once

#include <span>
#include <vector>

#include "group/generator.hpp"

namespace etx {

inline constexpr std::size_t kMaxFitOrder = 64;
inline constexpr std::size_t kMaxFitSamples = 65536;

struct FitOptions {
  double step = 1;        // tokens between samples, > 0
  std::size_t order = 1;  // real dimensions, at most
  bool stable = false;    // rates <= 0 only
};

struct Fit {
  Generator generator;  // blocks alone
  std::vector<double> query;
  std::vector<double> key;
  double residual = 0;            // max |curve - sample| / max |sample|; 0 where all samples are 0
  std::vector<double> residuals;  // the same of at most 1, 2, ... order dimensions; it never grows
};

/// The exponential polynomial of at most `order` real dimensions that imitates the samples s_j at
/// lags j·step: curve(generator, query, key) ≈ samples.
///
/// For each order from 1 on, a start: the eigenvalues of the samples' signal space (esprit.hpp),
/// gathered to blocks (grouping.hpp), or the order before with a real dimension more, whichever
/// leaves less on some of the samples; then least squares over all of them
/// (variable_projection.hpp). The answer is the order with the least residual, the lowest of them:
/// what more dimensions leave is never more, and what a call finds at an order does not depend on
/// the order that it was asked for.
///
/// A negative z = e^{λ·step}, a curve that changes sign from sample to sample, has no real
/// logarithm: its block is a pair of frequency π/step, one dimension more than counted. Where fewer
/// than `order` dimensions stand out of the samples' rounding the result has fewer.
/// From clean samples of an exponential polynomial of order <= 8 the residual is below 1e-9 unless
/// eigenvalues nearly coincide: with m of them within ε it is about u·ε^{1-m}.
/// A key beyond range is ±Infinity, which takes samples near the largest double.
/// Errors: "range" unless 1 <= order <= kMaxFitOrder, 2·order <= samples and step > 0;
/// "not-finite"; "too-large" beyond kMaxFitSamples.
Result<Fit> fit(std::span<const double> samples, const FitOptions& options);

}  // namespace etx
