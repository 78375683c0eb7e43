// The one door between JavaScript and the library: names and types as web/core/door.ts declares
// them. Everything is copied in and copied out, no C++ object outlives a call, nothing throws.

#include "door.hpp"

#include <Eigen/src/Core/util/Macros.h>
#include <emscripten/bind.h>
#include <emscripten/version.h>
#include <xsimd/config/xsimd_config.hpp>

#include "attention/encoding.hpp"
#include "attention/frequencies.hpp"
#include "group/classify.hpp"
#include "group/reduce.hpp"
#include "linalg/expm.hpp"

namespace etx::js {
namespace {

#define ETX_TEXT(x) #x
#define ETX_VALUE(x) ETX_TEXT(x)
#define ETX_VERSION(a, b, c) ETX_VALUE(a) "." ETX_VALUE(b) "." ETX_VALUE(c)
// Emscripten 4 spells them in capitals and warns of the old names.
#ifdef __EMSCRIPTEN_MAJOR__
#define ETX_EMSCRIPTEN_VERSION \
  ETX_VERSION(__EMSCRIPTEN_MAJOR__, __EMSCRIPTEN_MINOR__, __EMSCRIPTEN_TINY__)
#else
#define ETX_EMSCRIPTEN_VERSION \
  ETX_VERSION(__EMSCRIPTEN_major__, __EMSCRIPTEN_minor__, __EMSCRIPTEN_tiny__)
#endif

EMSCRIPTEN_DECLARE_VAL_TYPE(MatrixIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(TextIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(RotaryRequestIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(VersionsOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(ExpmOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(GeneratorOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(MatrixOut);

template <class T>
Result<Encoding> asEncoding(Result<T> read) {
  if (!read) return read.error();
  return Encoding{std::move(*read)};
}

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
  return out;
}

Result<Encoding> encoding(const Argument& from) {
  const Result<std::string> kind = string(from.field("kind"));
  if (!kind) return kind.error();
  if (*kind == "generator") return asEncoding(generator(from.field("generator")));
  if (*kind == "matrix") return asEncoding(matrix(from.field("matrix")));
  if (*kind != "nope" && *kind != "decay" && *kind != "rope") {
    return fail(ErrorCode::unsupported, {"encoding.kind is \"", *kind, "\", which is not known"});
  }
  const Result<std::size_t> dimension = whole(from.field("dimension"), kMaxDimension);
  if (!dimension) return dimension.error();
  if (*kind == "nope") return Encoding{NoPosition{*dimension}};
  if (*kind == "rope") return asEncoding(rotary(from, *dimension));
  const Result<double> rate = number(from.field("rate"));
  if (!rate) return rate.error();
  return Encoding{Decay{*dimension, *rate, from.field("bidirectional").value.isTrue()}};
}

}  // namespace

Result<Operator> operatorOf(const val& value) {
  const Result<Encoding> read = encoding({value, "encoding"});
  if (!read) return read.error();
  return resolve(*read);
}

namespace {

VersionsOut versions() {
  val out = val::object();
  out.set("emscripten", ETX_EMSCRIPTEN_VERSION);
  out.set("eigen", ETX_VERSION(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION));
  out.set("xsimd", ETX_VERSION(XSIMD_VERSION_MAJOR, XSIMD_VERSION_MINOR, XSIMD_VERSION_PATCH));
#ifdef ETX_RELAXED_SIMD
  out.set("simd", "relaxed");
#else
  out.set("simd", "simd");
#endif
  return VersionsOut(out);
}

// A diagonal as a dense matrix.
Matrix diagonal(std::span<const double> entries) {
  Matrix D(entries.size(), entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) D(i, i) = entries[i];
  return D;
}

Result<val> tryExpm(const val& x, double time, const val& precision, double tolerance) {
  const Result<Matrix> X = matrix({x, "x"});
  if (!X) return X.error();
  ExpmOptions options{time, Precision::automatic, tolerance};
  const Result<std::string> wanted = string({precision, "precision"});
  if (!wanted) return wanted.error();
  if (*wanted == "double") {
    options.precision = Precision::bits53;
  } else if (*wanted == "double-double") {
    options.precision = Precision::bits106;
  } else if (*wanted != "auto") {
    return fail(ErrorCode::range,
                {"precision is \"", *wanted, "\" but must be auto, double or double-double"});
  }
  const Result<Exponential> result = expm(*X, options);
  if (!result) return result.error();
  val out = val::object();
  out.set("value", fromMatrix(result->value));
  if (result->low) out.set("low", fromMatrix(*result->low));
  out.set("errorBound", result->errorBound);
  out.set("method", result->method);
  return out;
}

Result<val> tryGenerator(const val& value) {
  const Result<Operator> A = operatorOf(value);
  if (!A) return A.error();
  if (A->mirrored) return val::null();  // of |τ|: no one-parameter group
  val generators = val::array();
  val matrices = val::array();
  if (const auto* blocks = std::get_if<Generator>(&A->generator)) {
    const Result<Matrix> X = denseMatrix(*blocks);
    if (!X) return X.error();
    generators.call<void>("push", fromGenerator(*blocks));
    matrices.call<void>("push", fromMatrix(*X));
  } else {
    const Matrix& X = *std::get_if<Matrix>(&A->generator);
    const Result<Classification> found = classify(X);
    if (!found) return found.error();
    generators.call<void>("push", fromGenerator(found->generator));
    matrices.call<void>("push", fromMatrix(X));
  }
  val out = val::object();
  out.set("generators", generators);
  out.set("matrices", matrices);
  if (!A->lift.empty()) {
    out.set("queryLift", fromMatrix(diagonal(A->lift)));
    out.set("keyLift", fromMatrix(diagonal(A->lift)));
  }
  return out;
}

Result<val> tryCurve(const val& value, const val& query, const val& key, const val& lagValues,
                     double width) {
  const Result<Operator> A = operatorOf(value);
  if (!A) return A.error();
  const Result<std::vector<double>> q = numbers({query, "query"});
  if (!q) return q.error();
  const Result<std::vector<double>> k = numbers({key, "key"});
  if (!k) return k.error();
  const Result<Lags> tau = lags({lagValues, "lags"});
  if (!tau) return tau.error();
  const Result<std::size_t> runs = whole({val(width), "width"}, kMaxCount / 3);
  if (!runs) return runs.error();

  if (*runs > 0 && tau->count() > 0) {
    Runs reduced(tau->count(), *runs);
    if (Status done = curve(*A, *q, *k, *tau, reduced.sink()); !done) return done.error();
    return float64Array(reduced.values());
  }
  // Chunks go straight into the caller's array: a second copy of 2^27 samples would be a gigabyte.
  val out = val::global("Float64Array").new_(tau->count());
  const Sink sink = [&](std::size_t first, std::span<const double> samples) {
    out.call<void>("set", val(emscripten::typed_memory_view(samples.size(), samples.data())),
                   first);
  };
  if (Status done = curve(*A, *q, *k, *tau, sink); !done) return done.error();
  return out;
}

Result<val> tryOrbit(const val& value, const val& vector, const val& times) {
  const Result<Operator> A = operatorOf(value);
  if (!A) return A.error();
  const Result<std::vector<double>> start = numbers({vector, "vector"});
  if (!start) return start.error();
  const Result<Lags> tau = lags({times, "times"});
  if (!tau) return tau.error();
  const Result<Matrix> rows = orbit(*A, *start, *tau);
  if (!rows) return rows.error();
  return fromMatrix(*rows);
}

Result<val> tryFrequencies(const val& value) {
  const Argument from{value, "request"};
  RotaryRequest request;
  const Result<std::size_t> dimension = whole(from.field("rotaryDimension"), kMaxDimension);
  if (!dimension) return dimension.error();
  request.rotaryDimension = *dimension;
  const Result<double> base = number(from.field("base"));
  if (!base) return base.error();
  request.base = *base;
  Result<std::string> type = string(from.field("ropeType"));
  if (!type) return type.error();
  request.ropeType = std::move(*type);
  const std::pair<const char*, std::optional<double>*> optional[] = {
      {"factor", &request.factor},
      {"lowFrequencyFactor", &request.lowFrequencyFactor},
      {"highFrequencyFactor", &request.highFrequencyFactor},
      {"originalContext", &request.originalContext}};
  for (const auto& [key, into] : optional) {
    const Argument given = from.field(key);
    if (given.isMissing()) continue;
    const Result<double> read = number(given);
    if (!read) return read.error();
    *into = *read;
  }
  const Result<std::vector<double>> table = frequencies(request);
  if (!table) return table.error();
  return float64Array(*table);
}

ExpmOut doExpm(const MatrixIn& x, double time, const TextIn& precision, double tolerance) {
  return answer<ExpmOut>(tryExpm(x, time, precision, tolerance));
}
GeneratorOut doGenerator(const EncodingIn& value) {
  return answer<GeneratorOut>(tryGenerator(value));
}
NumbersOut doCurve(const EncodingIn& value, const NumbersIn& query, const NumbersIn& key,
                   const LagsIn& tau, double width) {
  return answer<NumbersOut>(tryCurve(value, query, key, tau, width));
}
MatrixOut doOrbit(const EncodingIn& value, const NumbersIn& vector, const LagsIn& times) {
  return answer<MatrixOut>(tryOrbit(value, vector, times));
}
NumbersOut doFrequencies(const RotaryRequestIn& request) {
  return answer<NumbersOut>(tryFrequencies(request));
}

#define ETX_BLOCK                                                                                  \
  "({ kind: \"real\"; rate: number; size?: number } | { kind: \"pair\"; rate: number; frequency: " \
  "number; size?: number })"

}  // namespace

EMSCRIPTEN_BINDINGS(etx) {
  using emscripten::function;
  using emscripten::register_type;
  register_type<MatrixIn>(ETX_MATRIX_LIKE);
  register_type<NumbersIn>(ETX_NUMBERS);
  register_type<TextIn>("string");
  register_type<LagsIn>("{ start: number; step: number; count: number } | " ETX_NUMBERS);
  register_type<EncodingIn>("{ readonly kind: string }");
  register_type<RotaryRequestIn>(
      "{ rotaryDimension: number; base: number; ropeType: string; factor?: number; "
      "lowFrequencyFactor?: number; highFrequencyFactor?: number; originalContext?: number }");
  register_type<VersionsOut>(
      "{ emscripten: string; eigen: string; xsimd: string; simd: \"simd\" | \"relaxed\" }");
  register_type<ExpmOut>("{ value: " ETX_MATRIX "; low?: " ETX_MATRIX
                         "; errorBound: number; method: string } | " ETX_FAILURE);
  register_type<GeneratorOut>(
      "{ generators: { blocks: " ETX_BLOCK "[]; basis?: " ETX_MATRIX
      "; permutation?: Uint32Array }[]; matrices: " ETX_MATRIX "[]; queryLift?: " ETX_MATRIX
      "; keyLift?: " ETX_MATRIX
      "; queryOffset?: Float64Array; keyOffset?: Float64Array } | " ETX_FAILURE " | null");
  register_type<NumbersOut>("Float64Array | " ETX_FAILURE);
  register_type<MatrixOut>(ETX_MATRIX " | " ETX_FAILURE);

  function("versions", &versions);
  function("expm", &doExpm);
  function("generator", &doGenerator);
  function("curve", &doCurve);
  function("orbit", &doOrbit);
  function("frequencies", &doFrequencies);
}

}  // namespace etx::js
