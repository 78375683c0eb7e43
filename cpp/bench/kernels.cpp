// What the product kernel and the matrix exponential reach, against Eigen's in the same wasm and
// against what the machine's multiplier gives at most: one JSON object on standard output, in
// GF/s and microseconds. Minima over rounds, so that other work on the machine counts little.
#include <algorithm>
#include <cstdio>
#include <vector>

#include <Eigen/Core>
#include <unsupported/Eigen/MatrixFunctions>

#include "linalg/batch.hpp"
#include "linalg/exponentiator.hpp"
#include "linalg/product.hpp"
#include "timing.hpp"

namespace {

// GF/s of multiply-adds that never leave the registers, in so many chains that hide their latency.
template <class Real, std::size_t kChains>
double chains() {
  using Batch = xsimd::batch<Real>;
  constexpr std::size_t kSteps = 1000;
  const volatile Real given = Real(0.5);
  const Batch factor(given);
  const double spent = microseconds([&] {
    Batch sums[kChains];
    for (Batch& sum : sums) sum = factor;
    for (std::size_t i = 0; i < kSteps; ++i) {
#ifdef __clang__
#pragma clang loop unroll(full)  // else the chains live in memory
#endif
      for (Batch& sum : sums) sum = etx::multiplyAdd<Real>(sum, factor, factor);
    }
    for (const Batch& sum : sums) sink = static_cast<double>(sum.get(0));
  });
  return 2e-3 * static_cast<double>(kChains * kSteps * Batch::size) / spent;
}

// Few chains wait for each other, many leave the registers: which are best differs by engine.
template <class Real>
double peak() {
  return std::max({chains<Real, 6>(), chains<Real, 8>(), chains<Real, 10>(), chains<Real, 12>()});
}

template <class Real>
using Dense = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class Real>
void products() {
  const char* separator = "";
  for (const std::size_t n : {4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256}) {
    const auto size = static_cast<Eigen::Index>(n);
    const Dense<Real> A = Dense<Real>::Random(size, size);
    const Dense<Real> B = Dense<Real>::Random(size, size);
    Dense<Real> C(size, size);
    const double theirs = microseconds([&] { C.noalias() = A * B; });
    sink = static_cast<double>(C(0, 0));
    const double ours = microseconds([&] { etx::product(A.data(), B.data(), C.data(), n, n, n); });
    sink = static_cast<double>(C(0, 0));
    const double work = 2e-3 * static_cast<double>(n * n * n);
    std::printf(R"(%s{"n":%zu,"eigen":%.4g,"etx":%.4g})", separator, n, work / theirs, work / ours);
    separator = ",";
  }
}

void exponentials() {
  const char* separator = "";
  for (const std::size_t n : {2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64, 96, 128}) {
    const auto size = static_cast<Eigen::Index>(n);
    Dense<double> A = Dense<double>::Random(size, size);
    A *= 10 / A.cwiseAbs().colwise().sum().maxCoeff();
    Dense<double> E(size, size);
    Dense<double> low(size, size);
    const double theirs = microseconds([&] { E = A.exp(); });
    sink = E(0, 0);
    etx::Exponentiator exponentiator(n);
    const auto ours = [&](etx::Precision precision) {
      etx::ExpmOptions options;
      options.precision = precision;
      const auto once = [&] {
        exponentiator.load(A.data(), 1);
        sink = exponentiator.at(options, E.data(), low.data()).errorBound;
      };
      once();  // a second place that calls it, as in the library: else it would become part of the
               // loop
      return microseconds(once);
    };
    const double plain = ours(etx::Precision::bits53);
    const double fine = n <= 64 ? ours(etx::Precision::bits106) : 0;
    std::printf(R"(%s{"n":%zu,"eigen":%.5g,"double":%.5g,"doubleDouble":%.5g})", separator, n,
                theirs, plain, fine);
    separator = ",";
  }
}

}  // namespace

int main() {
  std::printf(R"({"peak":{"double":%.4g,"single":%.4g},"products":{"double":[)", peak<double>(),
              peak<float>());
  products<double>();
  std::printf(R"(],"single":[)");
  products<float>();
  std::printf(R"(]},"exponentials":[)");
  exponentials();
  std::printf("]}\n");
}
