#pragma once

// Reading and writing JavaScript values. A caller may hand in anything: every reader checks what it
// finds and answers with an Error that names the place, so that no value can do more than fail.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <emscripten/val.h>

#include "group/generator.hpp"
#include "group/lags.hpp"
#include "linalg/matrix.hpp"
#include "linalg/result.hpp"

namespace etx::js {

using emscripten::val;

/// A value and how messages call it: "generator.blocks[0].rate".
struct Argument {
  val value;
  std::string name;

  [[nodiscard]] bool isObject() const;
  [[nodiscard]] bool isMissing() const { return value.isUndefined(); }
  /// The named field; undefined where the value is no object.
  [[nodiscard]] Argument field(const char* key) const;
};

Result<double> number(const Argument& from);
/// A whole number in [0, most]: "range" for other numbers, "too-large" beyond.
Result<std::size_t> whole(const Argument& from, std::size_t most);
Result<std::string> string(const Argument& from);
/// A typed array or an array; entries that are no numbers come in as NaN.
Result<std::vector<double>> numbers(const Argument& from);
Result<Matrix> matrix(const Argument& from);
Result<Generator> generator(const Argument& from);
Result<Lags> lags(const Argument& from);

/// A copy of an array of `count` numbers; nothing where it has another length.
std::optional<std::vector<double>> doubles(const val& from, double count);
/// Copies, never views: a view dies when memory grows.
val float64Array(std::span<const double> values);
val fromMatrix(const Matrix& A);
val fromGenerator(const Generator& generator);
/// { error: { code, message } }.
val failure(const Error& error);

}  // namespace etx::js
