#include "attention/clock.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/matrix.hpp"

namespace etx {
namespace {

// Φ at any place between the first token and the last.
DoubleDouble told(const std::vector<DoubleDouble>& clock, double place) {
  const auto before = static_cast<std::size_t>(place);
  const double rest = place - std::floor(place);
  if (rest == 0) return clock[before];
  return clock[before] + (clock[before + 1] - clock[before]) * rest;
}

}  // namespace

Result<Lags> onClock(const Clock& clock, const Lags& lags) {
  if (!clock.position) {
    return fail(ErrorCode::unsupported,
                {"position is missing: the score depends on where on the clock the query stands"});
  }
  if (Status finite = checkFinite(clock.steps, "clock"); !finite) return finite.error();
  std::vector<DoubleDouble> sums;
  sums.reserve(clock.steps.size());
  DoubleDouble sum{0};
  for (const double step : clock.steps) {
    if (step < 0) {
      return fail(ErrorCode::range, {"clock[", text(sums.size()), "] is ", text(step),
                                     " but a clock does not run backwards"});
    }
    sums.push_back(sum += step);
  }
  const double last = static_cast<double>(sums.size()) - 1;
  const auto onIt = [last](double place) { return place >= 0 && place <= last; };
  if (!onIt(*clock.position)) {
    return fail(ErrorCode::range, {"position is ", text(*clock.position),
                                   " but the clock tells positions 0 to ", text(last)});
  }
  const DoubleDouble now = told(sums, *clock.position);
  std::vector<double> warped(lags.count());
  for (std::size_t j = 0; j < warped.size(); ++j) {
    const double place = (DoubleDouble{*clock.position} - lags.at(static_cast<double>(j))).hi;
    if (!onIt(place)) {
      return fail(ErrorCode::range, {"lags[", text(j), "] puts the key at ", text(place),
                                     " but the clock tells positions 0 to ", text(last)});
    }
    warped[j] = (now - told(sums, place)).hi;
  }
  return Lags::list(std::move(warped));
}

}  // namespace etx
