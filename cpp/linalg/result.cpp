#include "linalg/result.hpp"

#include <cmath>
#include <cstdint>

namespace etx {

// noinline: link-time optimisation would undo it all.
[[gnu::noinline]] Error::Error() = default;
[[gnu::noinline]] Error::Error(ErrorCode what, std::string why)
    : code(what), message(std::move(why)) {}
[[gnu::noinline]] Error::Error(const Error& other) = default;
[[gnu::noinline]] Error::Error(Error&& other) noexcept = default;
[[gnu::noinline]] Error& Error::operator=(const Error& other) = default;
[[gnu::noinline]] Error& Error::operator=(Error&& other) noexcept = default;
[[gnu::noinline]] Error::~Error() = default;

const char* codeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::shape:
      return "shape";
    case ErrorCode::notFinite:
      return "not-finite";
    case ErrorCode::overflow:
      return "overflow";
    case ErrorCode::range:
      return "range";
    case ErrorCode::tooLarge:
      return "too-large";
    case ErrorCode::unsupported:
      return "unsupported";
  }
  return "unsupported";
}

[[gnu::noinline]] std::string concat(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view part : parts) out += part;
  return out;
}

[[gnu::noinline]] Error fail(ErrorCode code, std::initializer_list<std::string_view> parts) {
  return {code, concat(parts)};
}

[[gnu::noinline]] std::string text(std::size_t value) { return std::to_string(value); }

// printf's floating-point conversion would be a tenth of the wasm file; a message needs six digits.
[[gnu::noinline]] std::string text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  if (value == std::trunc(value) && std::abs(value) < 1e15) {
    return std::to_string(static_cast<std::int64_t>(value));
  }
  double mantissa = std::abs(value);
  int exponent = 0;
  while (mantissa >= 10) mantissa /= 10, ++exponent;
  while (mantissa < 1) mantissa *= 10, --exponent;
  auto digits = static_cast<std::int64_t>(std::round(mantissa * 1e5));
  if (digits == 1000000) digits = 100000, ++exponent;

  std::string figures = std::to_string(digits);
  const bool plain = exponent >= -4 && exponent < 6;
  const int whole = plain ? exponent + 1 : 1;
  if (whole <= 0) figures.insert(0, static_cast<std::size_t>(1 - whole), '0');
  figures.insert(static_cast<std::size_t>(whole <= 0 ? 1 : whole), ".");
  while (figures.back() == '0') figures.pop_back();
  if (figures.back() == '.') figures.pop_back();
  if (!plain) figures += "e" + std::to_string(exponent);
  return value < 0 ? "-" + figures : figures;
}

}  // namespace etx
