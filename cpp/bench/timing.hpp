#pragma once

#include <chrono>
#include <cstddef>
#include <limits>

/// Keeps a result alive.
inline volatile double sink;

/// The least time of a call over rounds, so that other work on the machine counts little.
template <class Work>
double microseconds(const Work& work) {
  using Clock = std::chrono::steady_clock;
  using Micro = std::chrono::duration<double, std::micro>;
  double least = std::numeric_limits<double>::infinity();
  std::size_t repeats = 1;
  for (int round = 0; round < 60;) {
    const auto start = Clock::now();
    for (std::size_t i = 0; i < repeats; ++i) work();
    const double spent = Micro(Clock::now() - start).count();
    if (spent < 1000) {  // too short for a browser's clock
      repeats *= 2;
      continue;
    }
    least = std::min(least, spent / static_cast<double>(repeats));
    ++round;
  }
  return least;
}
