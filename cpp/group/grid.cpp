#include "group/grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "group/terms.hpp"
#include "linalg/batch.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

constexpr std::size_t kChunk = 32768;                 // samples made together
constexpr std::size_t kTable = std::size_t{1} << 18;  // entries of a right table: 2 MiB

// Lags of one stretch by their number 0, 1, ... outward; halves lie between.
class Place {
 public:
  Place(const Lags& grid, Stretch walked) : lags(grid), stretch(walked) {}
  DoubleDouble operator()(double i) const {
    return lags.at(static_cast<double>(stretch.first) + static_cast<double>(stretch.direction) * i);
  }

 private:
  const Lags& lags;
  Stretch stretch;
};

// Rates and chains: lag = (row's first) + r·step.
class Outward {
 public:
  Outward(const Terms& prepared, std::size_t rowLength, double step)
      : terms(prepared), width(rowLength), right(terms.columns * width) {
    std::vector<DoubleDouble> lags(width);
    for (std::size_t r = 0; r < width; ++r) lags[r] = twoProd(static_cast<double>(r), step);
    terms.right(LagTable(lags, terms.chain), right.data());
  }

  // `rows` rows of samples, the first of them number `done`.
  void write(const Place& place, std::size_t done, std::size_t rows, double* out) const {
    std::vector<DoubleDouble> lags(rows);
    for (std::size_t j = 0; j < rows; ++j) lags[j] = place(static_cast<double>(done + j * width));
    const LagTable table(lags, terms.chain);
    std::vector<double> left(terms.columns * table.stride());
    terms.left(table, left.data());
    productTransposed(left.data(), table.stride(), right.data(), out, rows, terms.columns, width);
  }

 private:
  const Terms& terms;
  std::size_t width;
  std::vector<double> right;
};

// Single clocks: lag = (row's middle) ± (r + 1/2)·step. Real is the products' type.
template <class Real>
class Centred {
 public:
  Centred(const Terms& prepared, std::size_t rowLength, double step)
      : terms(prepared), half(rowLength / 2), rise(twoProd(static_cast<double>(rowLength), step)) {
    double largest = 0;
    for (const Terms::Term& term : terms.each) {
      const Complex c = term.coefficients[0];
      largest = std::max({largest, std::abs(c.re), std::abs(c.im)});
    }
    (void)std::frexp(largest, &exponent);
    --exponent;  // 2^exponent itself is in range
    right = tables(
        half, step, [step](double r) { return twoProd(r + 0.5, step); },
        [](const Terms::Term&) { return Complex{1, 0}; });
  }

  // Added to what Outward wrote.
  void add(const Place& place, std::size_t done, std::size_t rows, double* out) const {
    const auto middle = [&](double j) {
      return place(static_cast<double>(done) + (2 * j + 1) * static_cast<double>(half) - 0.5);
    };
    const Tables left = tables(rows, rise, middle, [this](const Terms::Term& term) {
      const Complex c = term.coefficients[0];
      return Complex{std::ldexp(c.re, -exponent), std::ldexp(c.im, -exponent)};
    });
    std::vector<Real> even(rows * half);
    std::vector<Real> odd(rows * half);
    productTransposed(left.even.data(), left.stride, right.even.data(), even.data(), rows,
                      terms.each.size(), half);
    productTransposed(left.odd.data(), left.stride, right.odd.data(), odd.data(), rows, turning(),
                      half);
    const double scale = std::ldexp(1.0, exponent);
    for (std::size_t j = 0; j < rows; ++j) {
      double* centre = out + (2 * j + 1) * half;
      for (std::size_t r = 0; r < half; ++r) {
        const auto cosines = static_cast<double>(even[j * half + r]);
        const auto sines = static_cast<double>(odd[j * half + r]);
        centre[r] += scale * (cosines - sines);
        *(centre - 1 - static_cast<std::ptrdiff_t>(r)) += scale * (cosines + sines);
      }
    }
  }

 private:
  // Re c·e^{iωτ} of every term, and Im of those that turn; a term a row.
  struct Tables {
    std::size_t stride = 0;
    std::vector<Real> even;
    std::vector<Real> odd;
  };

  [[nodiscard]] std::size_t turning() const { return terms.columns - terms.each.size(); }

  // At lags lag(0), lag(1), ..., `apart` from each other: seeds at every kFine-th, moved by kFine -
  // 1 small turns. Each product of two seeds adds about 3u to an entry.
  template <class Lag, class Coefficient>
  Tables tables(std::size_t count, DoubleDouble apart, Lag lag, Coefficient coefficient) const {
    constexpr std::size_t kFine = 8;
    std::vector<DoubleDouble> every((count + kFine - 1) / kFine);
    for (std::size_t i = 0; i < every.size(); ++i) every[i] = lag(static_cast<double>(i * kFine));
    std::vector<DoubleDouble> small(kFine);
    for (std::size_t b = 0; b < kFine; ++b) small[b] = apart * static_cast<double>(b);
    const LagTable seeds(every, 1);
    const LagTable turns(small, 1);

    const std::size_t stride = every.size() * kFine;
    Tables out{stride, std::vector<Real>(terms.each.size() * stride),
               std::vector<Real>(turning() * stride)};
    Real* even = out.even.data();
    Real* odd = out.odd.data();
    std::vector<double> seed(2 * seeds.stride());
    std::vector<double> turn(2 * kFine);
    for (const Terms::Term& term : terms.each) {
      const Complex c = coefficient(term);
      if (!term.eigenvalue.turning()) {
        std::fill_n(even, stride, static_cast<Real>(c.re));
        even += stride;
        continue;
      }
      term.eigenvalue.weights(seeds, 1, seed.data());
      term.eigenvalue.weights(turns, 1, turn.data());
      for (std::size_t i = 0; i < every.size(); ++i) {
        const double re = seed[i];
        const double im = seed[seeds.stride() + i];
        const Batch a(c.re * re - c.im * im);
        const Batch b(c.re * im + c.im * re);
        for (std::size_t f = 0; f < kFine; f += kLanes) {
          const Batch cosine = Batch::load_unaligned(turn.data() + f);
          const Batch sine = Batch::load_unaligned(turn.data() + kFine + f);
          (a * cosine - b * sine).store_unaligned(even + f);  // xsimd rounds where Real is float
          (a * sine + b * cosine).store_unaligned(odd + f);
        }
        even += kFine;
        odd += kFine;
      }
    }
    return out;
  }

  const Terms& terms;
  std::size_t half;
  DoubleDouble rise;  // from row to row
  int exponent = 0;   // coefficients are scaled by its power of two, into the range of Real
  Tables right;
};

// The row length that costs least for `count` samples: a row costs a seed a term and a sample of it
// half a row's; what the last row has too much is computed in vain.
std::size_t cheapestWidth(std::size_t count, const Terms& outward, const Terms& centred) {
  constexpr std::size_t kStep = 16;    // both halves whole tiles of product(), also in float
  constexpr std::size_t kSeed = 48;    // multiply-adds in the time of one seed, measured in wasm
  constexpr std::size_t kTurned = 16;  // and of an entry that Centred makes
  const std::size_t most = kTable / std::max<std::size_t>(1, outward.columns + centred.columns / 2);
  std::size_t best = kStep;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (std::size_t width = kStep; width <= most && width <= count + kStep; width += kStep) {
    const std::size_t rows = (count + width - 1) / width;
    const std::size_t tall = (rows + 3) / 4 * 4;
    const std::size_t cost = kSeed * outward.columns * (rows + width) / 2 +
                             kTurned * centred.columns * (rows + width / 2) / 2 +
                             tall * width * (outward.columns + centred.columns / 2);
    if (cost < least) {
      least = cost;
      best = width;
    }
  }
  return best;
}

template <class Real>
void evaluateStretch(const Terms& all, const Terms& rated, const Terms& clocks, const Lags& lags,
                     Stretch stretch, const Sink& sink) {
  const std::size_t width = cheapestWidth(stretch.count, rated, clocks);
  const Place place(lags, stretch);
  const Outward outward(rated, width, stretch.step);
  const Centred<Real> centred(clocks, width, stretch.step);
  const std::size_t tall = std::max<std::size_t>(1, kChunk / width);
  for (std::size_t done = 0; done < stretch.count;) {
    const std::size_t count = std::min(tall * width, stretch.count - done);
    const std::size_t rows = (count + width - 1) / width;
    std::vector<double> out(rows * width);
    outward.write(place, done, rows, out.data());
    centred.add(place, done, rows, out.data());

    const std::span<double> samples(out.data(), count);
    // A factor beyond range may stand for a product within it.
    std::vector<std::size_t> lost;
    std::vector<DoubleDouble> at;
    for (std::size_t i = 0; i < count; ++i) {
      if (std::isfinite(samples[i])) continue;
      lost.push_back(i);
      at.push_back(place(static_cast<double>(done + i)));
    }
    const std::vector<double> found = all.at(at);
    for (std::size_t i = 0; i < lost.size(); ++i) samples[lost[i]] = found[i];

    if (stretch.direction < 0) std::reverse(samples.begin(), samples.end());
    sink(stretch.direction < 0 ? stretch.first + 1 - done - count : stretch.first + done, samples);
    done += count;
  }
}

}  // namespace

void evaluateGrid(const ExponentialPolynomial& sum, const Lags& lags, Arithmetic arithmetic,
                  const Sink& sink) {
  const Terms all(sum);
  Terms rated;
  Terms clocks;
  for (const ExponentialTerm& term : sum) {
    (term.rate == 0 && term.coefficients.size() == 1 ? clocks : rated).add(term);
  }
  for (const Stretch stretch : outward(lags)) {
    if (arithmetic == Arithmetic::binary32) {
      evaluateStretch<float>(all, rated, clocks, lags, stretch, sink);
    } else {
      evaluateStretch<double>(all, rated, clocks, lags, stretch, sink);
    }
  }
}

}  // namespace etx
