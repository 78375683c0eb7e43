// The one door between JavaScript and the library: names and types as web/core/door.ts declares
// them. Everything is copied in and copied out, no C++ object outlives a call, nothing throws.

#include <Eigen/src/Core/util/Macros.h>
#include <emscripten/bind.h>
#include <emscripten/version.h>
#include <xsimd/config/xsimd_config.hpp>

#include "attention/encoding.hpp"
#include "attention/frequencies.hpp"
#include "group/reduce.hpp"
#include "js.hpp"
#include "linalg/expm.hpp"

namespace etx::js {
namespace {

#define ETX_TEXT(x) #x
#define ETX_VALUE(x) ETX_TEXT(x)
#define ETX_VERSION(a, b, c) ETX_VALUE(a) "." ETX_VALUE(b) "." ETX_VALUE(c)

EMSCRIPTEN_DECLARE_VAL_TYPE(MatrixIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(NumbersIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(TextIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(LagsIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(EncodingIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(RotaryRequestIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(VersionsOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(ExpmOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(GeneratorOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(NumbersOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(MatrixOut);

Result<Encoding> encoding(const val& value) {
  const Result<std::string> kind = string(field(value, "kind"), "encoding.kind");
  if (!kind) return kind.error();
  if (*kind == "generator") {
    Result<Generator> read = generator(field(value, "generator"), "generator");
    if (!read) return read.error();
    return Encoding{std::move(*read)};
  }
  if (*kind == "matrix") {
    Result<Matrix> read = matrix(field(value, "matrix"), "matrix");
    if (!read) return read.error();
    return Encoding{std::move(*read)};
  }
  const bool nope = *kind == "nope";
  const bool decay = *kind == "decay";
  if (!nope && !decay && *kind != "rope") {
    return Error{ErrorCode::unsupported, "encoding.kind is \"" + *kind + "\", which is not known"};
  }
  const Result<std::size_t> dimension =
      whole(field(value, "dimension"), "dimension", kMaxDimension);
  if (!dimension) return dimension.error();
  if (nope) return Encoding{NoPosition{*dimension}};
  if (decay) {
    const Result<double> rate = number(field(value, "rate"), "rate");
    if (!rate) return rate.error();
    return Encoding{Decay{*dimension, *rate, field(value, "bidirectional").isTrue()}};
  }
  const Result<std::string> layout = string(field(value, "layout"), "layout");
  if (!layout) return layout.error();
  if (*layout != "half" && *layout != "interleaved") {
    return Error{ErrorCode::range, "layout is \"" + *layout + "\" but must be half or interleaved"};
  }
  Result<std::vector<double>> turning = numbers(field(value, "frequencies"), "frequencies");
  if (!turning) return turning.error();
  Result<std::vector<double>> rates = numbers(field(value, "rates"), "rates");
  if (!rates) return rates.error();
  const Result<double> factor = number(field(value, "attentionFactor"), "attentionFactor");
  if (!factor) return factor.error();
  return Encoding{Rotary{*dimension,
                         *layout == "half" ? RotaryLayout::half : RotaryLayout::interleaved,
                         std::move(*turning), std::move(*rates), *factor}};
}

Result<Operator> operatorOf(const val& value) {
  const Result<Encoding> read = encoding(value);
  if (!read) return read.error();
  return resolve(*read);
}

VersionsOut versions() {
  val out = val::object();
  out.set("emscripten",
          ETX_VERSION(__EMSCRIPTEN_major__, __EMSCRIPTEN_minor__, __EMSCRIPTEN_tiny__));
  out.set("eigen", ETX_VERSION(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION));
  out.set("xsimd", ETX_VERSION(XSIMD_VERSION_MAJOR, XSIMD_VERSION_MINOR, XSIMD_VERSION_PATCH));
#ifdef ETX_RELAXED_SIMD
  out.set("simd", "relaxed");
#else
  out.set("simd", "simd");
#endif
  return VersionsOut(out);
}

Result<ExpmOptions> expmOptions(double time, const val& precision, double tolerance) {
  ExpmOptions options{time, Precision::automatic, tolerance};
  const Result<std::string> read = string(precision, "precision");
  if (!read) return read.error();
  if (*read == "double") {
    options.precision = Precision::bits53;
  } else if (*read == "double-double") {
    options.precision = Precision::bits106;
  } else if (*read != "auto") {
    return Error{ErrorCode::range,
                 "precision is \"" + *read + "\" but must be auto, double or double-double"};
  }
  return options;
}

ExpmOut doExpm(const MatrixIn& x, double time, const TextIn& precision, double tolerance) {
  const Result<Matrix> X = matrix(x, "x");
  if (!X) return ExpmOut(failure(X.error()));
  const Result<ExpmOptions> options = expmOptions(time, precision, tolerance);
  if (!options) return ExpmOut(failure(options.error()));
  const Result<Exponential> result = expm(*X, *options);
  if (!result) return ExpmOut(failure(result.error()));
  val out = val::object();
  out.set("value", fromMatrix(result->value));
  if (result->low) out.set("low", fromMatrix(*result->low));
  out.set("errorBound", result->errorBound);
  out.set("method", result->method);
  return ExpmOut(out);
}

// A diagonal as a dense matrix.
Matrix diagonal(std::span<const double> entries) {
  Matrix D(entries.size(), entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) D(i, i) = entries[i];
  return D;
}

GeneratorOut doGenerator(const EncodingIn& value) {
  const Result<Operator> A = operatorOf(value);
  if (!A) return GeneratorOut(failure(A.error()));
  if (A->mirrored) return GeneratorOut(val::null());  // of |τ|: no one-parameter group
  val generators = val::array();
  val matrices = val::array();
  if (const auto* blocks = std::get_if<Generator>(&A->generator)) {
    const Result<Matrix> X = denseMatrix(*blocks);
    if (!X) return GeneratorOut(failure(X.error()));
    generators.call<void>("push", fromGenerator(*blocks));
    matrices.call<void>("push", fromMatrix(*X));
  } else {
    matrices.call<void>("push", fromMatrix(*std::get_if<Matrix>(&A->generator)));
  }
  val out = val::object();
  out.set("generators", generators);
  out.set("matrices", matrices);
  if (!A->lift.empty()) {
    out.set("queryLift", fromMatrix(diagonal(A->lift)));
    out.set("keyLift", fromMatrix(diagonal(A->lift)));
  }
  return GeneratorOut(out);
}

NumbersOut doCurve(const EncodingIn& value, const NumbersIn& query, const NumbersIn& key,
                   const LagsIn& lagValues, double width) {
  const Result<Operator> A = operatorOf(value);
  if (!A) return NumbersOut(failure(A.error()));
  const Result<std::vector<double>> q = numbers(query, "query");
  if (!q) return NumbersOut(failure(q.error()));
  const Result<std::vector<double>> k = numbers(key, "key");
  if (!k) return NumbersOut(failure(k.error()));
  const Result<Lags> tau = lags(lagValues, "lags");
  if (!tau) return NumbersOut(failure(tau.error()));
  const Result<std::size_t> runs = whole(val(width), "width", static_cast<double>(kMaxCount / 3));
  if (!runs) return NumbersOut(failure(runs.error()));

  if (*runs > 0 && tau->count() > 0) {
    Runs reduced(tau->count(), *runs);
    const Status done = curve(*A, *q, *k, *tau, reduced.sink());
    if (!done) return NumbersOut(failure(done.error()));
    return NumbersOut(float64Array(reduced.values()));
  }
  // Chunks go straight into the caller's array: a second copy of 2^27 samples would be a gigabyte.
  val out = val::global("Float64Array").new_(tau->count());
  const Status done =
      curve(*A, *q, *k, *tau, [&](std::size_t first, std::span<const double> samples) {
        out.call<void>("set", val(emscripten::typed_memory_view(samples.size(), samples.data())),
                       first);
      });
  if (!done) return NumbersOut(failure(done.error()));
  return NumbersOut(out);
}

MatrixOut doOrbit(const EncodingIn& value, const NumbersIn& vector, const LagsIn& times) {
  const Result<Operator> A = operatorOf(value);
  if (!A) return MatrixOut(failure(A.error()));
  const Result<std::vector<double>> start = numbers(vector, "vector");
  if (!start) return MatrixOut(failure(start.error()));
  const Result<Lags> tau = lags(times, "times");
  if (!tau) return MatrixOut(failure(tau.error()));
  const Result<Matrix> rows = orbit(*A, *start, *tau);
  return MatrixOut(rows ? fromMatrix(*rows) : failure(rows.error()));
}

Result<std::optional<double>> optionalNumber(const val& value, const char* key) {
  const val read = field(value, key);
  if (read.isUndefined()) return std::optional<double>{};
  const Result<double> given = number(read, key);
  if (!given) return given.error();
  return std::optional<double>{*given};
}

Result<RotaryRequest> rotaryRequest(const val& value) {
  RotaryRequest request;
  const Result<std::size_t> dimension =
      whole(field(value, "rotaryDimension"), "rotaryDimension", kMaxDimension);
  if (!dimension) return dimension.error();
  request.rotaryDimension = *dimension;
  const Result<double> base = number(field(value, "base"), "base");
  if (!base) return base.error();
  request.base = *base;
  Result<std::string> type = string(field(value, "ropeType"), "ropeType");
  if (!type) return type.error();
  request.ropeType = std::move(*type);
  const std::pair<const char*, std::optional<double>*> optional[] = {
      {"factor", &request.factor},
      {"lowFrequencyFactor", &request.lowFrequencyFactor},
      {"highFrequencyFactor", &request.highFrequencyFactor},
      {"originalContext", &request.originalContext}};
  for (const auto& [key, into] : optional) {
    const Result<std::optional<double>> read = optionalNumber(value, key);
    if (!read) return read.error();
    *into = *read;
  }
  return request;
}

NumbersOut doFrequencies(const RotaryRequestIn& value) {
  const Result<RotaryRequest> request = rotaryRequest(value);
  if (!request) return NumbersOut(failure(request.error()));
  const Result<std::vector<double>> table = frequencies(*request);
  return NumbersOut(table ? float64Array(*table) : failure(table.error()));
}

// What the generated declarations say; door.ts's own types must be assignable from them.
#define ETX_FAILURE                                                                           \
  "{ error: { code: \"shape\" | \"not-finite\" | \"overflow\" | \"range\" | \"too-large\" | " \
  "\"unsupported\"; message: string } }"
#define ETX_NUMBERS "Float64Array | readonly number[]"
#define ETX_MATRIX "{ rows: number; cols: number; data: Float64Array }"
#define ETX_MATRIX_LIKE "{ rows: number; cols: number; data: " ETX_NUMBERS " }"
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
