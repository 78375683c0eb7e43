#include "attention/sampled_row.hpp"

#include <algorithm>

#include "attention/normals.hpp"
#include "group/key_row.hpp"
#include "linalg/solve.hpp"

namespace etx {
namespace {

// The next sample of a draw as the encoding's own vector, lifted.
class Sampled {
 public:
  Sampled(const Operator& A, NormalDraw draw, std::span<const double> tail)
      : source(A), stream(draw), sample(A.dimension()), vector(A.dimension()) {
    vector.insert(vector.end(), tail.begin(), tail.end());
  }

  void skip(std::size_t count) { stream.skip(count * sample.size()); }

  std::span<const double> next() {
    stream.read(sample);
    for (std::size_t i = 0; i < sample.size(); ++i) {
      vector[i] = static_cast<double>(sample[i]) * (source.lift.empty() ? 1 : source.lift[i]);
    }
    return vector;
  }

 private:
  const Operator& source;
  NormalDraw stream;
  std::vector<float> sample;
  std::vector<double> vector;
};

// The first key drawn is the farthest: chunks of lags are walked from their end.
std::vector<double> byBlocks(const Generator& X, std::span<const double> query, Sampled& keys,
                             const Lags& lags) {
  constexpr std::size_t kLags = KeyRow::kLags;
  const std::size_t length = lags.count();
  KeyRow row(X, query, lags);
  Matrix columns(query.size(), kLags);
  std::vector<double> scores((length + kLags - 1) / kLags * kLags);
  for (std::size_t left = length; left > 0;) {
    const std::size_t first = (left - 1) / kLags * kLags;
    for (; left > first; --left) {
      const std::span<const double> key = keys.next();
      for (std::size_t i = 0; i < key.size(); ++i) columns(i, left - 1 - first) = key[i];
    }
    row.evaluate(first, columns, std::span(scores).subspan(first).first<kLags>());
  }
  scores.resize(length);
  return scores;
}

Result<std::vector<double>> byMatrix(const Matrix& X, std::span<const double> query, Sampled& keys,
                                     const Lags& lags) {
  const std::size_t length = lags.count();
  const Result<Matrix> moved = orbit(transpose(X), query, lags);
  if (!moved) return moved.error();
  std::vector<double> scores(length);
  for (std::size_t lag = length; lag-- > 0;) {
    scores[lag] = dot(std::span(moved->data).subspan(lag * X.rows, X.rows), keys.next());
  }
  return scores;
}

}  // namespace

Result<std::vector<double>> sampledRow(const Operator& A, const Sampling& sampling) {
  const auto [seed, mean, deviation, length] = sampling;
  if (Status sound = checkNormal(mean, deviation); !sound) return sound.error();
  const std::size_t d = A.dimension();
  if (length > kMaxCount || (d > 0 && length > kMaxCount / d)) {
    return fail(ErrorCode::tooLarge, {"length ", text(length), " × dimension ", text(d),
                                      " is beyond ", text(kMaxCount), " samples"});
  }
  if (length == 0) return std::vector<double>{};
  Lags lags = Lags::grid(0, 1, length);
  if (A.clock) {
    Result<Lags> told = onClock(*A.clock, lags);
    if (!told) return told.error();
    lags = std::move(*told);
  }
  TorchGenerator generator(seed);
  Sampled queries(A, NormalDraw(generator, mean, deviation, length * d), A.queryTail);
  queries.skip(length - 1);
  const std::span<const double> last = queries.next();
  Sampled keys(A, NormalDraw(generator, mean, deviation, length * d), A.keyTail);
  if (const auto* blocks = std::get_if<Generator>(&A.generator)) {
    return byBlocks(*blocks, last, keys, lags);
  }
  return byMatrix(*std::get_if<Matrix>(&A.generator), last, keys, lags);
}

}  // namespace etx
