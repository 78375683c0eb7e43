#pragma once

#include <memory>
#include <optional>
#include <span>

#include "attention/catalogue.hpp"

namespace etx {

/// Encodings that are no one-parameter group: their score is qᵀk and an addition that does not
/// compose. Each says what it adds for one query, key and position, and nothing else.
class Addition {
 public:
  Addition() = default;
  Addition(const Addition&) = delete;
  Addition& operator=(const Addition&) = delete;
  virtual ~Addition();

  [[nodiscard]] virtual double at(DoubleDouble lag) const = 0;
};
using Added = Result<std::unique_ptr<Addition>>;

/// One question to an encoding outside the theorem.
struct Question {
  const CatalogueEntry& encoding;
  std::optional<double> position;  // the query's
  std::span<const double> query;
  std::span<const double> key;
  const Lags& lags;
};

/// Whether the catalogue has the kind, and as none of the theorem's.
bool outsider(const std::string& kind);

/// Scores, one a lag. The parameters are checked by their kind; "unsupported" without the position
/// that a kind needs, "range" where a lag or a position is none that the encoding is defined at,
/// "shape" where query or key don't fit.
Status curve(const Question& question, const Sink& sink);

// The kinds, each in its family's file.
Added relativeBuckets(const Question& question);   // T5
Added kernelBias(const Question& question);        // KERPLE
Added interpolatedBias(const Question& question);  // FIRE
Added relativeKeys(const Question& question);      // Shaw
Added learnedRows(const Question& question);
Added contextualPositions(const Question& question);  // CoPE
Added contentSlope(const Question& question);         // GRAPE-A
Added sinusoids(const Question& question);

/// T5's bucket of key position less query position, of `count` buckets in both directions or one.
std::size_t relativeBucket(double keyLessQuery, bool bidirectional, std::size_t count,
                           double maxDistance);

/// The query's position: "unsupported" without one, "range" where it is no whole number in
/// [0, rows) or, rows absent, below 0.
Result<double> positionOf(const Question& question, std::optional<double> rows = {});

/// "range" unless every lag is a whole number in [least, most].
Status checkWhole(const Lags& lags, double least, double most);

}  // namespace etx
