// Prints what the kernels of curves reach: minima over rounds, so that other
// work on the machine counts little.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#endif

#include "group/exponential_polynomial.hpp"

namespace {

// Keeps a result alive.
volatile double sink;

template <class Work>
double microseconds(const Work& work) {
  using Clock = std::chrono::steady_clock;
  using Micro = std::chrono::duration<double, std::micro>;
  double least = std::numeric_limits<double>::infinity();
  std::size_t repeats = 1;
  for (int round = 0; round < 40;) {
    const auto start = Clock::now();
    for (std::size_t i = 0; i < repeats; ++i) work();
    const double spent = Micro(Clock::now() - start).count();
    if (spent < 2000) {  // too short for the clock
      repeats *= 2;
      continue;
    }
    least = std::min(least, spent / static_cast<double>(repeats));
    ++round;
  }
  return least;
}

#ifdef __EMSCRIPTEN__
// clang-format off
EM_JS(double, cosinesInJavaScript, (int frequencies, int lags), {
  const out = new Float64Array(lags);
  const table = Float64Array.from({ length: frequencies }, (_, i) => 10000 ** (-i / frequencies));
  for (let t = 0; t < lags; t++) {
    let sum = 0;
    for (let i = 0; i < frequencies; i++) sum += Math.cos(table[i] * t);
    out[t] = sum;
  }
  return out[lags - 1];
});
// clang-format on
#endif

void curves() {
  std::printf("\nsums of cosines       ms   ns a cosine\n");
  const auto measure = [](std::size_t frequencies, std::size_t count, double rate) {
    etx::ExponentialPolynomial sum;
    for (std::size_t i = 0; i < frequencies; ++i) {
      const double exponent = -static_cast<double>(i) / static_cast<double>(frequencies);
      sum.push_back({rate, std::pow(10000, exponent), {{1, 0.5}}});
    }
    const etx::Lags lags = etx::Lags::grid(0, 1, count);
    const double spent = microseconds([&] {
      etx::evaluate(sum, lags, [](std::size_t, std::span<const double> part) { sink = part[0]; });
    });
    std::printf("%4zu × %-7zu%s %9.3f%9.2f\n", frequencies, count, rate == 0 ? " " : "d",
                spent / 1e3, spent * 1e3 / static_cast<double>(frequencies * count));
  };
  measure(64, 5001, 0);
  measure(64, 5001, -1e-3);
  measure(384, 5000, 0);
  measure(384, 5000, -1e-3);
  measure(384, 100000, 0);
#ifdef __EMSCRIPTEN__
  const double spent = microseconds([] { sink = cosinesInJavaScript(384, 5000); });
  std::printf(" JS, Math.cos %11.3f\n", spent / 1e3);
#endif
}

}  // namespace

int main() { curves(); }
