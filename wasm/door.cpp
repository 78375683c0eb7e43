// The one door between JavaScript and the library: names and types as web/core/door.ts declares
// them. Everything is copied in and copied out, no C++ object outlives a call, nothing throws.

#include "door.hpp"

#include <Eigen/src/Core/util/Macros.h>
#include <emscripten/bind.h>
#include <emscripten/version.h>
#include <xsimd/config/xsimd_config.hpp>

#include "attention/frequencies.hpp"
#include "group/classify.hpp"
#include "group/reduce.hpp"

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

EMSCRIPTEN_DECLARE_VAL_TYPE(TextIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(RotaryRequestIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(RotaryTableOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(VersionsOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(GeneratorOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(RowsOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(MatrixOut);

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

// q̂ = L·q + offset: L has the lift on its diagonal, and the offset nothing but the tail.
Matrix liftOf(const Operator& A) {
  Matrix L(A.liftedDimension(), A.dimension());
  for (std::size_t i = 0; i < L.cols; ++i) L(i, i) = A.lift.empty() ? 1 : A.lift[i];
  return L;
}
std::vector<double> offset(const Operator& A, std::span<const double> tail) {
  std::vector<double> out(A.dimension());
  out.insert(out.end(), tail.begin(), tail.end());
  return out;
}

// Level 0: blocks and offsets; 1: lifts too; 2: and the matrix.
Result<val> tryGenerator(const val& value, int level) {
  if (outside(value)) return val::null();
  const Result<Operator> A = operatorOf(value);
  if (!A) return A.error();
  if (!A->group()) return val::null();
  val generators = val::array();
  val matrices = val::array();
  val out = val::object();
  out.set("generators", generators);
  out.set("matrices", matrices);
  const auto* blocks = std::get_if<Generator>(&A->generator);
  if (blocks != nullptr) {
    generators.call<void>("push", fromGenerator(*blocks));
  } else {
    const Result<Classification> found = classify(*std::get_if<Matrix>(&A->generator));
    if (!found) return found.error();
    generators.call<void>("push", fromGenerator(found->generator));
  }
  if (level == 2) {
    const Result<Matrix> X =
        blocks != nullptr ? denseMatrix(*blocks) : *std::get_if<Matrix>(&A->generator);
    if (!X) return X.error();
    matrices.call<void>("push", fromMatrix(*X));
  }
  if (level > 0 && (!A->lift.empty() || !A->keyTail.empty())) {
    const Matrix L = liftOf(*A);
    out.set("queryLift", fromMatrix(L));
    out.set("keyLift", fromMatrix(L));
  }
  if (!A->keyTail.empty()) {
    out.set("queryOffset", float64Array(offset(*A, A->queryTail)));
    out.set("keyOffset", float64Array(offset(*A, A->keyTail)));
  }
  return out;
}

// What a score is asked of.
struct Question {
  Operator A;
  std::vector<double> query;
  std::vector<double> key;
  Lags lags;
};

Result<Question> question(const val& value, const val& query, const val& key,
                          const val& lagValues) {
  Result<Operator> A = operatorOf(value);
  if (!A) return A.error();
  Result<std::vector<double>> q = numbers({query, "query"});
  if (!q) return q.error();
  Result<std::vector<double>> k = numbers({key, "key"});
  if (!k) return k.error();
  Result<Lags> tau = lags({lagValues, "lags"});
  if (!tau) return tau.error();
  return Question{std::move(*A), std::move(*q), std::move(*k), std::move(*tau)};
}

val newArray(std::size_t count) { return val::global("Float64Array").new_(count); }

void put(const val& array, std::size_t first, std::span<const double> samples) {
  array.call<void>("set", val(emscripten::typed_memory_view(samples.size(), samples.data())),
                   first);
}

Result<val> tryCurve(const val& value, const val& query, const val& key, const val& lagValues,
                     const val& precision, double width) {
  const Result<std::vector<double>> q = numbers({query, "query"});
  if (!q) return q.error();
  const Result<std::vector<double>> k = numbers({key, "key"});
  if (!k) return k.error();
  const Result<Lags> tau = lags({lagValues, "lags"});
  if (!tau) return tau.error();
  const Result<std::string> wanted = string({precision, "precision"});
  if (!wanted) return wanted.error();
  if (*wanted != "double" && *wanted != "single") {
    return fail(ErrorCode::range, {"precision is \"", *wanted, "\" but must be double or single"});
  }
  const Arithmetic arithmetic = *wanted == "single" ? Arithmetic::binary32 : Arithmetic::binary64;
  const Result<std::size_t> runs = whole({val(width), "width"}, kMaxCount / 3);
  if (!runs) return runs.error();

  if (*runs > 0 && tau->count() > 0) {
    const std::vector<std::size_t> edges = equalRuns(tau->count(), *runs);
    Runs reduced(edges);
    const Status done = scores(value, *q, *k, *tau, arithmetic, reduced.sink());
    if (!done) return done.error();
    std::vector<double> values = reduced.values();
    intoMeans(std::span(values).first(*runs), edges);
    return float64Array(values);
  }
  // Chunks go straight into the caller's array: a second copy of 2^27 samples would be a gigabyte.
  val out = newArray(tau->count());
  const Sink sink = [&](std::size_t first, std::span<const double> samples) {
    put(out, first, samples);
  };
  if (Status done = scores(value, *q, *k, *tau, arithmetic, sink); !done) return done.error();
  return out;
}

Result<val> tryContributions(const val& value, const val& query, const val& key,
                             const val& lagValues) {
  const Result<Question> asked = question(value, query, key, lagValues);
  if (!asked) return asked.error();
  std::vector<val> rows;
  const RowSink sink = [&](std::size_t row, std::size_t first, std::span<const double> samples) {
    if (row == rows.size()) rows.push_back(newArray(asked->lags.count()));
    put(rows[row], first, samples);
  };
  const Status done = contributions(asked->A, asked->query, asked->key, asked->lags, sink);
  if (!done) return done.error();
  val out = val::array();
  for (const val& row : rows) out.call<void>("push", row);
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
      {"originalContext", &request.originalContext},
      {"sequenceLength", &request.sequenceLength},
      {"betaFast", &request.betaFast},
      {"betaSlow", &request.betaSlow},
      {"rotatedPairs", &request.rotatedPairs}};
  for (const auto& [key, into] : optional) {
    const Argument given = from.field(key);
    if (given.isMissing()) continue;
    const Result<double> read = number(given);
    if (!read) return read.error();
    *into = *read;
  }
  request.truncate = !from.field("truncate").value.isFalse();
  const Argument divisors = from.field("divisors");
  if (!divisors.isMissing()) {
    Result<std::vector<double>> read = numbers(divisors);
    if (!read) return read.error();
    request.divisors = std::move(*read);
  }
  const Result<std::vector<double>> table = frequencies(request);
  if (!table) return table.error();
  const Result<double> used = baseOf(request);
  if (!used) return used.error();
  val out = val::object();
  out.set("frequencies", float64Array(*table));
  out.set("base", *used);
  return out;
}

GeneratorOut doGenerator(const EncodingIn& value, int level) {
  return answer<GeneratorOut>(tryGenerator(value, level));
}
NumbersOut doCurve(const EncodingIn& value, const NumbersIn& query, const NumbersIn& key,
                   const LagsIn& tau, const TextIn& precision, double width) {
  return answer<NumbersOut>(tryCurve(value, query, key, tau, precision, width));
}
RowsOut doContributions(const EncodingIn& value, const NumbersIn& query, const NumbersIn& key,
                        const LagsIn& tau) {
  return answer<RowsOut>(tryContributions(value, query, key, tau));
}
MatrixOut doOrbit(const EncodingIn& value, const NumbersIn& vector, const LagsIn& times) {
  return answer<MatrixOut>(tryOrbit(value, vector, times));
}
RotaryTableOut doFrequencies(const RotaryRequestIn& request) {
  return answer<RotaryTableOut>(tryFrequencies(request));
}

#define ETX_BLOCK                                                                                  \
  "({ kind: \"real\"; rate: number; size?: number } | { kind: \"pair\"; rate: number; frequency: " \
  "number; size?: number })"

}  // namespace

EMSCRIPTEN_BINDINGS(etx) {
  using emscripten::function;
  using emscripten::register_type;
  register_type<NumbersIn>(ETX_NUMBERS);
  register_type<LagsIn>("{ start: number; step: number; count: number } | " ETX_NUMBERS);
  register_type<EncodingIn>("{ readonly kind: string }");
  register_type<TextIn>("string");
  register_type<RotaryRequestIn>(
      "{ rotaryDimension: number; base: number; ropeType: string; factor?: number; "
      "lowFrequencyFactor?: number; highFrequencyFactor?: number; originalContext?: number; "
      "sequenceLength?: number; betaFast?: number; betaSlow?: number; truncate?: boolean; "
      "rotatedPairs?: number; divisors?: " ETX_NUMBERS " }");
  register_type<RotaryTableOut>("{ frequencies: Float64Array; base: number } | " ETX_FAILURE);
  register_type<VersionsOut>(
      "{ emscripten: string; eigen: string; xsimd: string; simd: \"simd\" | \"relaxed\" }");
  register_type<GeneratorOut>(
      "{ generators: { blocks: " ETX_BLOCK "[]; basis?: " ETX_MATRIX
      "; permutation?: Uint32Array }[]; matrices: " ETX_MATRIX "[]; queryLift?: " ETX_MATRIX
      "; keyLift?: " ETX_MATRIX
      "; queryOffset?: Float64Array; keyOffset?: Float64Array } | " ETX_FAILURE " | null");
  register_type<NumbersOut>("Float64Array | " ETX_FAILURE);
  register_type<RowsOut>("Float64Array[] | " ETX_FAILURE);
  register_type<MatrixOut>(ETX_MATRIX " | " ETX_FAILURE);

  function("versions", &versions);
  function("generator", &doGenerator);
  function("curve", &doCurve);
  function("contributions", &doContributions);
  function("orbit", &doOrbit);
  function("frequencies", &doFrequencies);
}

}  // namespace etx::js
