#include "linalg/expm.hpp"

#include <cmath>

#include "linalg/exponentiator.hpp"

namespace etx {
namespace {

// Whether time·X has a finite 1-norm: else "overflow", naming the entry if one is to blame.
Status checkRange(const Matrix& X, double time) {
  if (std::isfinite(norms(X.data.data(), X.rows).one * time)) return success();
  Matrix A = X;
  for (std::size_t i = 0; i < A.data.size(); ++i) {
    A.data[i] *= time;
    if (std::isfinite(A.data[i])) continue;
    return fail(ErrorCode::overflow,
                {"x[", text(i / X.cols), ", ", text(i % X.cols), "]·time is ", text(X.data[i]),
                 "·", text(time), ", beyond the range of doubles"});
  }
  if (std::isfinite(norms(A.data.data(), A.rows).one)) return success();
  return fail(ErrorCode::overflow, {"x·time, with time ", text(time),
                                    ", has a column whose sum is beyond the range of doubles"});
}

}  // namespace

Result<Exponential> expm(const Matrix& X, const ExpmOptions& options) {
  if (Status sound = checkSquare(X, "x"); !sound) return sound.error();
  if (!std::isfinite(options.time)) {
    return fail(ErrorCode::notFinite, {"time is ", text(options.time)});
  }
  if (!(options.tolerance >= 0)) {
    return fail(ErrorCode::range,
                {"tolerance is ", text(options.tolerance), " but must be 0 or more"});
  }
  if (Status inRange = checkRange(X, options.time); !inRange) return inRange.error();
  const std::size_t n = X.rows;
  Exponentiator exponentiator(n);
  exponentiator.load(X.data.data(), std::abs(options.time));
  Exponential result{Matrix(n, n), std::nullopt, 0, "empty"};
  Matrix low(n, n);
  const Outcome outcome = exponentiator.at(options, result.value.data.data(), low.data.data());
  if (outcome.twofold) result.low = std::move(low);
  result.errorBound = outcome.errorBound;
  if (n > 0) result.method = describe(outcome);
  return result;
}

}  // namespace etx
