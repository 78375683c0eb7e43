#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace etx {

/// What a call can fail with; the names that users see are codeName's.
enum class ErrorCode { shape, notFinite, overflow, range, tooLarge, unsupported };

/// "shape", "not-finite", "overflow", "range", "too-large", "unsupported".
const char* codeName(ErrorCode code);

/// The message names the argument and the value: "query has 3 components but ...".
struct Error {
  ErrorCode code;
  std::string message;
};

/// A value or an Error. The library has no exceptions: wasm without them is smaller, and nothing
/// may unwind across the door to JavaScript.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : content(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return content.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& operator*() { return value(); }
  const T& operator*() const { return const_cast<Result*>(this)->value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &const_cast<Result*>(this)->value(); }

  [[nodiscard]] const Error& error() const {
    const Error* held = std::get_if<1>(&content);
    assert(held != nullptr);
    return *held;
  }

 private:
  T& value() {
    T* held = std::get_if<0>(&content);
    assert(held != nullptr);
    return *held;
  }

  std::variant<T, Error> content;
};

/// Success or an Error, for checks.
using Status = Result<std::monostate>;
inline Status success() { return std::monostate{}; }

/// A number as a message shows it: integers whole, else six significant digits.
std::string text(double value);
std::string text(std::size_t value);

}  // namespace etx
