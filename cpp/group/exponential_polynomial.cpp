#include "group/exponential_polynomial.hpp"

#include <algorithm>
#include <cmath>

#include "group/grid.hpp"
#include "group/piecewise.hpp"
#include "group/terms.hpp"

namespace etx {

ExponentialPolynomial contract(std::span<const Block> blocks, std::span<const double> q,
                               std::span<const double> k) {
  ExponentialPolynomial sum;
  sum.reserve(blocks.size());
  std::size_t at = 0;
  for (const Block& block : blocks) {
    const bool pair = block.kind == Block::Kind::pair;
    ExponentialTerm term{block.rate, pair ? block.frequency : 0, {}};
    term.coefficients.reserve(block.size);
    for (std::size_t l = 0; l < block.size; ++l) {
      DoubleDouble re;
      DoubleDouble im;
      for (std::size_t i = 0; i + l < block.size; ++i) {
        if (!pair) {
          re += twoProd(q[at + i], k[at + i + l]);
          continue;
        }
        const double qRe = q[at + 2 * i];
        const double qIm = q[at + 2 * i + 1];
        const double kRe = k[at + 2 * (i + l)];
        const double kIm = k[at + 2 * (i + l) + 1];
        re += twoProd(qRe, kRe) + twoProd(qIm, kIm);
        im += twoProd(qRe, kIm) - twoProd(qIm, kRe);
      }
      term.coefficients.push_back({re.hi, im.hi});
    }
    at += block.dimension();
    sum.push_back(std::move(term));
  }
  return sum;
}

ExponentialPolynomial merged(const ExponentialPolynomial& sum) {
  ExponentialPolynomial out;
  for (const ExponentialTerm& term : sum) {
    const double frequency = std::abs(term.frequency);
    if (out.empty() || out.back().rate != term.rate || out.back().frequency != frequency) {
      out.push_back({term.rate, frequency, {}});
    }
    std::vector<Complex>& into = out.back().coefficients;
    into.resize(std::max(into.size(), term.coefficients.size()));
    const double side = term.frequency < 0 ? -1 : 1;
    for (std::size_t l = 0; l < term.coefficients.size(); ++l) {
      into[l].re += term.coefficients[l].re;
      into[l].im += side * term.coefficients[l].im;
    }
  }
  return out;
}

void evaluate(const ExponentialPolynomial& sum, const Lags& lags, Arithmetic arithmetic,
              const Sink& sink) {
  // Two tables cost more than they save on a few lags.
  constexpr std::size_t kFewLags = 32;
  if (!lags.uniform() && lags.count() > 0) return evaluateList(sum, lags, sink);
  if (lags.count() > kFewLags && !sum.empty()) return evaluateGrid(sum, lags, arithmetic, sink);
  std::vector<DoubleDouble> few(lags.count());
  for (std::size_t i = 0; i < few.size(); ++i) few[i] = lags.at(static_cast<double>(i));
  sink(0, Terms(sum).at(few));
}

}  // namespace etx
