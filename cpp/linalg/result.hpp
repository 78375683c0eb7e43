#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace etx {

/// What a call can fail with; the names that users see are codeName's.
enum class ErrorCode { shape, notFinite, overflow, range, tooLarge, unsupported };

/// "shape", "not-finite", "overflow", "range", "too-large", "unsupported".
const char* codeName(ErrorCode code);

/// The message names the argument and the value: "query has 3 components but ...".
/// Its special members are out of line: inlined at every early return they doubled the wasm file.
struct Error {
  ErrorCode code = ErrorCode::unsupported;
  std::string message;

  Error();
  Error(ErrorCode what, std::string why);
  Error(const Error& other);
  Error(Error&& other) noexcept;
  Error& operator=(const Error& other);
  Error& operator=(Error&& other) noexcept;
  ~Error();
};

/// The strings one after another. Out of line: chains of + made the wasm file a third larger.
std::string concat(std::initializer_list<std::string_view> parts);

/// An Error whose message is `parts` put together.
Error fail(ErrorCode code, std::initializer_list<std::string_view> parts);

/// A value or an Error. The library has no exceptions: wasm without them is smaller, and nothing
/// may unwind across the door to JavaScript.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held(std::move(value)) {}
  Result(Error error) : problem(std::move(error)) {}

  [[nodiscard]] bool ok() const { return held.has_value(); }
  explicit operator bool() const { return ok(); }

  // To be used after a test of the Result only, as with any optional.
  T& operator*() { return *held; }
  const T& operator*() const { return *held; }
  T* operator->() { return &*held; }
  const T* operator->() const { return &*held; }

  [[nodiscard]] const Error& error() const { return problem; }

 private:
  std::optional<T> held;
  Error problem;
};

/// Success or an Error, for checks.
using Status = Result<std::monostate>;
inline Status success() { return std::monostate{}; }

/// A number as a message shows it: integers whole, else six significant digits.
std::string text(double value);
std::string text(std::size_t value);

}  // namespace etx
