// classify against what it stands on, as JSON: microseconds of classify, of Eigen's RealSchur and
// of its JacobiSVD on the same matrices in the same process.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include "group/classify.hpp"

namespace {

volatile double sink;  // keeps a result alive

template <class Work>
double microseconds(const Work& work) {
  using Clock = std::chrono::steady_clock;
  using Micro = std::chrono::duration<double, std::micro>;
  double least = std::numeric_limits<double>::infinity();
  // As many rounds as let a wasm engine's better compiler come in.
  for (int round = 0; round < 25; ++round) {
    const auto start = Clock::now();
    int calls = 0;
    double spent = 0;
    do {
      work();
      ++calls;
      spent = Micro(Clock::now() - start).count();
    } while (spent < 20000);
    least = std::min(least, spent / calls);
  }
  return least;
}

etx::Matrix normal(std::size_t n, double shift) {
  std::mt19937 engine(static_cast<unsigned>(n));
  etx::Matrix X(n, n);
  for (double& entry : X.data) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(engine()) * 0x1p-32;
    entry = sum / std::sqrt(static_cast<double>(n));
  }
  for (std::size_t i = 0; i < n; ++i) X(i, i) -= shift;
  return X;
}

etx::Matrix rotary(std::size_t n) {
  etx::Matrix X(n, n);
  for (std::size_t i = 0; i < n / 2; ++i) {
    const double theta = std::pow(1e4, -2 * static_cast<double>(i) / static_cast<double>(n));
    X(i, i + n / 2) = theta;
    X(i + n / 2, i) = -theta;
  }
  return X;
}

}  // namespace

int main() {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const char* separator = "[";
  for (const std::size_t n : {16, 64, 128}) {
    const std::pair<const char*, etx::Matrix> matrices[] = {
        {"random", normal(n, 0)}, {"random, stable", normal(n, 1.3)}, {"rotary", rotary(n)}};
    for (const auto& [name, X] : matrices) {
      const auto size = static_cast<Eigen::Index>(n);
      const Eigen::MatrixXd A = Eigen::Map<const RowMajor>(X.data.data(), size, size);
      const double schur = microseconds([&] {
        const Eigen::RealSchur<Eigen::MatrixXd> form(A);
        sink = form.matrixT()(0, 0);
      });
      const double svd = microseconds([&] {
        const Eigen::JacobiSVD<Eigen::MatrixXd> form(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
        sink = form.singularValues()(0);
      });
      const double ours = microseconds([&] { sink = etx::classify(X)->basisCondition; });
      std::printf("%s{\"n\":%zu,\"matrix\":\"%s\",\"classify\":%.1f,\"schur\":%.1f,\"svd\":%.1f}\n",
                  separator, n, name, ours, schur, svd);
      separator = ",";
    }
  }
  std::puts("]");
}
