#include "group/exponential_polynomial.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/product.hpp"

namespace etx {
namespace {

// Coefficients and eigenvalues made ready for many lags.
struct Prepared {
  Eigenvalue eigenvalue;
  std::span<const Complex> coefficients;
  bool turning;
};

std::vector<Prepared> prepare(const ExponentialPolynomial& sum) {
  std::vector<Prepared> terms;
  terms.reserve(sum.size());
  for (const ExponentialTerm& term : sum) {
    terms.push_back(
        {Eigenvalue(term.rate, term.frequency), term.coefficients, term.frequency != 0});
  }
  return terms;
}

std::size_t longestChain(const ExponentialPolynomial& sum) {
  std::size_t longest = 0;
  for (const ExponentialTerm& term : sum) longest = std::max(longest, term.coefficients.size());
  return longest;
}

// Re Σ c·w, with the rounding errors of a long sum of terms kept in `rest`.
double evaluateAt(std::span<const Prepared> terms, DoubleDouble lag, std::span<Complex> weights) {
  double value = 0;
  double rest = 0;
  for (const Prepared& term : terms) {
    const std::span<Complex> own = weights.first(term.coefficients.size());
    term.eigenvalue.weights(lag, own);
    for (std::size_t l = 0; l < own.size(); ++l) {
      const DoubleDouble next = twoSum(value, times(term.coefficients[l], own[l]).re);
      value = next.hi;
      rest += next.lo;
    }
  }
  return std::isfinite(value) ? value + rest : value;
}

// A(s + t) on one stretch. With U_k(s) = Σ_{l>=k} c_l·w_{l-k}(s), w the eigenvalue's weights,
// s(s + t) = Re Σ_k U_k(s)·w_k(t): a real term needs one column a coefficient, a turning one two.
class Factored {
 public:
  explicit Factored(const ExponentialPolynomial& sum)
      : terms(prepare(sum)), weights(longestChain(sum)) {
    for (const Prepared& term : terms) {
      columns += term.coefficients.size() * (term.turning ? 2 : 1);
    }
  }

  void evaluate(const Lags& lags, Stretch stretch, const Sink& sink) {
    const std::size_t most = std::max<std::size_t>(8, kTable / columns);
    const auto even =
        static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(stretch.count)) / 8) * 8);
    const std::size_t width = std::min(even, most);
    std::vector<double> V(columns * width);
    for (std::size_t r = 0; r < width; ++r) {
      fine(twoProd(static_cast<double>(r), stretch.step), V.data() + r, width);
    }
    // As many rows at a time as keep the product in cache.
    const std::size_t tall = std::clamp<std::size_t>(kChunk / width, 1, most);
    std::vector<double> U(tall * columns);
    std::vector<double> out(tall * width);
    for (std::size_t done = 0; done < stretch.count;) {
      std::size_t rows = 0;
      for (; rows < tall && done + rows * width < stretch.count; ++rows) {
        coarse(lags.at(place(stretch, done + rows * width)), U.data() + rows * columns);
      }
      product(U.data(), V.data(), out.data(), rows, columns, width);
      const std::size_t count = std::min(rows * width, stretch.count - done);
      const std::span<double> samples(out.data(), count);
      for (std::size_t i = 0; i < count; ++i) {
        // A factor beyond range may stand for a product within it.
        if (!std::isfinite(samples[i])) {
          samples[i] = evaluateAt(terms, lags.at(place(stretch, done + i)), weights);
        }
      }
      if (stretch.direction < 0) std::reverse(samples.begin(), samples.end());
      sink(stretch.direction < 0 ? stretch.first + 1 - done - count : stretch.first + done,
           samples);
      done += count;
    }
  }

 private:
  static constexpr std::size_t kChunk = 32768;                 // samples
  static constexpr std::size_t kTable = std::size_t{1} << 22;  // entries of U and of V

  static double place(Stretch stretch, std::size_t i) {
    return static_cast<double>(stretch.first) +
           static_cast<double>(stretch.direction) * static_cast<double>(i);
  }

  void coarse(DoubleDouble lag, double* row) {
    for (const Prepared& term : terms) {
      const std::size_t size = term.coefficients.size();
      term.eigenvalue.weights(lag, std::span(weights).first(size));
      for (std::size_t k = 0; k < size; ++k) {
        Complex sum;
        for (std::size_t l = k; l < size; ++l) {
          const Complex part = times(term.coefficients[l], weights[l - k]);
          sum = {sum.re + part.re, sum.im + part.im};
        }
        *row++ = sum.re;
        if (term.turning) *row++ = -sum.im;
      }
    }
  }

  void fine(DoubleDouble lag, double* column, std::size_t stride) {
    for (const Prepared& term : terms) {
      const std::size_t size = term.coefficients.size();
      term.eigenvalue.weights(lag, std::span(weights).first(size));
      for (std::size_t k = 0; k < size; ++k) {
        *column = weights[k].re;
        column += stride;
        if (!term.turning) continue;
        *column = weights[k].im;
        column += stride;
      }
    }
  }

  std::vector<Prepared> terms;
  std::vector<Complex> weights;
  std::size_t columns = 0;
};

}  // namespace

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

void evaluate(const ExponentialPolynomial& sum, const Lags& lags, const Sink& sink) {
  // Two tables cost more than they save on a few lags.
  constexpr std::size_t kFewLags = 32;
  if (lags.uniform() && lags.count() > kFewLags && !sum.empty()) {
    Factored factored(sum);
    for (const Stretch stretch : outward(lags)) factored.evaluate(lags, stretch, sink);
    return;
  }
  const std::vector<Prepared> terms = prepare(sum);
  std::vector<Complex> weights(longestChain(sum));
  std::vector<double> chunk;
  constexpr std::size_t kChunk = 4096;
  for (std::size_t first = 0; first < lags.count(); first += chunk.size()) {
    chunk.resize(std::min(kChunk, lags.count() - first));
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      chunk[i] = evaluateAt(terms, lags.at(static_cast<double>(first + i)), weights);
    }
    sink(first, chunk);
  }
}

double evaluate(const ExponentialPolynomial& sum, DoubleDouble lag) {
  std::vector<Complex> weights(longestChain(sum));
  return evaluateAt(prepare(sum), lag, weights);
}

}  // namespace etx
