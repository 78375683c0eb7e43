#pragma once

#include <span>
#include <vector>

#include "group/exponential_polynomial.hpp"

namespace etx {

/// An exponential polynomial made ready for many lags. It refers to the sum's coefficients, which
/// must outlive it.
class Terms {
 public:
  struct Term {
    Eigenvalue eigenvalue;
    std::span<const Complex> coefficients;

    /// Real columns that the term takes in a product of tables.
    [[nodiscard]] std::size_t columns() const { return coefficients.size() * eigenvalue.width(); }
  };

  Terms() = default;
  explicit Terms(const ExponentialPolynomial& sum);
  void add(const ExponentialTerm& term);

  /// Σ Re c·w at each lag, with the rounding errors of a long sum kept apart.
  [[nodiscard]] std::vector<double> at(std::span<const DoubleDouble> lags) const;

  /// The left factor of A(s + t) = A(s)·A(t), transposed: with U_k(s) = Σ_{l>=k} c_l·w_{l-k}(s) and
  /// w the eigenvalue's weights, s(s + t) = Re Σ_k U_k(s)·w_k(t). Row by row Re U_k and, where the
  /// term turns, -Im U_k, at every lag; rows of lags.stride() entries, zeroed beforehand.
  void left(const LagTable& lags, double* rows) const;
  /// The right factor: Re w_k and, where the term turns, Im w_k.
  void right(const LagTable& lags, double* rows) const;

  std::vector<Term> each;
  std::size_t columns = 0;
  std::size_t chain = 1;  // the longest
};

}  // namespace etx
