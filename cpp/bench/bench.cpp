// Prints what the kernels of curves reach: minima over rounds, so that other
// work on the machine counts little.
#include <cmath>
#include <cstdio>
#include <vector>

#include <Eigen/Core>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#endif

#include "group/curve.hpp"
#include "group/exponential_polynomial.hpp"
#include "linalg/expm.hpp"
#include "timing.hpp"

namespace {

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

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

void discard(std::size_t, std::span<const double> part) { sink = part[0]; }

etx::ExponentialPolynomial cosines(std::size_t frequencies, double rate) {
  etx::ExponentialPolynomial sum;
  for (std::size_t i = 0; i < frequencies; ++i) {
    const double exponent = -static_cast<double>(i) / static_cast<double>(frequencies);
    sum.push_back({rate, std::pow(10000, exponent), {{1, 0.5}}});
  }
  return sum;
}

void curves() {
  std::printf("\nsums of cosines          ms   ns a cosine\n");
  const auto measure = [](const char* what, std::size_t frequencies, const etx::Lags& lags,
                          double rate = 0, etx::Arithmetic arithmetic = etx::Arithmetic::binary64) {
    const etx::ExponentialPolynomial sum = cosines(frequencies, rate);
    const double spent = microseconds([&] { etx::evaluate(sum, lags, arithmetic, discard); });
    std::printf("%4zu × %-8zu%-7s%9.3f%9.3f\n", frequencies, lags.count(), what, spent / 1e3,
                spent * 1e3 / static_cast<double>(frequencies * lags.count()));
  };
  const auto grid = [](std::size_t count) { return etx::Lags::grid(0, 1, count); };
  measure("", 64, grid(5001));
  measure("damped", 64, grid(5001), -1e-3);
  measure("", 384, grid(5000));
  measure("single", 384, grid(5000), 0, etx::Arithmetic::binary32);
  measure("damped", 384, grid(5000), -1e-3);
  measure("", 384, grid(1000000));
  measure("single", 384, grid(1000000), 0, etx::Arithmetic::binary32);
  // In no order; 1000 a million apart have a piece each, so that each is evaluated by itself.
  const auto list = [](std::size_t count, double span) {
    std::vector<double> lags(count);
    for (std::size_t i = 0; i < count; ++i) {
      lags[i] = std::fmod(static_cast<double>(i) * 0.6180339887498949, 1.0) * span;
    }
    return etx::Lags::list(lags);
  };
  measure("list", 384, list(1000000, 5000));
  measure("direct", 384, list(1000, 1e9));
#ifdef __EMSCRIPTEN__
  const double spent = microseconds([] { sink = cosinesInJavaScript(384, 5000); });
  std::printf(" JS, Math.cos %14.3f\n", spent / 1e3);
#endif
}

// A dense curve against v <- E·v.
void denseCurves() {
  std::printf("\ndense curves        v <- Ev ms    etX ms  ratio\n");
  for (const std::size_t n : {16, 64}) {
    constexpr std::size_t kLags = 100000;
    const auto size = static_cast<Eigen::Index>(n);
    etx::Matrix X(n, n);  // skew but for a small damping
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        X(i, j) = std::sin(static_cast<double>(7 * i + 3 * j)) / static_cast<double>(n);
        X(j, i) = -X(i, j);
      }
      X(i, i) = -1e-3;
    }
    const std::vector<double> ones(n, 1);
    const double apart = 0x1p-7;
    const double ours = microseconds(
        [&] { (void)etx::curve(X, ones, ones, etx::Lags::grid(0, apart, kLags), discard).ok(); });
    etx::ExpmOptions options;
    options.time = apart;
    const auto E = etx::expm(X, options);
    const Eigen::Map<const Dense> step(E->value.data.data(), size, size);
    Eigen::VectorXd v;
    Eigen::VectorXd next(size);
    const double theirs = microseconds([&] {
      v.setOnes(size);
      double sum = 0;
      for (std::size_t j = 0; j < kLags; ++j) {
        sum += v.sum();
        next.noalias() = step * v;
        v.swap(next);
      }
      sink = sum;
    });
    std::printf("n = %zu × %zu %14.2f%10.2f%7.1f\n", n, kLags, theirs / 1e3, ours / 1e3,
                theirs / ours);
  }
}

}  // namespace

int main() {
  curves();
  denseCurves();
}
