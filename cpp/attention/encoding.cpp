#include "attention/encoding.hpp"

#include <cmath>
#include <numeric>
#include <optional>

namespace etx {
namespace {

Status checkDimension(std::size_t dimension) {
  if (dimension <= kMaxDimension) return success();
  return fail(ErrorCode::tooLarge,
              {"dimension is ", text(dimension), " but the largest is ", text(kMaxDimension)});
}

std::vector<Block> scalars(std::size_t count, double rate) {
  return std::vector<Block>(count, {Block::Kind::real, rate, 0, 1});
}

Result<Operator> build(const NoPosition& none) {
  if (Status fits = checkDimension(none.dimension); !fits) return fits.error();
  return Operator{Generator{scalars(none.dimension, 0), {}, {}}, {}, false};
}

Result<Operator> build(const Decay& decay) {
  if (Status fits = checkDimension(decay.dimension); !fits) return fits.error();
  if (!std::isfinite(decay.rate)) {
    return fail(ErrorCode::notFinite, {"rate is ", text(decay.rate)});
  }
  return Operator{Generator{scalars(decay.dimension, decay.rate), {}, {}}, {}, decay.bidirectional};
}

Status check(const Rotary& rotary) {
  const std::size_t pairs = rotary.frequencies.size();
  if (Status fits = checkDimension(rotary.dimension); !fits) return fits;
  if (pairs > rotary.dimension / 2) {
    return fail(ErrorCode::shape, {"frequencies has ", text(pairs), " pairs but dimension ",
                                   text(rotary.dimension), " holds ", text(rotary.dimension / 2)});
  }
  if (rotary.rates.size() != 1 && rotary.rates.size() != pairs) {
    return fail(ErrorCode::shape, {"rates has ", text(rotary.rates.size()),
                                   " values but must have 1 or one a pair, ", text(pairs)});
  }
  if (Status finite = checkFinite(rotary.frequencies, "frequencies"); !finite) return finite;
  if (Status finite = checkFinite(rotary.rates, "rates"); !finite) return finite;
  if (!std::isfinite(rotary.attentionFactor)) {
    return fail(ErrorCode::notFinite, {"attentionFactor is ", text(rotary.attentionFactor)});
  }
  return success();
}

Result<Operator> build(const Rotary& rotary) {
  if (Status sound = check(rotary); !sound) return sound.error();
  const std::size_t pairs = rotary.frequencies.size();
  Operator A;
  Generator generator;
  generator.blocks.reserve(rotary.dimension - pairs);
  for (std::size_t i = 0; i < pairs; ++i) {
    const double rate = rotary.rates.size() == 1 ? rotary.rates[0] : rotary.rates[i];
    generator.blocks.push_back({Block::Kind::pair, rate, 0.0 - rotary.frequencies[i], 1});
  }
  generator.blocks.resize(rotary.dimension - pairs);  // real zero blocks
  if (rotary.layout == RotaryLayout::half && pairs > 0) {
    std::vector<std::uint32_t> places(rotary.dimension);
    std::iota(places.begin(), places.end(), 0U);
    for (std::size_t i = 0; i < pairs; ++i) {
      places[2 * i] = static_cast<std::uint32_t>(i);
      places[2 * i + 1] = static_cast<std::uint32_t>(i + pairs);
    }
    generator.permutation = std::move(places);
  }
  A.generator = std::move(generator);
  if (rotary.attentionFactor != 1) {
    A.lift.assign(rotary.dimension, 1);
    for (std::size_t i = 0; i < 2 * pairs; ++i) A.lift[i] = rotary.attentionFactor;
  }
  return A;
}

Result<Operator> build(const Generator& generator) {
  if (Status sound = etx::check(generator); !sound) return sound.error();
  return Operator{generator, {}, false};
}

Result<Operator> build(const Matrix& X) {
  if (Status sound = checkSquare(X, "matrix"); !sound) return sound.error();
  return Operator{X, {}, false};
}

// A vector of the encoding's own dimension, lifted.
Result<std::vector<double>> lifted(const Operator& A, std::span<const double> vector,
                                   std::string_view name) {
  if (vector.size() != A.dimension()) {
    return fail(ErrorCode::shape,
                {name, " has ", text(vector.size()), " components but the encoding's dimension is ",
                 text(A.dimension())});
  }
  if (Status finite = checkFinite(vector, name); !finite) return finite.error();
  std::vector<double> out(vector.begin(), vector.end());
  for (std::size_t i = 0; i < A.lift.size(); ++i) out[i] *= A.lift[i];
  return out;
}

// What a score is asked of, checked and lifted.
struct Question {
  std::vector<double> query;
  std::vector<double> key;
  std::optional<Lags> mirrored;
};

Result<Question> question(const Operator& A, std::span<const double> query,
                          std::span<const double> key, const Lags& lags) {
  if (Status sound = lags.check("lags"); !sound) return sound.error();
  Result<std::vector<double>> q = lifted(A, query, "query");
  if (!q) return q.error();
  Result<std::vector<double>> k = lifted(A, key, "key");
  if (!k) return k.error();
  Question asked{std::move(*q), std::move(*k), {}};
  if (A.mirrored) asked.mirrored = lags.mirrored();  // else no copy: a list may be a gigabyte
  return asked;
}

}  // namespace

std::size_t Operator::dimension() const {
  const auto* blocks = std::get_if<Generator>(&generator);
  return blocks != nullptr ? blocks->dimension() : std::get_if<Matrix>(&generator)->rows;
}

Result<Operator> resolve(const Encoding& encoding) {
  return std::visit([](const auto& kind) { return build(kind); }, encoding);
}

Status curve(const Operator& A, std::span<const double> query, std::span<const double> key,
             const Lags& lags, Arithmetic arithmetic, const Sink& sink) {
  const Result<Question> asked = question(A, query, key, lags);
  if (!asked) return asked.error();
  const auto& [q, k, mirrored] = *asked;
  const Lags& seen = mirrored ? *mirrored : lags;
  if (const auto* X = std::get_if<Matrix>(&A.generator)) return curve(*X, q, k, seen, sink);
  return curve(*std::get_if<Generator>(&A.generator), q, k, seen, arithmetic, sink);
}

Status contributions(const Operator& A, std::span<const double> query, std::span<const double> key,
                     const Lags& lags, const RowSink& sink) {
  const auto* blocks = std::get_if<Generator>(&A.generator);
  if (blocks == nullptr) {
    return fail(ErrorCode::unsupported,
                {"contributions are one a block, but encoding.matrix has no blocks: give a "
                 "generator"});
  }
  const Result<Question> asked = question(A, query, key, lags);
  if (!asked) return asked.error();
  return contributions(*blocks, asked->query, asked->key, asked->mirrored ? *asked->mirrored : lags,
                       sink);
}

Result<Matrix> orbit(const Operator& A, std::span<const double> vector, const Lags& times) {
  if (Status sound = times.check("times"); !sound) return sound.error();
  const Result<std::vector<double>> start = lifted(A, vector, "vector");
  if (!start) return start.error();
  const Lags seen = A.mirrored ? times.mirrored() : times;
  return std::visit([&](const auto& X) { return orbit(X, *start, seen); }, A.generator);
}

}  // namespace etx
