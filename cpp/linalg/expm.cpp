#include "linalg/expm.hpp"

#include <cmath>

#include "linalg/exponentiator.hpp"

namespace etx {

Result<Exponential> expm(const Matrix& X, const ExpmOptions& options) {
  if (Status sound = checkSquare(X, "x"); !sound) return sound.error();
  if (!std::isfinite(options.time)) {
    return fail(ErrorCode::notFinite, {"time is ", text(options.time)});
  }
  if (!(options.tolerance >= 0)) {
    return fail(ErrorCode::range,
                {"tolerance is ", text(options.tolerance), " but must be 0 or more"});
  }
  const std::size_t n = X.rows;
  if (Status sound = checkExponent(X.data, n, options.time, "x"); !sound) return sound.error();
  Exponentiator exponentiator(n);
  exponentiator.load(X.data.data(), std::abs(options.time));
  Exponential result{Matrix(n, n), std::nullopt, 0};
  Matrix low(n, n);
  const Outcome outcome = exponentiator.at(options, result.value.data.data(), low.data.data());
  if (outcome.twofold) result.low = std::move(low);
  result.errorBound = outcome.errorBound;
  return result;
}

}  // namespace etx
