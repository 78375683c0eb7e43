#pragma once

#include <vector>

#include "linalg/result.hpp"

namespace etx {

/// One row of attention: what a query gives to the keys at lags 0, 1, ...
struct AttentionRow {
  std::vector<double> weights;  // softmax of the scores
  double entropy = 0;           // nats
  double effective = 0;         // e^entropy: as many equal weights would have this entropy
  double mass50 = 0;            // the smallest lag L with half the weight at lags <= L
  double mass95 = 0;            // ... with 0.95 of it
};

/// Softmax over one row; -Infinity is weight 0.
///
/// The maximum M is subtracted exactly (in double-double) before e^x is taken, and sums are
/// compensated: a weight's relative error is <= 5u at any length, so the weights' sum errs at most
/// 5u and what adding them up costs. entropy = ln Z + Σ w·(M - s), Z = Σ e^{s-M}: no term is
/// negative, relative error <= 16u. Weights below 2^-1074 are 0.
/// "shape" where there are no scores, "not-finite" where one is NaN or +Infinity, "range" where all
/// are -Infinity.
Result<AttentionRow> attention(std::vector<double> scores);

}  // namespace etx
