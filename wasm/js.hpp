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

bool isObject(const val& value);
/// value.key; undefined where value is no object.
val field(const val& value, const char* key);

Result<double> number(const val& value, const std::string& name);
/// A whole number in [0, most]: "range" for other numbers, "too-large" beyond.
Result<std::size_t> whole(const val& value, const std::string& name, double most);
Result<std::string> string(const val& value, const std::string& name);
/// A typed array or an array; entries that are no numbers come in as NaN.
Result<std::vector<double>> numbers(const val& value, const std::string& name);
Result<Matrix> matrix(const val& value, const std::string& name);
Result<Generator> generator(const val& value, const std::string& name);
Result<Lags> lags(const val& value, const std::string& name);

/// Copies, never views: a view dies when memory grows.
val float64Array(std::span<const double> values);
val fromMatrix(const Matrix& A);
val fromGenerator(const Generator& generator);
/// { error: { code, message } }.
val failure(const Error& error);

}  // namespace etx::js
