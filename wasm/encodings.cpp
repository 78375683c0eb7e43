#include "encodings.hpp"

#include "attention/outsider.hpp"

namespace etx::js {
namespace {

Result<Rotary> rotary(const Argument& from, std::size_t dimension) {
  Rotary out;
  out.dimension = dimension;
  const Result<std::string> layout = string(from.field("layout"));
  if (!layout) return layout.error();
  if (*layout == "interleaved") {
    out.layout = RotaryLayout::interleaved;
  } else if (*layout != "half") {
    return fail(ErrorCode::range,
                {from.name, ".layout is \"", *layout, "\" but must be half or interleaved"});
  }
  Result<std::vector<double>> turning = numbers(from.field("frequencies"));
  if (!turning) return turning.error();
  out.frequencies = std::move(*turning);
  Result<std::vector<double>> rates = numbers(from.field("rates"));
  if (!rates) return rates.error();
  out.rates = std::move(*rates);
  const Result<double> factor = number(from.field("attentionFactor"));
  if (!factor) return factor.error();
  out.attentionFactor = *factor;
  const Argument rest = from.field("restRate");
  if (!rest.isMissing()) {
    const Result<double> rate = number(rest);
    if (!rate) return rate.error();
    out.restRate = *rate;
  }
  return out;
}

Result<std::optional<double>> position(const Argument& from) {
  const Argument given = from.field("position");
  if (given.isMissing()) return std::optional<double>();
  const Result<double> read = number(given);
  if (!read) return read.error();
  return std::optional<double>(*read);
}

Result<CatalogueEntry> entry(const Argument& from) {
  CatalogueEntry out;
  Result<std::string> kind = string(from.field("kind"));
  if (!kind) return kind.error();
  out.kind = std::move(*kind);
  const Result<std::size_t> dimension = whole(from.field("dimension"), kMaxDimension);
  if (!dimension) return dimension.error();
  out.dimension = *dimension;
  Result<std::vector<double>> values = numbers(from.field("values"));
  if (!values) return values.error();
  out.values = std::move(*values);
  const Argument lists = from.field("lists");
  const Result<std::size_t> count = whole(lists.field("length"), kMaxOrder);
  if (!count) return count.error();
  for (std::size_t i = 0; i < *count; ++i) {
    Result<std::vector<double>> list = numbers({lists.value[i], lists.name});
    if (!list) return list.error();
    out.lists.push_back(std::move(*list));
  }
  return out;
}

Result<Gaussian> gaussian(const Argument& from) {
  Result<std::vector<double>> mean = numbers(from.field("mean"));
  if (!mean) return mean.error();
  const Argument variance = from.field("variance");
  if (variance.field("rows").isMissing()) {
    Result<std::vector<double>> variances = numbers(variance);
    if (!variances) return variances.error();
    return Gaussian{std::move(*mean), std::move(*variances)};
  }
  Result<Matrix> full = matrix(variance);
  if (!full) return full.error();
  return Gaussian{std::move(*mean), std::move(*full)};
}

template <class Kind>
Result<Operator> resolved(const Result<Kind>& read) {
  if (!read) return read.error();
  return resolve(Encoding(*read));
}

Result<Operator> unclocked(const Argument& from) {
  const Result<std::string> kind = string(from.field("kind"));
  if (!kind) return kind.error();
  if (*kind == "generator") return resolved(generator(from.field("generator")));
  if (*kind == "matrix") return resolved(matrix(from.field("matrix")));
  const Result<std::size_t> dimension = whole(from.field("dimension"), kMaxDimension);
  if (!dimension) return dimension.error();
  if (*kind == "nope") return resolve(NoPosition{*dimension});
  if (*kind == "rope") return resolved(rotary(from, *dimension));
  if (*kind == "decay") {
    const Result<double> rate = number(from.field("rate"));
    if (!rate) return rate.error();
    return resolve(Decay{*dimension, *rate, from.field("bidirectional").value.isTrue()});
  }
  const Result<CatalogueEntry> catalogued = entry(from);
  if (!catalogued) return catalogued.error();
  return resolve(*catalogued);
}

}  // namespace

Result<Operator> operatorOf(const val& value) {
  const Argument from{value, "encoding"};
  Result<Operator> A = unclocked(from);
  if (!A) return A;
  const Argument clock = from.field("clock");
  if (clock.isMissing()) return A;
  Result<std::vector<double>> steps = numbers(clock);
  if (!steps) return steps.error();
  const Result<std::optional<double>> place = position(from);
  if (!place) return place.error();
  A->clock = Clock{std::move(*steps), *place};
  return A;
}

bool outside(const val& value) {
  const Result<std::string> kind = string(Argument{value, "encoding"}.field("kind"));
  return kind && outsider(*kind);
}

Result<JointGaussian> jointGaussian(const val& from) {
  Result<Gaussian> query = gaussian({from["query"], "query"});
  if (!query) return query.error();
  Result<Gaussian> key = gaussian({from["key"], "key"});
  if (!key) return key.error();
  JointGaussian joint{std::move(*query), std::move(*key), {}};
  const Argument cross{from["cross"], "cross"};
  if (cross.isMissing()) return joint;
  Result<Matrix> read = matrix(cross);
  if (!read) return read.error();
  joint.cross = std::move(*read);
  return joint;
}

Status scores(const val& value, std::span<const double> query, std::span<const double> key,
              const Lags& lags, Arithmetic arithmetic, const Sink& sink) {
  if (!outside(value)) {
    const Result<Operator> A = operatorOf(value);
    if (!A) return A.error();
    return curve(*A, query, key, lags, arithmetic, sink);
  }
  const Argument from{value, "encoding"};
  const Result<CatalogueEntry> read = entry(from);
  if (!read) return read.error();
  const Result<std::optional<double>> place = position(from);
  if (!place) return place.error();
  return curve({*read, *place, query, key, lags}, sink);
}

}  // namespace etx::js
