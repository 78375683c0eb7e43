#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "linalg/double_double.hpp"
#include "linalg/result.hpp"

namespace etx {

/// The most lags that one call answers.
inline constexpr std::size_t kMaxCount = std::size_t{1} << 27;

/// Lags τ in tokens: a uniform grid, τ_j = start + j·step, or any list.
class Lags {
 public:
  static Lags grid(double start, double step, std::size_t count);
  static Lags list(std::vector<double> values);

  [[nodiscard]] std::size_t count() const { return number; }
  [[nodiscard]] bool uniform() const { return !values; }

  /// |τ| in place of τ, for encodings that see the distance alone.
  [[nodiscard]] Lags mirrored() const;

  /// τ_j with relative error below 2^-104 of |start| + |j·step|: exact wherever a double-double
  /// holds the sum. j may be any whole number or a half, also beyond the grid's own.
  [[nodiscard]] DoubleDouble at(double j) const {
    const DoubleDouble lag =
        values ? (*values)[static_cast<std::size_t>(j)] : DoubleDouble{start} + twoProd(j, step);
    return mirror ? abs(lag) : lag;
  }

  /// The largest |τ|.
  [[nodiscard]] double farthest() const;

  /// "not-finite" where a lag is, "too-large" beyond kMaxCount. `name` is the argument's.
  [[nodiscard]] Status check(std::string_view name) const;

 private:
  double start = 0;
  double step = 0;
  std::size_t number = 0;
  bool mirror = false;
  std::optional<std::vector<double>> values;

  friend std::vector<struct Stretch> outward(const Lags& lags);
};

/// "too-large" where `count` lags of `each` values are more than kMaxCount; `name` is the result's.
Status checkSize(std::string_view name, std::size_t count, std::size_t each);

/// A stretch of a grid whose lags all have one sign (zero counts as positive), walked away from
/// zero: sample i is number first + i·direction of the whole grid, its lag τ_first + i·step.
struct Stretch {
  std::size_t first = 0;
  std::size_t count = 0;
  int direction = 1;
  double step = 0;
};

/// At most two stretches that cover the grid. Every use of A(s + t) = A(s)·A(t) stays within one:
/// with s and t of one sign nothing cancels, and a Jordan chain's τ^l/l! keeps its digits.
std::vector<Stretch> outward(const Lags& lags);

}  // namespace etx
