#include "attention/outsider.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/solve.hpp"

namespace etx {
namespace {

struct Kind {
  const char* name;
  Added (*make)(const Question&);
};
constexpr Kind kKinds[] = {
    {"t5", relativeBuckets},   {"kerple", kernelBias},    {"fire", interpolatedBias},
    {"shaw", relativeKeys},    {"learned", learnedRows},  {"cope", contextualPositions},
    {"grape-a", contentSlope}, {"sinusoidal", sinusoids},
};

const Kind* find(const std::string& kind) {
  for (const Kind& one : kKinds) {
    if (kind == one.name) return &one;
  }
  return nullptr;
}

Status checkVector(std::span<const double> vector, std::size_t dimension, std::string_view name) {
  if (vector.size() == dimension) return checkFinite(vector, name);
  return fail(ErrorCode::shape, {name, " has ", text(vector.size()),
                                 " components but the encoding's dimension is ", text(dimension)});
}

}  // namespace

Addition::~Addition() = default;

bool outsider(const std::string& kind) { return find(kind) != nullptr; }

Status curve(const Question& question, const Sink& sink) {
  const std::size_t d = question.encoding.dimension;
  if (Status sound = question.lags.check("lags"); !sound) return sound;
  if (Status fits = checkVector(question.query, d, "query"); !fits) return fits;
  if (Status fits = checkVector(question.key, d, "key"); !fits) return fits;
  const Added made = find(question.encoding.kind)->make(question);
  if (!made) return made.error();
  const Addition& addition = **made;
  const double bare = dot(question.query, question.key);
  constexpr std::size_t kChunk = 256;
  double scores[kChunk];
  for (std::size_t first = 0; first < question.lags.count(); first += kChunk) {
    const std::size_t count = std::min(kChunk, question.lags.count() - first);
    for (std::size_t i = 0; i < count; ++i) {
      scores[i] = bare + addition.at(question.lags.at(static_cast<double>(first + i)));
    }
    sink(first, std::span<const double>(scores, count));
  }
  return success();
}

Result<double> positionOf(const Question& question, std::optional<double> rows) {
  if (!question.position) {
    return fail(ErrorCode::unsupported, {"position is missing: the score of ",
                                         question.encoding.kind, " depends on the query's own"});
  }
  const double place = *question.position;
  if (place >= 0 && std::isfinite(place) &&
      (!rows || (place < *rows && std::trunc(place) == place)))
    return place;
  const std::string most = rows ? concat({" and below ", text(*rows)}) : "";
  return fail(ErrorCode::range, {"position is ", text(place), " but must be ",
                                 rows ? "a whole number, 0 or more" : "0 or more", most});
}

Status checkWhole(const Lags& lags, double least, double most) {
  for (std::size_t j = 0; j < lags.count(); ++j) {
    const DoubleDouble lag = lags.at(static_cast<double>(j));
    if (lag.hi >= least && lag.hi <= most && lag.lo == 0 && std::trunc(lag.hi) == lag.hi) continue;
    return fail(ErrorCode::range,
                {"lags[", text(j), "] is ", text(lag.hi), " but must be a whole number from ",
                 text(least), " to ", text(most)});
  }
  return success();
}

}  // namespace etx
