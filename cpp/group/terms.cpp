#include "group/terms.hpp"

#include <algorithm>
#include <cmath>

namespace etx {

Terms::Terms(const ExponentialPolynomial& sum) {
  each.reserve(sum.size());
  for (const ExponentialTerm& term : sum) add(term);
}

void Terms::add(const ExponentialTerm& term) {
  each.push_back({Eigenvalue(term.rate, term.frequency), term.coefficients});
  columns += each.back().columns();
  chain = std::max(chain, term.coefficients.size());
}

std::vector<double> Terms::at(std::span<const DoubleDouble> lags) const {
  const LagTable table(lags, chain);
  const std::size_t stride = table.stride();
  std::vector<double> weights(2 * chain * stride);
  std::vector<double> values(stride);
  std::vector<double> rests(stride);
  for (const Term& term : each) {
    term.eigenvalue.weights(table, term.coefficients.size(), weights.data());
    const double* row = weights.data();
    for (const Complex c : term.coefficients) {
      accumulate(c.re, row, values.data(), rests.data(), stride);
      row += stride;
      if (!term.eigenvalue.turning()) continue;
      accumulate(-c.im, row, values.data(), rests.data(), stride);
      row += stride;
    }
  }
  values.resize(lags.size());
  for (std::size_t i = 0; i < lags.size(); ++i) {
    if (std::isfinite(values[i])) values[i] += rests[i];
  }
  return values;
}

void Terms::left(const LagTable& lags, double* rows) const {
  const std::size_t stride = lags.stride();
  std::vector<double> weights(2 * chain * stride);
  for (const Term& term : each) {
    const std::size_t size = term.coefficients.size();
    const std::size_t width = term.eigenvalue.width();
    term.eigenvalue.weights(lags, size, weights.data());
    for (std::size_t k = 0; k < size; ++k) {
      for (std::size_t l = k; l < size; ++l) {
        const Complex c = term.coefficients[l];
        const double* re = weights.data() + (l - k) * width * stride;
        accumulate(c.re, re, rows, stride);
        if (width == 1) continue;
        accumulate(-c.im, re + stride, rows, stride);
        accumulate(-c.re, re + stride, rows + stride, stride);
        accumulate(-c.im, re, rows + stride, stride);
      }
      rows += width * stride;
    }
  }
}

void Terms::right(const LagTable& lags, double* rows) const {
  for (const Term& term : each) {
    term.eigenvalue.weights(lags, term.coefficients.size(), rows);
    rows += term.columns() * lags.stride();
  }
}

}  // namespace etx
