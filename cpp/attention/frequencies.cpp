#include "attention/frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "group/generator.hpp"
#include "linalg/double_double.hpp"

namespace etx {
namespace {

Result<double> positive(const std::optional<double>& value, std::string_view name) {
  if (!value) return fail(ErrorCode::range, {name, " is missing"});
  if (!std::isfinite(*value)) return fail(ErrorCode::notFinite, {name, " is ", text(*value)});
  if (*value <= 0) {
    return fail(ErrorCode::range, {name, " is ", text(*value), " but must be above 0"});
  }
  return *value;
}

Status checkSizes(const RotaryRequest& request) {
  const std::size_t d = request.rotaryDimension;
  if (d % 2 != 0) {
    return fail(ErrorCode::shape, {"rotaryDimension is ", text(d), " but must be even"});
  }
  if (d <= kMaxDimension) return success();
  return fail(ErrorCode::tooLarge,
              {"rotaryDimension is ", text(d), " but the largest is ", text(kMaxDimension)});
}

// ln of the base, grown with the sequence where the type is dynamic.
Result<DoubleDouble> logBase(const RotaryRequest& request) {
  const Result<double> base = positive(request.base, "base");
  if (!base) return base.error();
  const DoubleDouble logarithm = log(DoubleDouble{*base});
  if (request.ropeType != "dynamic") return logarithm;
  const Result<double> factor = positive(request.factor, "factor");
  if (!factor) return factor.error();
  const Result<double> context = positive(request.originalContext, "originalContext");
  if (!context) return context.error();
  const Result<double> length = positive(request.sequenceLength, "sequenceLength");
  if (!length) return length.error();
  if (*length <= *context) return logarithm;
  const auto d = static_cast<double>(request.rotaryDimension);
  if (d <= 2) {
    return fail(ErrorCode::range,
                {"rotaryDimension is ", text(d), " but dynamic scaling needs more than one pair"});
  }
  const DoubleDouble stretched =
      DoubleDouble{*factor} * *length / *context - (DoubleDouble{*factor} - 1.0);
  return logarithm + log(stretched) * d / (d - 2);
}

std::vector<double> powers(DoubleDouble logarithm, std::size_t d) {
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

Status divide(const RotaryRequest& request, std::vector<double>& table) {
  const Result<double> factor = positive(request.factor, "factor");
  if (!factor) return factor.error();
  for (double& frequency : table) frequency /= *factor;
  return success();
}

Status divideEach(const RotaryRequest& request, std::vector<double>& table) {
  const std::vector<double>& divisors = request.divisors;
  if (divisors.size() != table.size()) {
    return fail(ErrorCode::shape, {"divisors has ", text(divisors.size()),
                                   " values but must have one a pair, ", text(table.size())});
  }
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!(divisors[i] > 0)) {
      return fail(ErrorCode::range,
                  {"divisors[", text(i), "] is ", text(divisors[i]), " but must be above 0"});
    }
    table[i] /= divisors[i];
  }
  return success();
}

Status keepFirst(const RotaryRequest& request, std::vector<double>& table) {
  const double kept = request.rotatedPairs.value_or(static_cast<double>(table.size()));
  if (!(kept >= 0 && kept <= static_cast<double>(table.size()))) {
    return fail(ErrorCode::range,
                {"rotatedPairs is ", text(kept), " but must be 0 to ", text(table.size())});
  }
  std::fill(table.begin() + static_cast<std::ptrdiff_t>(kept), table.end(), 0.0);
  return divide(request, table);
}

Status rampByPair(const RotaryRequest& request, std::vector<double>& table) {
  const Result<double> factor = positive(request.factor, "factor");
  if (!factor) return factor.error();
  const Result<YarnRamp> ramp = yarnRamp(request);
  if (!ramp) return ramp.error();
  // Kept and divided share, each from its own end: 1 - r would lose digits where r is close to 1.
  const auto share = [&](double distance) {
    return std::clamp(distance / (ramp->high - ramp->low), 0.0, 1.0);
  };
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto pair = static_cast<double>(i);
    table[i] = table[i] * share(ramp->high - pair) + table[i] / *factor * share(pair - ramp->low);
  }
  return success();
}

Status rampByWavelength(const RotaryRequest& request, std::vector<double>& table) {
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

Status scale(const RotaryRequest& request, std::vector<double>& table) {
  const std::string& type = request.ropeType;
  if (type == "default" || type == "dynamic") return success();
  if (type == "linear") return divide(request, table);
  if (type == "yarn") return rampByPair(request, table);
  if (type == "longrope") return divideEach(request, table);
  if (type == "llama3") return rampByWavelength(request, table);
  if (type == "proportional") return keepFirst(request, table);
  return fail(ErrorCode::unsupported,
              {"ropeType is \"", type,
               "\" but the types known are default, linear, dynamic, yarn, longrope, llama3 and "
               "proportional"});
}

}  // namespace

Result<double> baseOf(const RotaryRequest& request) {
  const Result<DoubleDouble> logarithm = logBase(request);
  if (!logarithm) return logarithm.error();
  const bool grows =
      request.ropeType == "dynamic" && request.sequenceLength > request.originalContext;
  return grows ? exp(*logarithm).hi : request.base;
}

Result<std::vector<double>> frequencies(const RotaryRequest& request) {
  if (Status sound = checkSizes(request); !sound) return sound.error();
  const Result<DoubleDouble> logarithm = logBase(request);
  if (!logarithm) return logarithm.error();
  std::vector<double> table = powers(*logarithm, request.rotaryDimension);
  if (Status scaled = scale(request, table); !scaled) return scaled.error();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!std::isfinite(table[i])) {
      return fail(ErrorCode::overflow, {"the frequency of pair ", text(i), " is ", text(table[i]),
                                        ", beyond the range of numbers"});
    }
  }
  return table;
}

Result<YarnRamp> yarnRamp(const RotaryRequest& request) {
  const Result<double> context = positive(request.originalContext, "originalContext");
  if (!context) return context.error();
  const Result<double> fast = positive(request.betaFast, "betaFast");
  if (!fast) return fast.error();
  const Result<double> slow = positive(request.betaSlow, "betaSlow");
  if (!slow) return slow.error();
  if (!(request.base > 1)) {
    return fail(ErrorCode::range, {"base is ", text(request.base), " but yarn needs one above 1"});
  }
  const auto d = static_cast<double>(request.rotaryDimension);
  const DoubleDouble logarithm = log(DoubleDouble{request.base});
  // The pair that makes `turns` turns in the original context.
  const auto pairOf = [&](double turns) {
    const DoubleDouble wavelength = kInverseTurn * *context / turns;
    return (log(wavelength) * d / (logarithm * 2.0)).hi;
  };
  const double first = pairOf(*fast);
  const double last = pairOf(*slow);
  YarnRamp ramp{std::max(request.truncate ? std::floor(first) : first, 0.0),
                std::min(request.truncate ? std::ceil(last) : last, d - 1)};
  if (ramp.low == ramp.high) ramp.high += 0.001;
  return ramp;
}

}  // namespace etx
