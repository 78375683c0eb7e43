#pragma once

#include <optional>

#include "linalg/expm.hpp"
#include "linalg/twofold.hpp"

namespace etx {

/// e^A of a 2×2 matrix in closed form, or nothing where its entries are so large (2^400) that
/// squares of them are better avoided.
///
/// With μ = (a+d)/2, h = (a-d)/2 and q = h² + bc: e^A = e^μ·(C·I + S·(A - μI)), C = cosh √q and
/// S = sinh √q/√q, entire functions of q. μ, h, q and √|q| are double-doubles, so the discriminant
/// does not cancel and large angles keep their phase; for q > 0 e^{μ±√q} stand in for e^μ·cosh,
/// which would overflow too soon. errorBound: 40u, from the roundings of the few last products
/// relative to ‖e^A‖₁, which bounds each of them up to a factor 2 because |b| + |c| >= 2√|bc|.
std::optional<Exponential> exponentialOfOrder2(const Twofold& A);

}  // namespace etx
