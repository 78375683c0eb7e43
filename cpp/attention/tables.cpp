// Vectors added to the query or the key by a table or a formula: Shaw, learned, CoPE, sinusoids,
// and GRAPE-A's slope. Trained tables are stood in for by seeded normals, row after row.

#include <algorithm>
#include <cmath>

#include "attention/frequencies.hpp"
#include "attention/outsider.hpp"
#include "attention/seeded.hpp"
#include "linalg/elementary.hpp"
#include "linalg/solve.hpp"

namespace etx {
namespace {

using Vector = std::vector<double>;

// N(0, deviation²), row `number` of a seed's table.
Vector row(std::uint64_t seed, std::uint64_t number, std::size_t length, double deviation) {
  Vector out(length);
  for (std::size_t i = 0; i < length; ++i) {
    out[i] = deviation * seededNormal(seed, number * length + i);
  }
  return out;
}

double overRoot(std::size_t dimension) {
  return 1 / std::sqrt(std::max(1.0, static_cast<double>(dimension)));
}

// A number a row, looked up: what the rows of a table add to the score of one query.
class Looked final : public Addition {
 public:
  bool contextual = false;
  double gate = 0;   // CoPE: positions a token
  double least = 0;  // Shaw: the lag of the first entry
  std::vector<double> entries;

  [[nodiscard]] double at(DoubleDouble lag) const override {
    const double last = static_cast<double>(entries.size()) - 1;
    if (!contextual) {
      return entries[static_cast<std::size_t>(std::clamp(lag.hi - least, 0.0, last))];
    }
    const double place = std::min(gate * (lag.hi + 1), last);
    const double below = std::floor(place);
    const auto i = static_cast<std::size_t>(below);
    const double above = place - below;
    return above == 0 ? entries[i] : (1 - above) * entries[i] + above * entries[i + 1];
  }
};

// Rows moved query and key: (q + v)ᵀ(k + u) - qᵀk = vᵀk + (q + v)ᵀu.
class Rows final : public Addition {
 public:
  std::uint64_t seed = 0;
  double position = 0;
  double fixed = 0;  // vᵀk
  Vector moved;      // q + v

  [[nodiscard]] double at(DoubleDouble lag) const override {
    const auto s = static_cast<std::uint64_t>(position - lag.hi);
    return fixed + dot(moved, row(seed, s, moved.size(), kDeviation));
  }
  static constexpr double kDeviation = 0.02;  // GPT-2's initializer_range
};

class Slope final : public Addition {
 public:
  explicit Slope(double logitsPerToken) : slope(logitsPerToken) {}
  [[nodiscard]] double at(DoubleDouble lag) const override { return -slope * lag.hi; }

 private:
  double slope;
};

// Vaswani et al., Attention Is All You Need, 2017, section 3.5.
class Sinusoids final : public Addition {
 public:
  std::vector<double> frequencies;
  bool concatenated = false;
  double position = 0;
  double fixed = 0;
  Vector moved;

  [[nodiscard]] Vector row(DoubleDouble place) const {
    Vector out(2 * frequencies.size());
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
      const DoubleDouble turns = DoubleDouble{frequencies[i]} * kInverseTurn * place;
      const double high = turns.hi - std::nearbyint(turns.hi);
      const double rest = high + (turns.lo - std::nearbyint(turns.lo));
      const double fraction = rest - std::nearbyint(rest);
      const std::size_t sine = concatenated ? i : 2 * i;
      out[sine] = sinTurns(fraction);
      out[concatenated ? i + frequencies.size() : 2 * i + 1] = cosTurns(fraction);
    }
    return out;
  }
  [[nodiscard]] double at(DoubleDouble lag) const override {
    return fixed + dot(moved, row(DoubleDouble{position} - lag));
  }
};

double softplus(double x) { return x > 40 ? x : logRounded(DoubleDouble{1} + expRounded(x)); }

Vector sum(std::span<const double> a, std::span<const double> b) {
  Vector out(a.begin(), a.end());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += b[i];
  return out;
}

constexpr double kAnyLag = 0x1p53;

}  // namespace

// Shaw, Uszkoreit & Vaswani, Self-Attention with Relative Position Representations, 2018, eq. 4:
// qᵀ(k + a_{clip(s-t)}), N(0, 1/d) in place of trained a. values: clip, seed.
Added relativeKeys(const Question& question) {
  const CatalogueEntry& shaw = question.encoding;
  if (Status whole = checkWhole(question.lags, -kAnyLag, kAnyLag); !whole) return whole.error();
  auto out = std::make_unique<Looked>();
  const std::size_t clip = shaw.whole(0);
  out->least = -static_cast<double>(clip);
  for (std::size_t i = 0; i <= 2 * clip; ++i) {
    // Entry i is lag i - clip, key before query; row 2·clip - i is s - t = clip - i.
    const Vector a = row(shaw.whole(1), 2 * clip - i, shaw.dimension, overRoot(shaw.dimension));
    out->entries.push_back(dot(question.query, a));
  }
  return std::unique_ptr<Addition>(std::move(out));
}

// Rows of a table added to both (Radford et al., GPT-2, 2019), N(0, 0.02²). values: rows, seed.
Added learnedRows(const Question& question) {
  const CatalogueEntry& learned = question.encoding;
  const double rows = learned.value(0);
  const Result<double> position = positionOf(question, rows);
  if (!position) return position.error();
  if (Status whole = checkWhole(question.lags, *position - (rows - 1), *position); !whole) {
    return fail(ErrorCode::range, {whole.error().message, ": the table has ", text(rows), " rows"});
  }
  auto out = std::make_unique<Rows>();
  out->seed = learned.whole(1);
  out->position = *position;
  const Vector v =
      row(out->seed, static_cast<std::uint64_t>(*position), learned.dimension, Rows::kDeviation);
  out->fixed = dot(v, question.key);
  out->moved = sum(question.query, v);
  return std::unique_ptr<Addition>(std::move(out));
}

// Golovneva et al., Contextual Position Encoding, 2024, eq. 3-7: with one key everywhere each gate
// is σ(qᵀk), and lag τ is at position σ·(τ+1), cut at the last; N(0, 1/d) in place of trained
// embeddings. values: maxPosition, seed.
Added contextualPositions(const Question& question) {
  const CatalogueEntry& cope = question.encoding;
  const Result<double> position = positionOf(question);
  if (!position) return position.error();
  if (Status whole = checkWhole(question.lags, 0, *position); !whole) return whole.error();
  auto out = std::make_unique<Looked>();
  out->contextual = true;
  out->gate = 1 / (1 + expRounded(-dot(question.query, question.key)));
  for (std::size_t i = 0; i < cope.whole(0); ++i) {
    const Vector e = row(cope.whole(1), i, cope.dimension, overRoot(cope.dimension));
    out->entries.push_back(dot(question.query, e));
  }
  return std::unique_ptr<Addition>(std::move(out));
}

// Zhang et al., GRAPE, 2025, section 4 (GRAPE-A): -τ·slope·(softplus(vᵀq/√d) + softplus(uᵀk/√d)).
// values: slope. lists: u, v; an absent one is zero.
Added contentSlope(const Question& question) {
  const CatalogueEntry& grape = question.encoding;
  const double scale = overRoot(grape.dimension);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t length = grape.list(i).size();
    if (length != 0 && length != grape.dimension) {
      return fail(ErrorCode::shape,
                  {i == 0 ? "u" : "v", " has ", text(length),
                   " components but the encoding's dimension is ", text(grape.dimension)});
    }
  }
  const auto gate = [&](std::span<const double> by, std::span<const double> vector) {
    return softplus(by.empty() ? 0 : dot(by, vector) * scale);
  };
  const double gates = gate(grape.list(1), question.query) + gate(grape.list(0), question.key);
  return std::unique_ptr<Addition>(std::make_unique<Slope>(grape.value(0) * gates));
}

// values: base, layout (1: sines, then cosines).
Added sinusoids(const Question& question) {
  const CatalogueEntry& sinusoidal = question.encoding;
  const Result<double> position = positionOf(question);
  if (!position) return position.error();
  RotaryRequest request;
  request.rotaryDimension = sinusoidal.dimension;
  request.base = sinusoidal.value(0);
  Result<std::vector<double>> turning = frequencies(request);
  if (!turning) return turning.error();
  auto out = std::make_unique<Sinusoids>();
  out->frequencies = std::move(*turning);
  out->concatenated = sinusoidal.value(1) != 0;
  out->position = *position;
  const Vector v = out->row(*position);
  out->fixed = dot(v, question.key);
  out->moved = sum(question.query, v);
  return std::unique_ptr<Addition>(std::move(out));
}

}  // namespace etx
