#pragma once

#include <optional>

#include "linalg/matrix.hpp"

namespace etx {

/// bits53: double; bits106: double-double; automatic: see expm.
enum class Precision { automatic, bits53, bits106 };

struct ExpmOptions {
  double time = 1;
  Precision precision = Precision::automatic;
  double tolerance = 1e-12;    // automatic: double-double where the double bound exceeds it
  bool minusIdentity = false;  // e^{time·X} - I instead, without the cancellation
};

struct Exponential {
  Matrix value;
  std::optional<Matrix> low;  // with double-double: value + low is the result
  double errorBound = 0;      // ‖value + low - e^{tX}‖₁ <= errorBound·‖e^{tX}‖₁; see expm
};

/// e^{time·X} of a square X of order <= kMaxOrder. 0×0 gives 0×0.
///
/// order 1, and order 2 in double: closed forms (order2.hpp). Else one algorithm in double or
/// double-double (automatic: double-double up to order 8, and up to 32 where the bound in double
/// exceeds the tolerance): balancing by powers of two (balance.hpp), then scaling and squaring of
/// F = e^A - I with a Taylor polynomial (taylor.hpp, taylor_twofold.hpp). Where X is skew-symmetric
/// the result is made orthogonal (orthogonal.hpp).
///
/// errorBound is a running bound in the 1-norm and in the 2-norm (through the logarithmic norm),
/// truncation included, the lesser of the two: it holds, but can be far above the error where X is
/// far from normal. Infinity where an entry overflows; overflowing entries are ±Infinity, never
/// NaN. With minusIdentity the bound is relative to ‖e^{tX} - I‖₁. Errors: "shape", "too-large",
/// "not-finite" (with the entry), "overflow" where time·X is beyond range.
Result<Exponential> expm(const Matrix& X, const ExpmOptions& options = {});

}  // namespace etx
