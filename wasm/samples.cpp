// The door to what scores do for random queries and keys: moments, torch's samples, softmax.

#include <emscripten/bind.h>

#include "attention/normals.hpp"
#include "attention/sampled_row.hpp"
#include "attention/score_moments.hpp"
#include "attention/softmax.hpp"
#include "door.hpp"

namespace etx::js {
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(MomentsOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(DrawsOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(AttentionOut);

Result<val> tryMoments(const val& value, const val& from, const val& lagValues) {
  const Result<Operator> A = operatorOf(value);
  if (!A) return A.error();
  const Result<JointGaussian> joint = jointGaussian(from);
  if (!joint) return joint.error();
  std::optional<std::vector<double>> known;
  const Argument given{from["given"], "given"};
  if (!given.isMissing()) {
    Result<std::vector<double>> read = numbers(given);
    if (!read) return read.error();
    known = std::move(*read);
  }
  const Result<Lags> tau = lags({lagValues, "lags"});
  if (!tau) return tau.error();
  const Result<Moments> found = moments(*A, *joint, known, *tau);
  if (!found) return found.error();
  val out = val::object();
  out.set("mean", float64Array(found->mean));
  out.set("deviation", float64Array(found->deviation));
  return out;
}

Result<val> tryNormals(double seed, double mean, double deviation, const val& countValues) {
  const Result<std::vector<double>> read = numbers({countValues, "counts"});
  if (!read) return read.error();
  std::vector<std::size_t> counts;
  for (const double count : *read) {
    const Result<std::size_t> checked = whole({val(count), "counts"}, kMaxCount);
    if (!checked) return checked.error();
    counts.push_back(*checked);
  }
  const auto draws = normals(static_cast<std::uint32_t>(seed), mean, deviation, counts);
  if (!draws) return draws.error();
  val out = val::array();
  for (const std::vector<float>& draw : *draws) {
    const val view(emscripten::typed_memory_view(draw.size(), draw.data()));
    out.call<void>("push", view.call<val>("slice"));
  }
  return out;
}

Result<val> trySampledRow(const val& value, double seed, double mean, double deviation,
                          double length) {
  const Result<Operator> A = operatorOf(value);
  if (!A) return A.error();
  const Result<std::size_t> positions = whole({val(length), "length"}, kMaxCount);
  if (!positions) return positions.error();
  const auto scores =
      sampledRow(*A, {static_cast<std::uint32_t>(seed), mean, deviation, *positions});
  if (!scores) return scores.error();
  return float64Array(*scores);
}

Result<val> tryAttention(const val& value) {
  Result<std::vector<double>> scores = numbers({value, "scores"});
  if (!scores) return scores.error();
  const Result<AttentionRow> row = attention(std::move(*scores));
  if (!row) return row.error();
  val out = val::object();
  out.set("weights", float64Array(row->weights));
  out.set("entropy", row->entropy);
  out.set("effective", row->effective);
  out.set("mass50", row->mass50);
  out.set("mass95", row->mass95);
  return out;
}

MomentsOut doMoments(const EncodingIn& value, const JointIn& joint, const LagsIn& tau) {
  return answer<MomentsOut>(tryMoments(value, joint, tau));
}
DrawsOut doNormals(double seed, double mean, double deviation, const NumbersIn& counts) {
  return answer<DrawsOut>(tryNormals(seed, mean, deviation, counts));
}
NumbersOut doSampledRow(const EncodingIn& value, double seed, double mean, double deviation,
                        double length) {
  return answer<NumbersOut>(trySampledRow(value, seed, mean, deviation, length));
}
AttentionOut doAttention(const NumbersIn& scores) {
  return answer<AttentionOut>(tryAttention(scores));
}

#define ETX_GAUSSIAN "{ mean: " ETX_NUMBERS "; variance: " ETX_NUMBERS " | " ETX_MATRIX_LIKE " }"

}  // namespace

EMSCRIPTEN_BINDINGS(etx_samples) {
  using emscripten::function;
  using emscripten::register_type;
  register_type<JointIn>("{ query: " ETX_GAUSSIAN "; key: " ETX_GAUSSIAN
                         "; cross?: " ETX_MATRIX_LIKE "; given?: " ETX_NUMBERS " }");
  register_type<MomentsOut>("{ mean: Float64Array; deviation: Float64Array } | " ETX_FAILURE);
  register_type<DrawsOut>("Float32Array[] | " ETX_FAILURE);
  register_type<AttentionOut>(
      "{ weights: Float64Array; entropy: number; effective: number; mass50: number; mass95: number "
      "} | " ETX_FAILURE);

  function("moments", &doMoments);
  function("normals", &doNormals);
  function("sampledRow", &doSampledRow);
  function("attention", &doAttention);
}

}  // namespace etx::js
