#pragma once

#include "group/exponential_polynomial.hpp"

namespace etx {

/// An exponential polynomial on a list of lags in any order: evaluate() with its errors.
///
/// The line is cut into pieces of length 2ℓ, ℓ the largest power of two with |λ|·ℓ <= 5/4 and
/// |rate|·ℓ <= 5/16 for every eigenvalue. A lag is s + ℓx, s its piece's middle, |x| <= 1; piece
/// and x come out of τ without rounding. Where a piece holds lags enough, s(s + ℓx) is a polynomial
/// of degree 15 in x: by A(s + t) = A(s)·A(t) a row of U(s), in closed form, times the coefficients
/// of each e^{λℓx}(ℓx)^k/k!. Those are taken modulo the Chebyshev polynomial T₁₆, which is
/// interpolation at its zeros; a lag then costs one Horner scheme, however many terms there are.
/// The other lags are evaluated one by one.
///
/// Truncation: a power series majorised by e^{ζx} errs at most 4·Σ_{m>=16} I_m(ζ) there (aliasing;
/// Trefethen, Approximation Theory and Approximation Practice, theorem 4.2), 1.1e-16 at ζ = 5/4.
/// A chain of l + 1 coefficients makes (s + ℓx)^l/l! of it, majorised by s^l/l!·e^{lℓx/s}: only
/// pieces with |s| >= 8lℓ are used, so that ζ <= 11/8 and the error stays below 5e-16 of
/// Σ|c·s^l/l!·e^{rate·s}|, which is at most √e times that at the lag.
void evaluateList(const ExponentialPolynomial& sum, const Lags& lags, const Sink& sink);

}  // namespace etx
