// The door's exponentials. An embind operation costs more than a small exponential, so everything
// crosses in plain numbers and whole arrays; web/core/exponentials.ts is the other side.

#include <emscripten/bind.h>
#include <emscripten/em_js.h>

#include "door.hpp"
#include "linalg/expm_batch.hpp"
#include "linalg/exponentiator.hpp"

// clang-format off
// errorBound, degree, squarings, whether double-double, balanced, overflow; value; low.
EM_JS(emscripten::EM_VAL, etxExponential, (const double* from, double entries), {
  const head = from / 8;
  const start = head + 6;
  const twofold = HEAPF64[head + 3] === 1;
  return Emval.toHandle({
    errorBound: HEAPF64[head],
    degree: HEAPF64[head + 1],
    squarings: HEAPF64[head + 2],
    balanced: HEAPF64[head + 4] === 1,
    overflow: HEAPF64[head + 5] === 1,
    value: HEAPF64.slice(start, start + entries),
    low: twofold ? HEAPF64.slice(start + entries, start + 2 * entries) : undefined
  });
});
// clang-format on

namespace etx::js {
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(ExponentialOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(DoublesIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(DoublesOut);

Precision precisionOf(int code) {
  return code == 1 ? Precision::bits53 : code == 2 ? Precision::bits106 : Precision::automatic;
}

Error wrongLength() {
  return fail(ErrorCode::shape, {"an array has another length than announced"});
}

Result<val> tryExpm(const val& entries, double order, double time, int precision,
                    double tolerance) {
  if (!(order >= 0 && order <= static_cast<double>(kMaxOrder))) {
    return fail(ErrorCode::tooLarge,
                {"x has order ", text(order), " but the largest is ", text(kMaxOrder)});
  }
  const std::optional<std::vector<double>> X = doubles(entries, order * order);
  if (!X) return wrongLength();
  const auto n = static_cast<std::size_t>(order);
  if (Status sound = checkExponent(*X, n, time, "x"); !sound) return sound.error();
  Exponentiator exponentiator(n);
  exponentiator.load(X->data(), std::abs(time));
  constexpr std::size_t kHead = 6;
  std::vector<double> out(kHead + 2 * n * n);
  double* value = out.data() + kHead;
  const Outcome outcome =
      exponentiator.at({time, precisionOf(precision), tolerance}, value, value + n * n);
  out[0] = outcome.errorBound;
  out[1] = outcome.degree;
  out[2] = outcome.squarings;
  out[3] = outcome.twofold ? 1 : 0;
  out[4] = outcome.balanced ? 1 : 0;
  out[5] = outcome.overflow ? 1 : 0;
  return val::take_ownership(etxExponential(out.data(), order * order));
}

Result<std::vector<double>> tryBatch(const val& entries, double count, const val& orders,
                                     double matrices, const val& times, double moments,
                                     int precision) {
  const std::optional<std::vector<double>> X = doubles(entries, count);
  const std::optional<std::vector<double>> sizes = doubles(orders, matrices);
  const std::optional<std::vector<double>> t = doubles(times, moments);
  if (!X || !sizes || !t) return wrongLength();
  std::vector<std::size_t> n;
  n.reserve(sizes->size());
  for (const double size : *sizes)
    n.push_back(static_cast<std::size_t>(std::min(std::max(size, 0.0), 1e6)));
  return expmBatch(*X, n, *t, precisionOf(precision));
}

ExponentialOut doExpm(const DoublesIn& entries, double order, double time, int precision,
                      double tolerance) {
  return answer<ExponentialOut>(tryExpm(entries, order, time, precision, tolerance));
}
DoublesOut doBatch(const DoublesIn& entries, double count, const DoublesIn& orders, double matrices,
                   const DoublesIn& times, double moments, int precision) {
  const Result<std::vector<double>> made =
      tryBatch(entries, count, orders, matrices, times, moments, precision);
  return DoublesOut(made ? float64Array(*made) : failure(made.error()));
}

}  // namespace

EMSCRIPTEN_BINDINGS(exponentials) {
  emscripten::register_type<DoublesIn>("Float64Array");
  emscripten::register_type<DoublesOut>("Float64Array | " ETX_FAILURE);
  emscripten::register_type<ExponentialOut>(
      "{ errorBound: number; degree: number; squarings: number; balanced: boolean; overflow: "
      "boolean; value: Float64Array; low: Float64Array | undefined } | " ETX_FAILURE);
  emscripten::function("expm", &doExpm);
  emscripten::function("expmBatch", &doBatch);
}

}  // namespace etx::js
