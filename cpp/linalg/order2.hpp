#pragma once

#include <span>

#include "linalg/double_double.hpp"

namespace etx {

/// e^A of A = [[a, b], [c, d]] = (A[0], ..., A[3]) in closed form, with a relative bound on its
/// error in the 1-norm; or nothing where entries are so large (2^400) that squares of them are
/// better avoided, or beyond range in the result.
///
/// With μ = (a+d)/2, h = (a-d)/2 and q = h² + bc: e^A = e^μ·(C·I + S·(A - μI)), C = cosh √q and
/// S = sinh √q/√q, entire functions of q. μ, h, q and √|q| are double-doubles, so the discriminant
/// does not cancel and large angles keep their phase; for q > 0 e^{μ±√q} stand in for e^μ·cosh,
/// which would overflow too soon. errorBound is 40u, from the roundings of the few last products
/// relative
/// to ‖e^A‖₁, which bounds each of them up to a factor 2 because |b| + |c| >= 2√|bc|.
struct Order2 {
  bool holds = false;
  double errorBound = 0;
};
Order2 exponentialOfOrder2(std::span<const DoubleDouble, 4> A, double* value);

}  // namespace etx
