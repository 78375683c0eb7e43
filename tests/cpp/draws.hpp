#pragma once

namespace etx::test {

/// How often a test draws anew. A sanitizer watches which code runs, and one draw in ten runs all
/// of it.
constexpr unsigned draws(unsigned count) {
#if defined(__SANITIZE_ADDRESS__)
  return count < 10 ? 1 : count / 10;
#else
  return count;
#endif
}

}  // namespace etx::test
