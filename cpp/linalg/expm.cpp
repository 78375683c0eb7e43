#include "linalg/expm.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/balance.hpp"
#include "linalg/order2.hpp"
#include "linalg/taylor.hpp"

namespace etx {
namespace {

constexpr std::size_t kOrderTwofold = 8;       // double-double by default
constexpr std::size_t kOrderRecoverable = 32;  // double-double where double is not good enough

bool finite(const Matrix& A) {
  return std::all_of(A.data.begin(), A.data.end(), [](double x) { return std::isfinite(x); });
}

// ‖X - E‖/‖E‖ from a bound on ‖X - E‖ and ‖X‖.
double relative(double absolute, double norm) {
  if (absolute == 0) return 0;
  const double truth = norm - absolute;
  return truth > 0 ? absolute / truth : HUGE_VAL;
}

// time·X exactly, or the Error that it is beyond range.
Result<Twofold> scaled(const Matrix& X, double time) {
  Twofold A(X.rows, X.cols);
  for (std::size_t i = 0; i < X.data.size(); ++i) {
    const DoubleDouble entry = twoProd(X.data[i], time);
    if (!std::isfinite(entry.hi)) {
      return fail(ErrorCode::overflow,
                  {"x[", text(i / X.cols), ", ", text(i % X.cols), "]·time is ", text(X.data[i]),
                   "·", text(time), ", beyond the range of doubles"});
    }
    A.hi.data[i] = entry.hi;
    A.lo.data[i] = entry.lo;
  }
  return A;
}

std::string describe(const char* arithmetic, int degree, int squarings, bool balanced) {
  const std::string count = squarings > 0 ? std::to_string(squarings) : "no";
  return concat({arithmetic, "Taylor ", std::to_string(degree), ", ", count,
                 squarings == 1 ? " squaring" : " squarings", balanced ? ", balanced" : ""});
}

// Overflow somewhere: finite entries from a careful second pass, no bound.
Exponential overflowed(const Balanced& balanced, std::string_view method, bool minusIdentity) {
  Matrix value = undo(balanced, recover(balanced.A));
  if (minusIdentity) {
    for (std::size_t i = 0; i < value.rows; ++i) value(i, i) -= 1;
  }
  return {std::move(value), std::nullopt, HUGE_VAL, concat({method, ", overflow"})};
}

Exponential inDouble(const Balanced& balanced, double inputError, bool minusIdentity) {
  TaylorResult<Matrix> result = taylor(balanced.A, minusIdentity);
  std::string method = describe("", result.degree, result.squarings, balanced.changed());
  Matrix value = undo(balanced, result.value);
  if (!finite(value)) return overflowed(balanced, method, minusIdentity);
  const double absolute = std::ldexp(result.errorBound, balanced.spread());
  const double bound = relative(absolute, norm1(value)) + inputError;
  return {std::move(value), std::nullopt, bound, std::move(method)};
}

Exponential inDoubleDouble(const Balanced& balanced, const Matrix& low, bool minusIdentity) {
  Twofold A(balanced.A);
  A.lo = low;
  for (std::size_t i = 0; i < low.rows; ++i) {
    for (std::size_t j = 0; j < low.cols; ++j) {
      A.lo(i, j) = std::ldexp(low(i, j), balanced.exponents[j] - balanced.exponents[i]);
    }
  }
  TaylorResult<Twofold> result = taylor(A, minusIdentity);
  std::string method =
      describe("double-double ", result.degree, result.squarings, balanced.changed());
  Matrix value = undo(balanced, result.value.hi);
  if (!finite(value)) return overflowed(balanced, method, minusIdentity);
  const double absolute = std::ldexp(result.errorBound, balanced.spread());
  const double bound = relative(absolute, norm1(value));
  return {std::move(value), undo(balanced, result.value.lo), bound, std::move(method)};
}

Exponential ofOrder1(DoubleDouble a, bool minusIdentity) {
  if (minusIdentity) {
    const Balanced single{Matrix(1, 1, {a.hi}), {0}};
    return inDoubleDouble(single, Matrix(1, 1, {a.lo}), true);
  }
  const DoubleDouble value = exp(a);
  // Below the normal range the last bit is all the precision there is.
  const double bound = std::isinf(value.hi)  ? HUGE_VAL
                       : value.hi == 0       ? 1
                       : value.hi < 0x1p-900 ? 0x1p-1074 / value.hi + 0x1p-52
                                             : 0x1p-98;
  return {Matrix(1, 1, {value.hi}), Matrix(1, 1, {value.lo}), bound, "closed form"};
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
  const Result<Twofold> A = scaled(X, options.time);
  if (!A) return A.error();
  if (!std::isfinite(norm1(A->hi))) {
    return fail(ErrorCode::overflow, {"x·time, with time ", text(options.time),
                                      ", has a column whose sum is beyond the range of doubles"});
  }
  const std::size_t n = X.rows;
  if (n == 0) return Exponential{Matrix(0, 0), std::nullopt, 0, "empty"};
  if (n == 1) {
    Exponential result = ofOrder1({A->hi(0, 0), A->lo(0, 0)}, options.minusIdentity);
    if (options.precision == Precision::bits53) {
      result.low.reset();
      result.errorBound += 0x1p-53;
    }
    return result;
  }
  if (n == 2 && options.precision == Precision::bits53 && !options.minusIdentity) {
    if (std::optional<Exponential> closed = exponentialOfOrder2(*A)) return *closed;
  }

  const Balanced balanced = balance(A->hi);
  const bool twofold = options.precision == Precision::bits106 ||
                       (options.precision == Precision::automatic && n <= kOrderTwofold);
  if (twofold) return inDoubleDouble(balanced, A->lo, options.minusIdentity);

  // time·X rounded to double: a change of at most u·‖A‖ to A, bounded with the result's own growth.
  const bool exact = norm1(A->lo) == 0;
  Exponential result = inDouble(balanced, exact ? 0 : norm1(A->lo), options.minusIdentity);
  if (options.precision == Precision::automatic && n <= kOrderRecoverable &&
      !(result.errorBound <= options.tolerance)) {
    return inDoubleDouble(balanced, A->lo, options.minusIdentity);
  }
  return result;
}

}  // namespace etx
