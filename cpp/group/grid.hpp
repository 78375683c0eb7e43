#pragma once

#include "group/exponential_polynomial.hpp"

namespace etx {

/// An exponential polynomial on a uniform grid by A(s + t) = A(s)·A(t), count = J·B samples as a
/// product of two tables whose entries come from closed forms: evaluate() with its errors.
///
/// A Jordan chain or a rate is split outward from lag 0, where s and t have one sign and nothing
/// cancels. A single clock e^{iωτ} is split at the middles s of rows: with t = (r + 1/2)·step its
/// cosines are even and its sines odd, so a row's two halves are the sum and the difference of two
/// products, and half the right table and half the multiplications are saved. Its tables' entries
/// are products of two closed forms, every eighth lag's and a small turn's.
///
/// Arithmetic::binary32: those products of single clocks alone, between tables made in double and
/// rounded once.
void evaluateGrid(const ExponentialPolynomial& sum, const Lags& lags, Arithmetic arithmetic,
                  const Sink& sink);

}  // namespace etx
