#include "group/exponential_polynomial.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/product.hpp"

namespace etx {
namespace {

// Coefficients and eigenvalues made ready for many lags.
struct Prepared {
  Eigenvalue eigenvalue;
  std::span<const Complex> coefficients;

  [[nodiscard]] std::size_t columns() const { return coefficients.size() * eigenvalue.width(); }
};

struct Terms {
  explicit Terms(const ExponentialPolynomial& sum) {
    each.reserve(sum.size());
    for (const ExponentialTerm& term : sum) {
      each.push_back({Eigenvalue(term.rate, term.frequency), term.coefficients});
      columns += each.back().columns();
      chain = std::max(chain, term.coefficients.size());
    }
  }
  std::vector<Prepared> each;
  std::size_t columns = 0;
  std::size_t chain = 1;  // the longest
};

// Re Σ c·w at each lag, with the rounding errors of a long sum of terms kept apart.
std::vector<double> evaluateEach(const Terms& terms, std::span<const DoubleDouble> lags) {
  const LagTable table(lags, terms.chain);
  const std::size_t stride = table.stride();
  std::vector<double> weights(2 * terms.chain * stride);
  std::vector<double> values(stride);
  std::vector<double> rests(stride);
  for (const Prepared& term : terms.each) {
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

// The width B of a table of J×B >= count samples that costs least. A row costs a seed a term as a
// column does, and what the last row has too much is computed in vain.
std::size_t cheapestWidth(std::size_t count, std::size_t most) {
  constexpr std::size_t kStep = 4;  // product()'s tile
  constexpr std::size_t kSeed =
      24;  // samples that a term adds to in the time of one seed, measured in wasm
  std::size_t best = kStep;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (std::size_t width = kStep; width <= most && width * width <= 4 * count + 64;
       width += kStep) {
    const std::size_t rows = (count + width - 1) / width;
    const std::size_t cost = kSeed * (rows + width) + (rows + kStep - 1) / kStep * kStep * width;
    if (cost < least) {
      least = cost;
      best = width;
    }
  }
  return best;
}

// A(s + t) on one stretch. With U_k(s) = Σ_{l>=k} c_l·w_{l-k}(s), w the eigenvalue's weights,
// s(s + t) = Re Σ_k U_k(s)·w_k(t): a real term needs one column a coefficient, a turning one two.
class Factored {
 public:
  explicit Factored(const Terms& prepared)
      : terms(prepared), most(std::max<std::size_t>(8, kTable / terms.columns / 8 * 8)) {}

  void evaluate(const Lags& lags, Stretch stretch, const Sink& sink) const {
    const std::size_t width = cheapestWidth(stretch.count, most);
    std::vector<DoubleDouble> some(width);
    for (std::size_t r = 0; r < width; ++r) {
      some[r] = twoProd(static_cast<double>(r), stretch.step);
    }
    std::vector<double> V(terms.columns * width);
    fine(LagTable(some, terms.chain), V.data());
    // As many rows at a time as keep the product in cache.
    const std::size_t tall = std::clamp<std::size_t>(kChunk / width, 1, most);
    for (std::size_t done = 0; done < stretch.count;) {
      const auto place = [&](std::size_t i) {
        return lags.at(static_cast<double>(stretch.first) +
                       static_cast<double>(stretch.direction) * static_cast<double>(done + i));
      };
      const std::size_t count = std::min(tall * width, stretch.count - done);
      const std::size_t rows = (count + width - 1) / width;
      some.resize(rows);
      for (std::size_t j = 0; j < rows; ++j) some[j] = place(j * width);
      const LagTable table(some, terms.chain);
      std::vector<double> U(terms.columns * table.stride());
      coarse(table, U.data());
      std::vector<double> out(rows * width);
      productTransposed(U.data(), table.stride(), V.data(), out.data(), rows, terms.columns, width);

      const std::span<double> samples(out.data(), count);
      // A factor beyond range may stand for a product within it.
      std::vector<std::size_t> lost;
      for (std::size_t i = 0; i < count; ++i) {
        if (!std::isfinite(samples[i])) lost.push_back(i);
      }
      some.clear();
      for (const std::size_t i : lost) some.push_back(place(i));
      const std::vector<double> found = evaluateEach(terms, some);
      for (std::size_t i = 0; i < lost.size(); ++i) samples[lost[i]] = found[i];

      if (stretch.direction < 0) std::reverse(samples.begin(), samples.end());
      sink(stretch.direction < 0 ? stretch.first + 1 - done - count : stretch.first + done,
           samples);
      done += count;
    }
  }

 private:
  static constexpr std::size_t kChunk = 32768;                 // samples
  static constexpr std::size_t kTable = std::size_t{1} << 22;  // entries of U and of V

  // Uᵀ: a column of U is a row here, Re U_k and -Im U_k.
  void coarse(const LagTable& lags, double* rows) const {
    const std::size_t stride = lags.stride();
    std::vector<double> weights(2 * terms.chain * stride);
    for (const Prepared& term : terms.each) {
      const std::size_t size = term.coefficients.size();
      const std::size_t width = term.eigenvalue.width();
      term.eigenvalue.weights(lags, size, weights.data());
      for (std::size_t k = 0; k < size; ++k) {
        for (std::size_t l = k; l < size; ++l) {
          const Complex c = term.coefficients[l];
          const double* re = weights.data() + (l - k) * width * stride;
          accumulate(c.re, re, rows, stride);
          if (!term.eigenvalue.turning()) continue;
          accumulate(-c.im, re + stride, rows, stride);
          accumulate(-c.re, re + stride, rows + stride, stride);
          accumulate(-c.im, re, rows + stride, stride);
        }
        rows += width * stride;
      }
    }
  }

  void fine(const LagTable& lags, double* rows) const {
    for (const Prepared& term : terms.each) {
      term.eigenvalue.weights(lags, term.coefficients.size(), rows);
      rows += term.columns() * lags.stride();
    }
  }

  const Terms& terms;
  std::size_t most;  // rows of U or columns of V
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
  const Terms terms(sum);
  if (lags.uniform() && lags.count() > kFewLags && !sum.empty()) {
    const Factored factored(terms);
    for (const Stretch stretch : outward(lags)) factored.evaluate(lags, stretch, sink);
    return;
  }
  constexpr std::size_t kChunk = 256;
  std::vector<DoubleDouble> some;
  for (std::size_t first = 0; first < lags.count(); first += some.size()) {
    some.resize(std::min(kChunk, lags.count() - first));
    for (std::size_t i = 0; i < some.size(); ++i) some[i] = lags.at(static_cast<double>(first + i));
    sink(first, evaluateEach(terms, some));
  }
}

}  // namespace etx
