#pragma once

#include <vector>

#include "linalg/matrix.hpp"
#include "linalg/twofold.hpp"

namespace etx {

/// e^A or e^A - I with a bound on its error; `squarings` and `degree` say how it was made.
/// errorBound: ‖value - e^A‖₁ (or of value - (e^A - I)), absolute; Infinity or NaN where it blew
/// up.
template <class M>
struct TaylorResult {
  M value;
  double errorBound = 0;
  int squarings = 0;
  int degree = 0;
};

/// Scaling and squaring with a Taylor polynomial, in double (M = Matrix, degree 16) or
/// double-double (M = Twofold, degree 25); see expm.hpp for the method and sources. A is square,
/// finite and, to be fast, balanced. Entries that overflow may come out as NaN: `recover` knows
/// them.
TaylorResult<Matrix> taylor(const Matrix& A, bool minusIdentity);
TaylorResult<Twofold> taylor(const Twofold& A, bool minusIdentity);

/// e^A again after an overflow, in double: entries within range, else ±Infinity, never NaN.
Matrix recover(const Matrix& A);

}  // namespace etx
