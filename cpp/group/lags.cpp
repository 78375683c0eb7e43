#include "group/lags.hpp"

#include <algorithm>
#include <cmath>

namespace etx {

Lags Lags::grid(double start, double step, std::size_t count) {
  Lags lags;
  lags.start = start;
  lags.step = step;
  lags.number = count;
  return lags;
}

Lags Lags::list(std::vector<double> values) {
  Lags lags;
  lags.number = values.size();
  lags.values = std::move(values);
  return lags;
}

Lags Lags::mirrored() const {
  Lags lags = *this;
  lags.mirror = true;
  return lags;
}

double Lags::farthest() const {
  if (number == 0) return 0;
  if (!values) return std::max(std::abs(start), std::abs(at(static_cast<double>(number - 1)).hi));
  double largest = 0;
  for (const double value : *values) largest = std::max(largest, std::abs(value));
  return largest;
}

Status Lags::check(std::string_view name) const {
  if (number > kMaxCount) {
    return fail(ErrorCode::tooLarge,
                {name, " has ", text(number), " values but the most are ", text(kMaxCount)});
  }
  if (!values) {
    if (!std::isfinite(start)) {
      return fail(ErrorCode::notFinite, {name, ".start is ", text(start)});
    }
    if (!std::isfinite(step)) return fail(ErrorCode::notFinite, {name, ".step is ", text(step)});
    if (!std::isfinite(farthest())) {
      return fail(ErrorCode::notFinite, {name, " ends at ", text(farthest())});
    }
    return success();
  }
  for (std::size_t i = 0; i < values->size(); ++i) {
    if (!std::isfinite((*values)[i])) {
      return fail(ErrorCode::notFinite, {name, "[", text(i), "] is ", text((*values)[i])});
    }
  }
  return success();
}

Status checkSize(std::string_view name, std::size_t count, std::size_t each) {
  if (each == 0 || count <= kMaxCount / each) return success();
  return fail(ErrorCode::tooLarge, {name, " has ", text(count), "×", text(each),
                                    " values but the most are ", text(kMaxCount)});
}

std::vector<Stretch> outward(const Lags& lags) {
  const std::size_t count = lags.count();
  if (count == 0) return {};
  const bool rising = lags.step >= 0;
  // The lags are monotone: find the first that has changed sign.
  const auto crossed = [&](std::size_t j) {
    const double lag = (DoubleDouble{lags.start} + twoProd(static_cast<double>(j), lags.step)).hi;
    return rising ? lag >= 0 : lag < 0;
  };
  std::size_t low = 0;
  std::size_t high = count;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (crossed(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  std::vector<Stretch> stretches;
  // Walked backwards a step changes its sign; so does it where the mirror turns a negative lag.
  const double backwards = lags.mirror && rising ? lags.step : -lags.step;
  const double forwards = lags.mirror && !rising ? -lags.step : lags.step;
  if (low > 0) stretches.push_back({low - 1, low, -1, backwards});
  if (low < count) stretches.push_back({low, count - low, 1, forwards});
  return stretches;
}

}  // namespace etx
