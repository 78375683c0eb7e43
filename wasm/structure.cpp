// Through the door: the structure of a matrix, fits of samples, curves over two lags.

#include <emscripten/bind.h>

#include "door.hpp"
#include "group/classify.hpp"
#include "group/fit.hpp"
#include "group/plane.hpp"

namespace etx::js {
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(SquareIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(ToleranceIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(PlaneIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(ClassificationOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(FitOut);

Result<val> tryClassify(const val& x, const val& tolerance) {
  const Result<Matrix> X = matrix({x, "x"});
  if (!X) return X.error();
  std::optional<double> relative;
  if (!tolerance.isUndefined()) {
    const Result<double> read = number({tolerance, "tolerance"});
    if (!read) return read.error();
    relative = *read;
  }
  const Result<Classification> found = classify(*X, relative);
  if (!found) return found.error();
  val out = fromGenerator(found->generator);
  out.set("basisCondition", found->basisCondition);
  out.set("distanceToDefective", found->distanceToDefective);
  out.set("stable", found->stable);
  out.set("family", familyName(found->family));
  out.set("peakNorm", found->peakNorm);
  return out;
}

Result<val> tryFit(const val& values, double step, double order, bool stable) {
  const Result<std::vector<double>> samples = numbers({values, "samples"});
  if (!samples) return samples.error();
  const Result<std::size_t> dimensions = whole({val(order), "order"}, kMaxFitOrder);
  if (!dimensions) return dimensions.error();
  const Result<Fit> found = fit(*samples, {step, *dimensions, stable});
  if (!found) return found.error();
  val out = val::object();
  out.set("generator", fromGenerator(found->generator));
  out.set("query", float64Array(found->query));
  out.set("key", float64Array(found->key));
  out.set("residual", found->residual);
  out.set("residuals", float64Array(found->residuals));
  return out;
}

// One of a plane's generators: by its blocks, or dense.
Result<std::variant<Generator, Matrix>> axis(const Argument& from) {
  using Axis = std::variant<Generator, Matrix>;
  if (from.field("blocks").isMissing()) {
    Result<Matrix> X = matrix(from);
    if (!X) return X.error();
    if (Status sound = checkSquare(*X, from.name); !sound) return sound.error();
    return Axis(std::move(*X));
  }
  Result<Generator> X = generator(from);
  if (!X) return X.error();
  if (Status sound = check(*X); !sound) return sound.error();
  return Axis(std::move(*X));
}

Result<Matrix> dense(const std::variant<Generator, Matrix>& X) {
  const auto* blocks = std::get_if<Generator>(&X);
  return blocks != nullptr ? denseMatrix(*blocks) : Result<Matrix>(*std::get_if<Matrix>(&X));
}

Status drawPlane(const std::variant<Generator, Matrix>& X, const std::variant<Generator, Matrix>& Y,
                 std::span<const double> query, std::span<const double> key, const Lags2& tau,
                 const Sink& sink) {
  const auto* first = std::get_if<Generator>(&X);
  const auto* second = std::get_if<Generator>(&Y);
  if (first != nullptr && second != nullptr) {
    return curve2(*first, *second, query, key, tau, sink);
  }
  const Result<Matrix> D = dense(X);
  if (!D) return D.error();
  const Result<Matrix> E = dense(Y);
  if (!E) return E.error();
  return curve2(*D, *E, query, key, tau, sink);
}

Result<val> tryCurve2(const val& plane, const val& query, const val& key, const val& x,
                      const val& y) {
  const auto X = axis({plane["generators"][0], "generators[0]"});
  if (!X) return X.error();
  const auto Y = axis({plane["generators"][1], "generators[1]"});
  if (!Y) return Y.error();
  const Result<std::vector<double>> q = numbers({query, "query"});
  if (!q) return q.error();
  const Result<std::vector<double>> k = numbers({key, "key"});
  if (!k) return k.error();
  const std::size_t n = std::visit(
      [](const auto& A) -> std::size_t {
        if constexpr (std::is_same_v<std::decay_t<decltype(A)>, Matrix>) {
          return A.rows;
        } else {
          return A.dimension();
        }
      },
      *X);
  for (const auto& [given, name] : {std::pair{&*q, "query"}, std::pair{&*k, "key"}}) {
    if (given->size() != n) {
      return fail(ErrorCode::shape, {name, " has ", text(given->size()),
                                     " components but the generators have dimension ", text(n)});
    }
    if (Status finite = checkFinite(*given, name); !finite) return finite.error();
  }
  const Result<Lags> across = lags({x, "lags.x"});
  if (!across) return across.error();
  const Result<Lags> down = lags({y, "lags.y"});
  if (!down) return down.error();
  const Lags2 tau{*across, *down};
  if (tau.x.count() > 0 && tau.y.count() > kMaxCount / tau.x.count()) {
    return fail(ErrorCode::tooLarge, {"lags are ", text(tau.x.count()), "×", text(tau.y.count()),
                                      " but the most are ", text(kMaxCount)});
  }
  val out = val::global("Float64Array").new_(tau.x.count() * tau.y.count());
  const Sink sink = [&](std::size_t first, std::span<const double> samples) {
    out.call<void>("set", val(emscripten::typed_memory_view(samples.size(), samples.data())),
                   first);
  };
  if (Status done = drawPlane(*X, *Y, *q, *k, tau, sink); !done) return done.error();
  return out;
}

ClassificationOut doClassify(const SquareIn& x, const ToleranceIn& tolerance) {
  return answer<ClassificationOut>(tryClassify(x, tolerance));
}
FitOut doFit(const NumbersIn& samples, double step, double order, bool stable) {
  return answer<FitOut>(tryFit(samples, step, order, stable));
}
NumbersOut doCurve2(const PlaneIn& plane, const NumbersIn& query, const NumbersIn& key,
                    const LagsIn& x, const LagsIn& y) {
  return answer<NumbersOut>(tryCurve2(plane, query, key, x, y));
}

#define ETX_BLOCKS                                                                      \
  "({ kind: \"real\"; rate: number; size?: number } | { kind: \"pair\"; rate: number; " \
  "frequency: number; size?: number })[]"

}  // namespace

EMSCRIPTEN_BINDINGS(etx_structure) {
  using emscripten::function;
  using emscripten::register_type;
  register_type<SquareIn>(ETX_MATRIX_LIKE);
  register_type<ToleranceIn>("number | undefined");
  register_type<PlaneIn>("{ readonly generators: readonly object[] }");
  register_type<ClassificationOut>(
      "{ blocks: " ETX_BLOCKS "; basis: " ETX_MATRIX
      "; basisCondition: number; distanceToDefective: number; stable: boolean; family: \"nope\" | "
      "\"decay\" | \"rotation\" | \"damped-rotation\" | \"mixed\" | \"polynomial\" | \"growth\"; "
      "peakNorm: number } | " ETX_FAILURE);
  register_type<FitOut>("{ generator: { blocks: " ETX_BLOCKS "; basis?: " ETX_MATRIX
                        "; permutation?: Uint32Array }; query: Float64Array; key: Float64Array; "
                        "residual: number; residuals: Float64Array } | " ETX_FAILURE);

  function("classify", &doClassify);
  function("fit", &doFit);
  function("curve2", &doCurve2);
}

}  // namespace etx::js
