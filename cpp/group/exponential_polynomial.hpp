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

/// s at every lag. Error of each sample <= 4e-15·Σ|c·τ^l/l!·e^{rate·τ}| for rate <= 0 and
/// |τ| <= 1e15, measured at most a tenth of that; it grows with neither τ nor the number of lags.
/// On a grid by A(s + t) = A(s)·A(t): count = J·B samples are one product of a J×n and an n×B
/// matrix whose rows and columns come from closed forms; elsewhere lag by lag.
/// Terms beyond range are ±Infinity; two of opposite sign give NaN.
void evaluate(const ExponentialPolynomial& sum, const Lags& lags, const Sink& sink);

}  // namespace etx
