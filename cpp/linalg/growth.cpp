#include "linalg/growth.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/elementary.hpp"

namespace etx {

void ErrorGrowth::begin(std::size_t order, double productUnit, double unit, double errorOfF) {
  n = order;
  unitOfProduct = productUnit;
  unitOfSum = unit;
  one = pending = errorOfF;
  steps.clear();
}

void ErrorGrowth::square(const Norms& X, bool ofF) {
  const double extra = (ofF ? unitOfSum * 2 * (X.one * X.one + 2 * X.one) : 0) + underflowOf(n);
  const double normOfE = ofF ? X.onePlusIdentity : X.one;
  one = one * (2 * normOfE + one) + unitOfProduct * X.one * X.one + extra;
  steps.push_back({pending, X.squares, extra, ofF});
  pending = 0;
}

double ErrorGrowth::throughTwoNorm(double logarithmic) const {
  const double root = std::sqrt(static_cast<double>(n));
  double two = 0;
  double time = 1;
  for (std::size_t i = 0; i < steps.size(); ++i) time /= 2;
  for (const Step& step : steps) {
    two += root * step.before;
    // Of the computed E, which is within `two` of e^{time·B}.
    const double norm = (step.ofF ? 1 : 0) + std::sqrt(step.squares);
    const double size = std::min(norm, expRounded(time * logarithmic) * 1.0001 + two);
    two = two * (2 * size + two) + unitOfProduct * step.squares + root * step.extra;
    time *= 2;
  }
  return root * (two + root * pending);
}

}  // namespace etx
