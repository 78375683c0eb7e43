#include "attention/frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "group/generator.hpp"
#include "linalg/double_double.hpp"

namespace etx {
namespace {

Result<double> positive(std::optional<double> value, std::string_view name) {
  if (!value) return fail(ErrorCode::range, {name, " is missing"});
  if (!std::isfinite(*value)) return fail(ErrorCode::notFinite, {name, " is ", text(*value)});
  if (*value <= 0) {
    return fail(ErrorCode::range, {name, " is ", text(*value), " but must be above 0"});
  }
  return *value;
}

Result<std::vector<double>> unscaled(const RotaryRequest& request) {
  const std::size_t d = request.rotaryDimension;
  if (d % 2 != 0) {
    return fail(ErrorCode::shape, {"rotaryDimension is ", text(d), " but must be even"});
  }
  if (d > kMaxDimension) {
    return fail(ErrorCode::tooLarge,
                {"rotaryDimension is ", text(d), " but the largest is ", text(kMaxDimension)});
  }
  const Result<double> base = positive(request.base, "base");
  if (!base) return base.error();
  const DoubleDouble logarithm = log(DoubleDouble{*base});
  std::vector<double> table(d / 2);
  // Powers of one ratio: each errs by i·2^-97, so that a table of 2^15 is rounded as if exact.
  const DoubleDouble ratio =
      exp(logarithm * -2.0 / static_cast<double>(std::max<std::size_t>(d, 1)));
  DoubleDouble power{1};
  for (double& frequency : table) {
    frequency = power.hi;
    power *= ratio;
  }
  return table;
}

Status scaleLinearly(const RotaryRequest& request, std::vector<double>& table) {
  const Result<double> factor = positive(request.factor, "factor");
  if (!factor) return factor.error();
  for (double& frequency : table) frequency /= *factor;
  return success();
}

Status scaleByWavelength(const RotaryRequest& request, std::vector<double>& table) {
  const Result<double> factor = positive(request.factor, "factor");
  if (!factor) return factor.error();
  const Result<double> low = positive(request.lowFrequencyFactor, "lowFrequencyFactor");
  if (!low) return low.error();
  const Result<double> high = positive(request.highFrequencyFactor, "highFrequencyFactor");
  if (!high) return high.error();
  const Result<double> context = positive(request.originalContext, "originalContext");
  if (!context) return context.error();
  if (*high < *low) {
    return fail(ErrorCode::range, {"highFrequencyFactor is ", text(*high),
                                   " but must not be below lowFrequencyFactor, ", text(*low)});
  }
  for (double& frequency : table) {
    const double wavelength = 2 * std::numbers::pi / frequency;
    if (wavelength < *context / *high) continue;
    if (wavelength > *context / *low) {
      frequency /= *factor;
    } else if (*high > *low) {
      const double kept = (*context / wavelength - *low) / (*high - *low);
      frequency = (1 - kept) * frequency / *factor + kept * frequency;
    }
  }
  return success();
}

}  // namespace

Result<std::vector<double>> frequencies(const RotaryRequest& request) {
  Result<std::vector<double>> table = unscaled(request);
  if (!table) return table;
  Status scaled = success();
  if (request.ropeType == "linear") {
    scaled = scaleLinearly(request, *table);
  } else if (request.ropeType == "llama3") {
    scaled = scaleByWavelength(request, *table);
  } else if (request.ropeType != "default") {
    scaled =
        fail(ErrorCode::unsupported, {"ropeType is \"", request.ropeType,
                                      "\" but the types known are default, linear and llama3"});
  }
  if (!scaled) return scaled.error();
  return table;
}

}  // namespace etx
