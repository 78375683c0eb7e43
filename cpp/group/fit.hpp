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
  double residual = 0;  // max |curve - sample| / max |sample|; 0 where all samples are 0
};

/// The exponential polynomial of at most `order` real dimensions that imitates the samples s_j at
/// lags j·step: curve(generator, query, key) ≈ samples.
///
/// Eigenvalues by ESPRIT (Roy & Kailath 1989): the column space of the samples' Hankel matrix is
/// invariant under the shift, and the shift's eigenvalues on it are z = e^{λ·step}. Double roots
/// come scattered by rounding or noise; a scalar curve has one Jordan block an eigenvalue, so
/// clusters of a single-linkage tree are each tried as one block, and what leaves the least
/// residual is taken. Then coefficients by linear least squares and eigenvalues by Gauss and
/// Newton, in turn.
///
/// A negative z, a curve that changes sign from sample to sample, has no real logarithm: its block
/// is a pair of frequency π/step, one dimension more than counted. Where fewer than `order`
/// dimensions stand out of the samples' rounding the result has fewer.
/// From clean samples of an exponential polynomial of order <= 8 the residual is below 1e-9 unless
/// eigenvalues nearly coincide: with m of them within ε it is about u·ε^{1-m}.
/// Errors: "range" unless 1 <= order <= kMaxFitOrder, 2·order <= samples and step > 0;
/// "not-finite"; "too-large" beyond kMaxFitSamples.
Result<Fit> fit(std::span<const double> samples, const FitOptions& options);

}  // namespace etx
