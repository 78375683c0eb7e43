// What matrix exponentials elsewhere got or get wrong, by the report that says so; the answers are
// closed forms. Hard matrices with no closed form are in expm_test.cpp's data, overflow and hostile
// input (SciPy #11839, #19584, #21618, stan-math #2615, torch #82282) at that file's end. Reports
// about interfaces that etX has not are left out: array types and dtypes (SciPy #5546, #5865,
// #11082, #20372), expm_multiply's intervals (SciPy #7049, #16311, #16363, #16375), batching rules
// (torch #105225, #115992).
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "linalg/expm.hpp"
#include "linalg/expm_batch.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

constexpr double kUnit = 0x1p-53;
constexpr Precision kPrecisions[] = {Precision::automatic, Precision::bits53, Precision::bits106};

Matrix exponential(const Matrix& X, Precision precision = Precision::automatic, double time = 1) {
  ExpmOptions options;
  options.precision = precision;
  options.time = time;
  const Result<Exponential> result = expm(X, options);
  EXPECT_TRUE(result.ok());
  return result.ok() ? result->value : Matrix(X.rows, X.cols);
}

Matrix random(std::size_t n, double size, unsigned seed) {
  std::mt19937 bits(seed);
  Matrix A(n, n);
  for (double& entry : A.data) entry = (static_cast<double>(bits()) * 0x1p-31 - 1) * size;
  return A;
}

void expectNear(const Matrix& E, const Matrix& truth, double relative) {
  Matrix off = E;
  for (std::size_t i = 0; i < off.data.size(); ++i) off.data[i] -= truth.data[i];
  EXPECT_LE(norm1(off), relative * norm1(truth));
}

// SciPy 1.17: the superdiagonal by (e^b - e^a)/(b - a).
TEST(PeersExponential, TriangularWithACloseDiagonal) {
  for (const double gap : {1e-4, 1e-8, 1e-12, 1e-14}) {
    const double a = 10;
    const double b = 10 + gap;
    const double half = (b - a) / 2;
    const double corner = 100 * std::exp((a + b) / 2) * (half == 0 ? 1 : std::sinh(half) / half);
    for (const Precision precision : kPrecisions) {
      const Matrix E = exponential(Matrix(2, 2, {a, 100, 0, b}), precision);
      EXPECT_NEAR(E(0, 1) / corner, 1, 64 * kUnit) << gap;
      for (std::size_t n = 3; n <= 8; ++n) {
        Matrix wide = identity(n);
        wide(0, 0) = a;
        wide(0, 1) = 100;
        wide(1, 1) = b;
        EXPECT_NEAR(exponential(wide, precision)(0, 1) / corner, 1, 2000 * kUnit) << n << gap;
      }
    }
  }
}

// SciPy #25924: the scaling of the first matrix of a batch leaked into the next ones.
TEST(PeersExponential, BatchWhoseFirstMatrixIsLarge) {
  const std::vector<double> xs = {300, 0, 0, 0, -300, 0, 0, 0, 0, 1, 2, 0, 0, 1, 2, 0, 0, 1};
  const std::vector<std::size_t> orders = {3, 3};
  for (const Precision precision : kPrecisions) {
    const Result<std::vector<double>> E = expmBatch(xs, orders, std::vector<double>{1}, precision);
    ASSERT_TRUE(E.ok());
    const double e = std::exp(1);
    expectNear(Matrix(3, 3, {E->begin() + 9, E->end()}),
               Matrix(3, 3, {e, 2 * e, 2 * e, 0, e, 2 * e, 0, 0, e}), 32 * kUnit);
  }
}

// SciPy #25864: the largest row sum taken for the largest column sum.
TEST(PeersExponential, ColumnSumsFarAboveRowSums) {
  Matrix A(20, 20);
  Matrix truth = identity(20);
  for (std::size_t i = 1; i < 20; ++i) A(i, 0) = truth(i, 0) = 100;
  for (const Precision precision : kPrecisions) {
    expectNear(exponential(A, precision), truth, 16 * kUnit);
    expectNear(exponential(transpose(A), precision), transpose(truth), 16 * kUnit);
  }
}

// SciPy #18086: differed from run to run; #8981: failed from n = 200 on.
TEST(PeersExponential, IsTheSameEachTime) {
  const Matrix A = random(200, 0.05, 3);
  EXPECT_EQ(exponential(A).data, exponential(A).data);
}

// SciPy #21803: [[50, 3], [2i, 0]], here with i as a rotation. e^M·e^-M = I up to what ‖e^M‖‖e^-M‖
// excuses.
TEST(PeersExponential, TimesItsInverse) {
  const Matrix M(4, 4, {50, 0, 3, 0, 0, 50, 0, 3, 0, -2, 0, 0, 2, 0, 0, 0});
  const Matrix forth = exponential(M);
  const Matrix back = exponential(M, Precision::automatic, -1);
  Matrix off = forth * back;
  for (std::size_t i = 0; i < 4; ++i) off(i, i) -= 1;
  EXPECT_LE(norm1(off), 8 * kUnit * norm1(forth) * norm1(back));
}

// JAX #26802: NaN for large negative norms; Scilab 17244: e^-100 = 0.035.
TEST(PeersExponential, OfLargeNegativeNumbersVanishes) {
  for (const Precision precision : kPrecisions) {
    const Matrix E = exponential(Matrix(3, 3, {-1e19, 1, 0, 1, -2e19, 1, 0, 1, -3e19}), precision);
    for (const double entry : E.data) EXPECT_TRUE(std::abs(entry) < 1e-18) << entry;
    EXPECT_NEAR(exponential(Matrix(1, 1, {-100}), precision)(0, 0) / 3.720075976020836e-44, 1,
                2 * kUnit);
  }
}

// hmatrix #341 hung on it.
TEST(PeersExponential, OfZeroIsTheIdentity) {
  for (const Precision precision : kPrecisions) {
    for (const std::size_t n : {1U, 2U, 3U, 20U}) {
      EXPECT_EQ(exponential(Matrix(n, n), precision).data, identity(n).data);
      EXPECT_EQ(exponential(random(n, 5, 1), precision, 0).data, identity(n).data);
    }
  }
}

// Alkahest 370 wrote e^λ·λ^k/k! for e^{tJ}'s e^{λt}·t^k/k!.
TEST(PeersExponential, OfAJordanBlockHasPowersOfTime) {
  constexpr double t = 2.5;
  constexpr double rate = -0.5;
  for (const std::size_t n : {3U, 6U, 12U}) {
    Matrix J(n, n);
    Matrix truth(n, n);
    for (std::size_t i = 0; i < n; ++i) {
      J(i, i) = rate;
      if (i + 1 < n) J(i, i + 1) = 1;
      double entry = std::exp(rate * t);
      for (std::size_t j = i; j < n; ++j) {
        truth(i, j) = entry;
        entry *= t / static_cast<double>(j - i + 1);
      }
    }
    for (const Precision precision : kPrecisions) {
      expectNear(exponential(J, precision, t), truth, 10 * static_cast<double>(n) * kUnit);
    }
  }
}

// mathjs 15 throws from a norm of 1e7 on.
TEST(PeersExponential, OfALargeNormIsAnswered) {
  for (const Precision precision : kPrecisions) {
    const Matrix E = exponential(Matrix(3, 3, {-1, 1e7, 0, 0, -1e7, 0, 0, 0, -1}), precision);
    EXPECT_NEAR(E(0, 1) / (1e7 * std::exp(-1) / (1e7 - 1)), 1, 64 * kUnit);
  }
}

// nalgebra #1257: e^{x_ij} of each entry taken for it.
TEST(PeersExponential, IsNotEntrywise) {
  const Matrix E = exponential(Matrix(2, 2, {0, 1, -1, 0}));
  EXPECT_NEAR(E(0, 1), std::sin(1), kUnit);
  EXPECT_NEAR(E(0, 0), std::cos(1), kUnit);
}

}  // namespace
}  // namespace etx
