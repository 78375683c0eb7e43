#pragma once

#include <functional>
#include <span>
#include <vector>

#include "group/block.hpp"
#include "group/lags.hpp"

namespace etx {

/// What a score is: s(τ) = Σ_b Re Σ_l c_{b,l}·e^{λ_b τ}·τ^l/l!, one eigenvalue λ_b = rate +
/// i·frequency a term. Every qᵀe^{τX}k with X = diag(blocks) is one, with
/// c_l = Σ_i conj(q_i)·k_{i+l} over a block's (complex) coordinates.
struct ExponentialTerm {
  double rate = 0;
  double frequency = 0;
  std::vector<Complex> coefficients;
};
using ExponentialPolynomial = std::vector<ExponentialTerm>;

/// One term a block, in the blocks' order; each coefficient is summed in double-double and rounded
/// once. q and k in block coordinates.
ExponentialPolynomial contract(std::span<const Block> blocks, std::span<const double> q,
                               std::span<const double> k);

/// The same sum with neighbours of equal eigenvalue added together: d unrotated coordinates cost
/// one term, not d. e^{λτ} and e^{λ̄τ} count as equal.
ExponentialPolynomial merged(const ExponentialPolynomial& sum);

/// Receives samples first, first + 1, ... of a curve. Stretches arrive in any order, each sample
/// once.
using Sink = std::function<void(std::size_t first, std::span<const double> samples)>;

/// What the products of a grid's tables are computed in.
enum class Arithmetic { binary64, binary32 };

/// s at every lag. Error of each sample <= 4e-15·Σ|c·τ^l/l!·e^{rate·τ}| for rate <= 0 and
/// |τ| <= 1e15; it grows with neither τ nor the number of lags.
/// A grid is a product of two tables (grid.hpp), a list is piecewise polynomial where its lags
/// lie close enough to pay for that (piecewise.hpp), and else every lag by itself.
/// binary32: on a grid, terms with rate 0 and one coefficient add 6e-7·Σ|c| to the error.
/// Terms beyond range are ±Infinity; two of opposite sign give NaN.
void evaluate(const ExponentialPolynomial& sum, const Lags& lags, Arithmetic arithmetic,
              const Sink& sink);

}  // namespace etx
