#pragma once

#include <optional>
#include <string>

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
  std::string method;         // for people: "Taylor 16, 5 squarings, balanced"
};

/// e^{time·X} of a square X of order <= kMaxOrder. 0×0 gives 0×0.
///
/// order 1, and order 2 in double: closed forms. Else one algorithm in either arithmetic, double or
/// double-double (automatic: double-double up to order 8, and up to 32 where the bound in double
/// exceeds the tolerance): balance by powers of two (Osborne 1960; Parlett & Reinsch 1969), scale
/// by 2^-s with s from ‖A²‖^½ and ‖A³‖^⅓ (Al-Mohy & Higham 2009, theorem 4.2), a Taylor polynomial
/// of F = e^A - I by Paterson & Stockmeyer's scheme, then F <- 2F + F² while ‖I + F‖₁ >= 1/2 and
/// E <- E² after. Carrying F keeps the digits of small eigenvalues, which adding I would swallow.
///
/// errorBound is a running bound in the 1-norm and in the 2-norm (through the logarithmic norm),
/// truncation included, the lesser of the two: it holds, but can be far above the error where X is
/// far from normal. Infinity where an entry overflows; overflowing entries are ±Infinity, never
/// NaN. With minusIdentity the bound is relative to ‖e^{tX} - I‖₁. Errors: "shape", "too-large",
/// "not-finite" (with the entry), "overflow" where time·X is beyond range.
Result<Exponential> expm(const Matrix& X, const ExpmOptions& options = {});

}  // namespace etx
