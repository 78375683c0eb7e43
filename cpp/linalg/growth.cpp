#include "linalg/growth.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/elementary.hpp"

namespace etx {

void ErrorGrowth::begin(std::size_t order, double productUnit, double unit, double errorOfF) {
  n = order;
  rootOfOrder = std::sqrt(static_cast<double>(n));
  unitOfProduct = productUnit;
  unitOfSum = unit;
  one = pending = errorOfF;
  steps.clear();
}

void ErrorGrowth::square(const Norms& X, bool ofF) {
  constexpr double kTiny = 0x1p-1070;  // what underflow may add to an entry of a product
  const double extra =
      (ofF ? unitOfSum * 2 * (X.one * X.one + 2 * X.one) : 0) + static_cast<double>(n) * kTiny;
  const double normOfE = ofF ? X.onePlusIdentity : X.one;
  one = one * (2 * normOfE + one) + unitOfProduct * X.one * X.one + extra;
  steps.push_back({pending, ofF ? 1 + X.frobenius : X.frobenius,
                   unitOfProduct * X.frobenius * X.frobenius + rootOfOrder * extra});
  pending = 0;
}

double ErrorGrowth::throughTwoNorm(double logarithmic) const {
  const double root = rootOfOrder;
  double two = 0;
  double time = 1;
  for (std::size_t i = 0; i < steps.size(); ++i) time /= 2;
  for (const Step& step : steps) {
    two += root * step.before;
    // Of the computed E, which is within `two` of e^{time·B}.
    const double size = std::min(step.normOfE, expRounded(time * logarithmic) * 1.0001 + two);
    two = two * (2 * size + two) + step.rounding;
    time *= 2;
  }
  return root * (two + root * pending);
}

}  // namespace etx
