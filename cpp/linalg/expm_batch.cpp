#include "linalg/expm_batch.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "linalg/exponentiator.hpp"

namespace etx {
namespace {

std::string nameOf(std::size_t i) { return concat({"xs[", text(i), "]"}); }

Status checkSizes(std::size_t entries, std::span<const std::size_t> orders) {
  std::size_t wanted = 0;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    if (orders[i] > kMaxOrder) {
      return fail(ErrorCode::tooLarge, {nameOf(i), " has order ", text(orders[i]),
                                        " but the largest is ", text(kMaxOrder)});
    }
    wanted += orders[i] * orders[i];
  }
  if (wanted == entries) return success();
  return fail(ErrorCode::shape,
              {"xs have ", text(entries), " entries but orders ask for ", text(wanted)});
}

}  // namespace

Result<std::vector<double>> expmBatch(std::span<const double> entries,
                                      std::span<const std::size_t> orders,
                                      std::span<const double> times, Precision precision) {
  if (Status sized = checkSizes(entries.size(), orders); !sized) return sized.error();
  if (Status finite = checkFinite(times, "times"); !finite) return finite.error();
  double longest = 0;
  for (const double time : times) longest = std::max(longest, std::abs(time));

  std::vector<double> out(entries.size() * times.size());
  std::vector<double> low;
  ExpmOptions options;
  options.precision = precision;
  std::optional<Exponentiator> exponentiator;
  double* to = out.data();
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const std::size_t n = orders[i];
    const std::span<const double> X = entries.first(n * n);
    entries = entries.subspan(n * n);
    if (!hasExponent(X, n, longest)) {
      if (Status sound = checkExponent(X, n, longest, nameOf(i)); !sound) return sound.error();
    }
    if (!exponentiator || n != orders[i - 1]) exponentiator.emplace(n);
    exponentiator->load(X.data(), longest);
    low.resize(std::max(low.size(), n * n));
    for (const double time : times) {
      options.time = time;
      exponentiator->at(options, to, low.data());
      to += n * n;
    }
  }
  return out;
}

}  // namespace etx
