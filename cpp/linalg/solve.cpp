#include "linalg/solve.hpp"

#include <cmath>

// Eigen stays behind this one file.
#include <Eigen/LU>

#include "linalg/double_double.hpp"

namespace etx {
namespace {
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMajor> view(const Matrix& A) {
  return {A.data.data(), static_cast<Eigen::Index>(A.rows), static_cast<Eigen::Index>(A.cols)};
}

Eigen::Map<const Eigen::VectorXd> view(std::span<const double> v) {
  return {v.data(), static_cast<Eigen::Index>(v.size())};
}
}  // namespace

struct Solver::Factors {
  Matrix P;
  Eigen::FullPivLU<Eigen::MatrixXd> lu;
};

Solver::Solver(const Matrix& P)
    : factors(new Factors{P, Eigen::FullPivLU<Eigen::MatrixXd>(view(P))}) {
  // Eigen would take small pivots for zero and solve the rest; small is for the condition to say.
  factors->lu.setThreshold(0);
}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

double Solver::reciprocalCondition() const {
  if (!factors->lu.isInvertible()) return 0;
  const double estimate = factors->lu.rcond();
  return std::isfinite(estimate) ? estimate : 0;
}

std::vector<double> Solver::solve(std::span<const double> b) const {
  const std::size_t n = b.size();
  Eigen::VectorXd x = factors->lu.solve(view(b));
  double last = HUGE_VAL;
  for (int round = 0; round < 5; ++round) {
    Eigen::VectorXd residual(x.size());
    for (std::size_t i = 0; i < n; ++i) {
      DoubleDouble sum{b[i]};
      for (std::size_t j = 0; j < n; ++j) {
        sum -= twoProd(factors->P(i, j), x[static_cast<Eigen::Index>(j)]);
      }
      residual[static_cast<Eigen::Index>(i)] = sum.hi;
    }
    const Eigen::VectorXd step = factors->lu.solve(residual);
    const double size = step.lpNorm<Eigen::Infinity>();
    // A NaN fails the comparison too and keeps the x before it.
    if (!(size < 0.5 * last)) break;
    x += step;
    last = size;
  }
  return {x.begin(), x.end()};
}

Matrix Solver::inverse() const {
  const std::size_t n = factors->P.rows;
  Matrix inverse(n, n);
  Eigen::VectorXd unit = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(n));
  for (std::size_t j = 0; j < n; ++j) {
    unit[static_cast<Eigen::Index>(j)] = 1;
    const Eigen::VectorXd column = factors->lu.solve(unit);
    for (std::size_t i = 0; i < n; ++i) inverse(i, j) = column[static_cast<Eigen::Index>(i)];
    unit[static_cast<Eigen::Index>(j)] = 0;
  }
  return inverse;
}

double dot(std::span<const double> a, std::span<const double> b) {
  DoubleDouble sum;
  for (std::size_t i = 0; i < a.size(); ++i) sum += twoProd(a[i], b[i]);
  return sum.hi;
}

}  // namespace etx
