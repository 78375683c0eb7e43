// The door to large sequences: runs of a long row of scores reduced while they are made, a GPU's
// tables, and softmax statistics of queries and keys.

#include <emscripten/bind.h>

#include "attention/sequence.hpp"
#include "attention/sweep.hpp"
#include "door.hpp"
#include "group/reduce.hpp"

namespace etx::js {
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(TablesOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(TermsOut);
EMSCRIPTEN_DECLARE_VAL_TYPE(RowsIn);
EMSCRIPTEN_DECLARE_VAL_TYPE(RowsOut);

struct Asked {
  Operator A;
  JointGaussian joint;
  Statistic statistic;
};

Result<Asked> ask(const val& value, const val& joint, bool deviation) {
  Result<Operator> A = operatorOf(value);
  if (!A) return A.error();
  Result<JointGaussian> read = jointGaussian(joint);
  if (!read) return read.error();
  if (Status sound = check(*read, A->dimension()); !sound) return sound.error();
  return Asked{std::move(*A), std::move(*read), deviation ? Statistic::deviation : Statistic::mean};
}

Result<val> trySlice(const val& value, const val& joint, bool deviation, const val& lagValues,
                     const val& edgeValues, bool softmax) {
  const Result<Lags> tau = lags({lagValues, "lags"});
  if (!tau) return tau.error();
  const Result<std::vector<double>> read = numbers({edgeValues, "edges"});
  if (!read) return read.error();
  std::vector<std::size_t> edges;
  for (const double edge : *read) edges.push_back(static_cast<std::size_t>(edge));
  if (edges.size() < 2 || edges.back() != tau->count()) {
    return fail(ErrorCode::shape, {"edges must run from 0 to the ", text(tau->count()), " lags"});
  }
  Runs runs(std::move(edges), softmax);
  Status done = success();
  if (outside(value) && !deviation) {  // no operator: the score of the means
    const Result<JointGaussian> means = jointGaussian(joint);
    if (!means) return means.error();
    done =
        scores(value, means->query.mean, means->key.mean, *tau, Arithmetic::binary64, runs.sink());
  } else {
    const Result<Asked> asked = ask(value, joint, deviation);
    if (!asked) return asked.error();
    done = sweep(asked->A, asked->joint, asked->statistic, *tau, runs.sink());
  }
  if (!done) return done.error();
  return float64Array(runs.values());
}

// rate, turns a token (two doubles), coefficient (two doubles), length of the chain, mirrored.
constexpr std::size_t kTermEntries = 7;

Result<val> tryTerms(const val& value, const val& joint, bool deviation) {
  if (outside(value)) return val::null();
  const Result<Asked> asked = ask(value, joint, deviation);
  if (!asked) return asked.error();
  const auto sum = polynomial(asked->A, asked->joint, asked->statistic);
  if (!sum) return val::null();
  std::vector<double> out;
  out.reserve(kTermEntries * sum->size());
  for (const ExponentialTerm& term : *sum) {
    const DoubleDouble turns = DoubleDouble{term.frequency} * kInverseTurn;
    const Complex c = term.coefficients[0];
    const auto chain = static_cast<double>(term.coefficients.size());
    out.insert(out.end(),
               {term.rate, turns.hi, turns.lo, c.re, c.im, chain, asked->A.mirrored ? 1.0 : 0.0});
  }
  return float64Array(out);
}

val float32Array(std::span<const float> values) {
  return val(emscripten::typed_memory_view(values.size(), values.data())).call<val>("slice");
}

Result<val> tryTables(const val& value, const val& joint, bool deviation, const val& lagValues,
                      const val& starts, double step, double width) {
  const Result<Asked> asked = ask(value, joint, deviation);
  if (!asked) return asked.error();
  const Result<Lags> tau = lags({lagValues, "lags"});
  if (!tau) return tau.error();
  const Result<std::vector<double>> read = numbers({starts, "starts"});
  if (!read) return read.error();
  const Result<std::size_t> across = whole({val(width), "width"}, kMaxCount);
  if (!across) return across.error();
  const auto sum = polynomial(asked->A, asked->joint, asked->statistic);
  if (!sum) return fail(ErrorCode::unsupported, {"encoding has no tables"});
  const SweepTables tables = sweepTables(*sum, *tau, *read, step, *across);
  val out = val::object();
  out.set("columns", tables.columns);
  out.set("left", float32Array(tables.left));
  out.set("right", float32Array(tables.right));
  return out;
}

Result<val> tryAttentionSlice(const val& value, const val& queries, double firstQuery,
                              const val& keys, double firstKey, const val& edgeValues) {
  const Result<Operator> A = operatorOf(value);
  if (!A) return A.error();
  const Result<Matrix> q = matrix({queries, "query"});
  if (!q) return q.error();
  const Result<Matrix> k = matrix({keys, "key"});
  if (!k) return k.error();
  const Result<std::size_t> fromQuery = whole({val(firstQuery), "firstQuery"}, kMaxSequence);
  if (!fromQuery) return fromQuery.error();
  const Result<std::size_t> fromKey = whole({val(firstKey), "firstKey"}, kMaxSequence);
  if (!fromKey) return fromKey.error();
  const Result<std::vector<double>> edges = numbers({edgeValues, "edges"});
  if (!edges) return edges.error();
  const auto rows = attentionSlice(*A, *q, *fromQuery, *k, *fromKey, *edges);
  if (!rows) return rows.error();
  return fromMatrix(*rows);
}

NumbersOut doSlice(const EncodingIn& value, const JointIn& joint, bool deviation, const LagsIn& tau,
                   const NumbersIn& edges, bool softmax) {
  return answer<NumbersOut>(trySlice(value, joint, deviation, tau, edges, softmax));
}
TermsOut doTerms(const EncodingIn& value, const JointIn& joint, bool deviation) {
  return answer<TermsOut>(tryTerms(value, joint, deviation));
}
TablesOut doTables(const EncodingIn& value, const JointIn& joint, bool deviation, const LagsIn& tau,
                   const NumbersIn& starts, double step, double width) {
  return answer<TablesOut>(tryTables(value, joint, deviation, tau, starts, step, width));
}

RowsOut doAttentionSlice(const EncodingIn& value, const RowsIn& queries, double firstQuery,
                         const RowsIn& keys, double firstKey, const NumbersIn& edges) {
  return answer<RowsOut>(tryAttentionSlice(value, queries, firstQuery, keys, firstKey, edges));
}

}  // namespace

EMSCRIPTEN_BINDINGS(etx_sweep) {
  using emscripten::function;
  using emscripten::register_type;
  register_type<TablesOut>(
      "{ columns: number; left: Float32Array; right: Float32Array } | " ETX_FAILURE);
  register_type<TermsOut>("Float64Array | " ETX_FAILURE " | null");

  register_type<RowsIn>(ETX_MATRIX_LIKE);
  register_type<RowsOut>(ETX_MATRIX " | " ETX_FAILURE);

  function("attentionSlice", &doAttentionSlice);
  function("sweepSlice", &doSlice);
  function("sweepTerms", &doTerms);
  function("sweepTables", &doTables);
}

}  // namespace etx::js
