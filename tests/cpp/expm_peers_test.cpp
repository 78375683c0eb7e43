// What matrix exponentials elsewhere got or get wrong, a test for each report; the answers are
// closed forms. Reports about hard matrices are cases of tests/data/make_expm.py: SciPy #11839 is
// "tree laplacian", nelson #1201 "badly scaled", GraphMatFun #71 "bloch7", Julia #840 "triangular
// logarithm", SciPy #7433 "rotation 1e8", #8029 "pascal20". Left out are reports about interfaces
// that etX has not: array types and dtypes (SciPy #5546, #5865, #11082, #20372), expm_multiply's
// intervals (SciPy #7049, #16311, #16363, #16375), batching rules (torch #105225, #115992); and
// about speed.
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

// SciPy #19584 and stan-math #2615: cosh and sinh overflow where e^X does not.
TEST(PeersExponential, OfFastDecayHasNoCosh) {
  for (const Precision precision : kPrecisions) {
    // e^{-247.044}, e^{-6283.185} and their divided difference times 6283.185.
    const Matrix E = exponential(Matrix(2, 2, {-247.044, 0, 6283.185, -6283.185}), precision);
    const double slow = std::exp(-247.044);
    EXPECT_NEAR(E(0, 0) / slow, 1, 1e-13);
    EXPECT_NEAR(E(1, 0) / (6283.185 * slow / (6283.185 - 247.044)), 1, 1e-12);
    EXPECT_EQ(E(0, 1), 0);
    // Eigenvalues -850 ± √120025: e^{-503.6}, where e^{-850} and cosh(346) are both out of reach.
    const Matrix both = exponential(Matrix(2, 2, {-800, 400, 300, -900}), precision);
    const double root = std::sqrt(50.0 * 50.0 + 400.0 * 300.0);
    const double largest = std::exp(-850 + root) / 2;
    EXPECT_NEAR(both(0, 1) / (largest * 400 / root), 1, 1e-12);
    EXPECT_NEAR(both(1, 0) / (largest * 300 / root), 1, 1e-12);
    EXPECT_NEAR(both(0, 0) / (largest * (1 + 50 / root)), 1, 1e-12);
  }
}

// Eigen 5: zeros for the first, NaN for the second.
TEST(PeersExponential, NearTheEndOfTheRange) {
  for (const Precision precision : kPrecisions) {
    EXPECT_EQ(exponential(Matrix(2, 2, {0, 1e200, 0, 0}), precision).data,
              (std::vector<double>{1, 1e200, 0, 1}));
    const Matrix apart = exponential(Matrix(3, 3, {1e308, 0, 0, 0, -1e308, 0, 0, 0, 0}), precision);
    EXPECT_EQ(apart.data, (std::vector<double>{HUGE_VAL, 0, 0, 0, 0, 0, 0, 0, 1}));
  }
}

// SciPy 1.17: all NaN.
TEST(PeersExponential, OfAChainBeyondTheRange) {
  for (const Precision precision : kPrecisions) {
    const Matrix E = exponential(Matrix(3, 3, {0, 1e200, 0, 0, 0, 1e200, 0, 0, 0}), precision);
    EXPECT_EQ(E.data, (std::vector<double>{1, 1e200, HUGE_VAL, 0, 1, 1e200, 0, 0, 1}));
  }
}

// torch #82282, #114080, SciPy #21618, StaticArrays #875, mathjs 15: NaN and Infinity gave finite
// numbers, differed by device, were cast to int, or hung (multicalc #202).
TEST(PeersExponential, OfWhatIsNotFiniteIsAnError) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL}) {
    for (const std::size_t n : {1U, 2U, 3U, 9U, 40U}) {
      Matrix A = random(n, 1, 5);
      A(n - 1, 0) = bad;
      const Result<Exponential> result = expm(A, {});
      ASSERT_FALSE(result.ok());
      EXPECT_EQ(result.error().code, ErrorCode::notFinite);
    }
  }
}

// Julia LinearAlgebra #51: a balanced matrix's rows came back in another order.
TEST(PeersExponential, BalancingIsUndone) {
  constexpr std::size_t n = 5;
  constexpr std::size_t place[n] = {3, 0, 4, 1, 2};
  // Triangular, its rows scaled apart by 2^20 and in another order: e^A by the same order and
  // scales.
  Matrix T(n, n);
  Matrix A(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i; j < n; ++j) T(i, j) = 1.0 / static_cast<double>(1 + i + 2 * j);
  }
  const auto scale = [](std::size_t i) { return std::ldexp(1.0, static_cast<int>(20 * i)); };
  const Matrix plain = exponential(T, Precision::bits106);
  Matrix truth(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      A(place[i], place[j]) = T(i, j) * scale(i) / scale(j);
      truth(place[i], place[j]) = plain(i, j) * scale(i) / scale(j);
    }
  }
  for (const Precision precision : kPrecisions) {
    const Matrix E = exponential(A, precision);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        EXPECT_NEAR(E(i, j), truth(i, j), 32 * kUnit * truth(i, j)) << i << ", " << j;
      }
    }
  }
}

// msprime #1775, PyGenStability #66: eigenvectors fail where a chain of equal rates has but one.
// Its probabilities are Poisson's.
TEST(PeersExponential, OfAChainOfEqualRatesIsPoisson) {
  constexpr std::size_t n = 24;
  Matrix Q(n, n);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    Q(i, i) = -1;
    Q(i, i + 1) = 1;
  }
  for (const double time : {0.5, 4.0, 20.0}) {
    for (const Precision precision : kPrecisions) {
      const Matrix P = exponential(Q, precision, time);
      double left = 1;
      double poisson = std::exp(-time);
      for (std::size_t k = 0; k + 1 < n; ++k) {
        EXPECT_NEAR(P(0, k), poisson, 1e-14) << k << " at " << time;
        left -= poisson;
        poisson *= time / static_cast<double>(k + 1);
      }
      EXPECT_NEAR(P(0, n - 1), left, 1e-14) << time;
    }
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
