#include "group/piecewise.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "group/terms.hpp"
#include "linalg/batch.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

constexpr std::size_t kDegrees = 16;  // 0 to 15
using Polynomial = std::array<Complex, kDegrees>;

// p <- factor·x·p modulo T₁₆.
void multiplyByX(Polynomial& p, Complex factor) {
  // x¹⁶ - T₁₆/2¹⁵, even degrees.
  constexpr double kReduced[] = {-0x1p-15,    0x1p-8,   -21.0 / 256, 21.0 / 32,
                                 -165.0 / 64, 11.0 / 2, -13.0 / 2,   4};
  const Complex top = times(factor, p.back());
  for (std::size_t j = kDegrees - 1; j > 0; --j) p[j] = times(factor, p[j - 1]);
  p[0] = {};
  for (std::size_t j = 0; j < kDegrees; j += 2) {
    p[j].re += kReduced[j / 2] * top.re;
    p[j].im += kReduced[j / 2] * top.im;
  }
}

// e^{zx} modulo T₁₆ for |z| <= 5/4, by Horner on its power series: (5/4)²⁴/24! = 3e-22.
Polynomial exponential(Complex z) {
  Polynomial p{};
  p[0].re = 1;
  for (int n = 24; n > 0; --n) {
    multiplyByX(p, {z.re / n, z.im / n});
    p[0].re += 1;
  }
  return p;
}

// Σ p_j x^j, even and odd degrees in one register's two lanes.
double horner(const double* p, double x) {
  static_assert(kLanes == 2);
  const Batch square(x * x);
  Batch sum = Batch::load_unaligned(p + kDegrees - 2);
  for (std::size_t j = kDegrees - 2; j > 0; j -= 2) {
    sum = multiplyAdd(sum, square, Batch::load_unaligned(p + j - 2));
  }
  return sum.get(0) + x * sum.get(1);
}

// The pieces that hold lags, numbered as they were met: an open-addressing hash table finds them by
// their places.
class Pieces {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Piece {
    double place = 0;           // its middle is (2·place + 1)·ℓ
    std::uint32_t lags = 0;     // how many it holds
    std::uint32_t row = kNone;  // of its polynomial, if it has one
  };

  // One lag more at this place; its piece's number.
  std::uint32_t count(double place) {
    if (2 * each.size() >= slots.size()) grow();
    std::uint32_t& number = slots[slotOf(place)];
    if (number == kNone) {
      number = static_cast<std::uint32_t>(each.size());
      each.push_back({place});
    }
    ++each[number].lags;
    return number;
  }

  std::vector<Piece> each;

 private:
  // Where the piece is or belongs. Fibonacci hashing: the product's highest bits depend on all.
  [[nodiscard]] std::size_t slotOf(double place) const {
    const auto mixed = std::bit_cast<std::uint64_t>(place + 0.0) * 0x9e3779b97f4a7c15;
    auto slot = static_cast<std::size_t>(mixed >> (64 - bits));
    while (slots[slot] != kNone && each[slots[slot]].place != place) {
      slot = (slot + 1) & (slots.size() - 1);
    }
    return slot;
  }
  void grow() {
    slots.assign(std::size_t{1} << ++bits, kNone);
    for (std::uint32_t number = 0; number < each.size(); ++number) {
      slots[slotOf(each[number].place)] = number;
    }
  }

  std::vector<std::uint32_t> slots;
  int bits = 5;
};

class Piecewise {
 public:
  explicit Piecewise(const ExponentialPolynomial& sum) : terms(sum) {
    double fastest = 0;
    for (const ExponentialTerm& term : sum) {
      const double rate = std::abs(term.rate);
      fastest =
          std::max({fastest, std::sqrt(rate * rate + term.frequency * term.frequency), 4 * rate});
    }
    int exponent = 0;
    (void)std::frexp(1.25 / fastest, &exponent);
    half = std::ldexp(1.0, exponent - 1);
    perHalf = 1 / half;
    worthwhile = fastest > 0x1p-900 && fastest < 0x1p900 && terms.columns >= kFewColumns;
    if (worthwhile) prepare(sum);
  }

  // Lags first, first + 1, ... of a list.
  void evaluate(const Lags& lags, std::size_t first, std::size_t count, const Sink& sink) const {
    const auto lag = [&](std::size_t i) { return lags.at(static_cast<double>(i)).hi; };
    Pieces pieces;
    std::vector<std::uint32_t> pieceOf;
    std::vector<double> polynomials;
    if (worthwhile) {
      pieceOf.resize(count);
      for (std::size_t i = 0; i < count; ++i) pieceOf[i] = pieces.count(place(lag(first + i)));
      polynomials = polynomialsOf(pieces);
    }
    std::vector<double> samples(std::min(kTogether, count));
    std::vector<std::size_t> rest;
    std::vector<DoubleDouble> restLags;
    for (std::size_t done = first; done < first + count; done += samples.size()) {
      samples.resize(std::min(kTogether, first + count - done));
      rest.clear();
      restLags.clear();
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const double tau = lag(done + i);
        if (worthwhile) {
          const Pieces::Piece& piece = pieces.each[pieceOf[done - first + i]];
          if (piece.row != Pieces::kNone) {
            samples[i] = horner(polynomials.data() + piece.row * kDegrees,
                                (tau * perHalf - 2 * piece.place) - 1);
            if (std::isfinite(samples[i])) continue;
          }
        }
        rest.push_back(i);
        restLags.emplace_back(tau);
      }
      const std::vector<double> found = terms.at(restLags);
      for (std::size_t i = 0; i < rest.size(); ++i) samples[rest[i]] = found[i];
      sink(done, samples);
    }
  }

 private:
  static constexpr std::size_t kFewColumns = 8;
  static constexpr std::uint32_t kFewLags = 3;  // in a piece
  static constexpr std::size_t kTogether = 1024;
  static constexpr std::size_t kTable = std::size_t{1} << 16;  // entries, 512 KiB

  [[nodiscard]] double place(double lag) const { return std::floor(lag * perHalf * 0.5); }

  // The coefficients of Re w_k and Im w_k, a column of the terms a row.
  void prepare(const ExponentialPolynomial& sum) {
    right.reserve(terms.columns * kDegrees);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      Polynomial p = exponential({sum[i].rate * half, sum[i].frequency * half});
      for (std::size_t k = 0; k < sum[i].coefficients.size(); ++k) {
        if (k > 0) multiplyByX(p, {half / static_cast<double>(k), 0});
        for (const Complex c : p) right.push_back(c.re);
        if (!terms.each[i].eigenvalue.turning()) continue;
        for (const Complex c : p) right.push_back(c.im);
      }
    }
  }

  // Of the pieces that hold lags enough and lie far enough out, one a row.
  std::vector<double> polynomialsOf(Pieces& pieces) const {
    std::vector<DoubleDouble> middles;
    const double nearest = 8 * static_cast<double>(terms.chain - 1);
    for (Pieces::Piece& piece : pieces.each) {
      if (piece.lags < kFewLags || std::abs(2 * piece.place + 1) < nearest) continue;
      piece.row = static_cast<std::uint32_t>(middles.size());
      const DoubleDouble middle = twoSum(2 * piece.place, 1);
      middles.emplace_back(middle.hi * half, middle.lo * half);
    }
    std::vector<double> out(middles.size() * kDegrees);
    const std::size_t together = std::clamp<std::size_t>(kTable / terms.columns, 4, 256);
    for (std::size_t first = 0; first < middles.size(); first += together) {
      const std::size_t count = std::min(together, middles.size() - first);
      const LagTable table(std::span<const DoubleDouble>(middles).subspan(first, count),
                           terms.chain);
      std::vector<double> left(terms.columns * table.stride());
      terms.left(table, left.data());
      productTransposed(left.data(), table.stride(), right.data(), out.data() + first * kDegrees,
                        count, terms.columns, kDegrees);
    }
    return out;
  }

  Terms terms;
  double half = 1;  // ℓ, a power of two
  double perHalf = 1;
  bool worthwhile = false;
  std::vector<double> right;
};

}  // namespace

void evaluateList(const ExponentialPolynomial& sum, const Lags& lags, const Sink& sink) {
  constexpr std::size_t kChunk = std::size_t{1} << 20;  // lags whose pieces are kept together
  const Piecewise piecewise(sum);
  for (std::size_t first = 0; first < lags.count(); first += kChunk) {
    piecewise.evaluate(lags, first, std::min(kChunk, lags.count() - first), sink);
  }
}

}  // namespace etx
