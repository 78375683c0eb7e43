#include "attention/encoding.hpp"

#include <cmath>
#include <numeric>
#include <optional>

#include "attention/frequencies.hpp"

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
  return Operator(Generator{scalars(none.dimension, 0), {}, {}});
}

Result<Operator> build(const Decay& decay) {
  if (Status fits = checkDimension(decay.dimension); !fits) return fits.error();
  if (!std::isfinite(decay.rate)) {
    return fail(ErrorCode::notFinite, {"rate is ", text(decay.rate)});
  }
  Operator A(Generator{scalars(decay.dimension, decay.rate), {}, {}});
  A.mirrored = decay.bidirectional;
  return A;
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
  if (!std::isfinite(rotary.restRate)) {
    return fail(ErrorCode::notFinite, {"restRate is ", text(rotary.restRate)});
  }
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
  generator.blocks.resize(rotary.dimension - pairs, {Block::Kind::real, rotary.restRate, 0, 1});
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
  return Operator(generator);
}

Result<Operator> build(const Matrix& X) {
  if (Status sound = checkSquare(X, "matrix"); !sound) return sound.error();
  return Operator(X);
}

// A vector of the encoding's own dimension, lifted with the query's tail or the key's.
Result<std::vector<double>> lifted(const Operator& A, std::span<const double> vector,
                                   std::span<const double> tail, std::string_view name) {
  if (vector.size() != A.dimension()) {
    return fail(ErrorCode::shape,
                {name, " has ", text(vector.size()), " components but the encoding's dimension is ",
                 text(A.dimension())});
  }
  if (Status finite = checkFinite(vector, name); !finite) return finite.error();
  std::vector<double> out(vector.begin(), vector.end());
  for (std::size_t i = 0; i < A.lift.size(); ++i) out[i] *= A.lift[i];
  out.insert(out.end(), tail.begin(), tail.end());
  return out;
}

// What a score is asked of, checked and lifted.
struct Asked {
  std::vector<double> query;
  std::vector<double> key;
  std::optional<Lags>
      own;  // lags of the operator's own; absent: those given, for a list may be a gigabyte
};

Result<Asked> ask(const Operator& A, std::span<const double> query, std::span<const double> key,
                  const Lags& lags) {
  if (Status sound = lags.check("lags"); !sound) return sound.error();
  Result<std::vector<double>> q = lifted(A, query, A.queryTail, "query");
  if (!q) return q.error();
  Result<std::vector<double>> k = lifted(A, key, A.keyTail, "key");
  if (!k) return k.error();
  Asked asked{std::move(*q), std::move(*k), {}};
  if (A.mirrored) asked.own = lags.mirrored();
  if (A.clock) {
    Result<Lags> told = onClock(*A.clock, lags);
    if (!told) return told.error();
    asked.own = std::move(*told);
  }
  return asked;
}

}  // namespace

Operator::Operator() = default;
Operator::Operator(std::variant<Generator, Matrix> X) : generator(std::move(X)) {}
Operator::Operator(const Operator& other) = default;
Operator::Operator(Operator&& other) noexcept = default;
Operator& Operator::operator=(const Operator& other) = default;
Operator& Operator::operator=(Operator&& other) noexcept = default;
Operator::~Operator() = default;

std::size_t Operator::liftedDimension() const {
  const auto* blocks = std::get_if<Generator>(&generator);
  return blocks != nullptr ? blocks->dimension() : std::get_if<Matrix>(&generator)->rows;
}

Result<Rotary> plainRotary(std::size_t dimension, RotaryLayout layout) {
  RotaryRequest request;
  request.rotaryDimension = dimension;
  Result<std::vector<double>> turning = frequencies(request);
  if (!turning) return turning.error();
  Rotary out;
  out.dimension = dimension;
  out.layout = layout;
  out.frequencies = std::move(*turning);
  return out;
}

Result<Operator> resolve(const Encoding& encoding) {
  return std::visit([](const auto& kind) { return build(kind); }, encoding);
}

Status curve(const Operator& A, std::span<const double> query, std::span<const double> key,
             const Lags& lags, Arithmetic arithmetic, const Sink& sink) {
  const Result<Asked> asked = ask(A, query, key, lags);
  if (!asked) return asked.error();
  const auto& [q, k, own] = *asked;
  const Lags& seen = own ? *own : lags;
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
  const Result<Asked> asked = ask(A, query, key, lags);
  if (!asked) return asked.error();
  return contributions(*blocks, asked->query, asked->key, asked->own ? *asked->own : lags, sink);
}

Result<Matrix> orbit(const Operator& A, std::span<const double> vector, const Lags& times) {
  if (Status sound = times.check("times"); !sound) return sound.error();
  const Result<std::vector<double>> start = lifted(A, vector, A.keyTail, "vector");
  if (!start) return start.error();
  const Lags seen = A.mirrored ? times.mirrored() : times;
  return std::visit([&](const auto& X) { return orbit(X, *start, seen); }, A.generator);
}

}  // namespace etx
