#include "linalg/schur.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "json.hpp"
#include "linalg/least_squares.hpp"
#include "linalg/product.hpp"
#include "linalg/singular.hpp"
#include "matrices.hpp"

namespace etx {
namespace {

using test::Random;

constexpr double kUnit = 0x1p-53;

double largestOff(const Matrix& A, const Matrix& B) {
  Matrix off = A;
  for (std::size_t i = 0; i < off.data.size(); ++i) off.data[i] -= B.data[i];
  return normF(off);
}

// X = QTQᵀ, QᵀQ = I, T quasi-triangular with the blocks that the atoms tell of.
void expectForm(const Matrix& X, const Schur& form, const std::string& name) {
  const auto n = static_cast<double>(X.rows);
  EXPECT_LE(largestOff(form.Q * (form.T * transpose(form.Q)), X), 20 * n * kUnit * normF(X))
      << name;
  EXPECT_LE(largestOff(transpose(form.Q) * form.Q, identity(X.rows)), 20 * n * kUnit) << name;
  std::size_t at = 0;
  for (const Atom& atom : form.atoms) {
    for (std::size_t i = at + atom.dimension; i < X.rows; ++i) {
      for (std::size_t j = at; j < at + atom.dimension; ++j) EXPECT_EQ(form.T(i, j), 0) << name;
    }
    EXPECT_EQ(atom.im > 0, atom.dimension == 2) << name;
    at += atom.dimension;
  }
  EXPECT_EQ(at, X.rows) << name;
}

Matrix random(std::size_t n, unsigned seed) {
  Random source(seed);
  Matrix X(n, n);
  for (double& entry : X.data) entry = source.normal();
  return X;
}

TEST(Schur, IsBackwardStable) {
  for (const std::size_t n : {0, 1, 2, 3, 4, 7, 16, 33, 64}) {
    const Matrix X = random(n, static_cast<unsigned>(n) + 1);
    const auto form = schur(X);
    ASSERT_TRUE(form.ok());
    expectForm(X, *form, "random " + text(n));
  }
  // The hard matrices of the exponential's tests: badly scaled, defective, far from normal.
  for (const test::Json& hard : test::fixture("expm.json").items) {
    const auto n = static_cast<std::size_t>(hard["n"].number);
    const Matrix X(n, n, hard["A"].numbers());
    const auto form = schur(X);
    ASSERT_TRUE(form.ok());
    expectForm(X, *form, hard["name"].string);
  }
}

// Shifts by the last block alone never move these.
TEST(Schur, CyclesConverge) {
  for (const std::size_t n : {3, 4, 5, 8, 16}) {
    Matrix X(n, n);
    for (std::size_t i = 0; i < n; ++i) X((i + 1) % n, i) = 1;
    const auto form = schur(X);
    ASSERT_TRUE(form.ok()) << n;
    expectForm(X, *form, "cycle " + text(n));
    for (const Atom& atom : form->atoms) EXPECT_NEAR(std::hypot(atom.re, atom.im), 1, 1e-14);
  }
}

TEST(Schur, ZeroAndTriangularMatricesAreThere) {
  const Matrix zero(4, 4);
  expectForm(zero, *schur(zero), "zero");
  const Matrix X(3, 3, {1, 2, 3, 0, 4, 5, 0, 0, 6});
  EXPECT_EQ(schur(X)->T.data, X.data);
}

TEST(Schur, ExchangesKeepTheForm) {
  const Matrix X = random(12, 5);
  Schur form = *schur(X);
  for (std::size_t pass = 0; pass < 3; ++pass) {
    for (std::size_t i = 0; i + 1 < form.atoms.size(); ++i) {
      const Atom moved = form.atoms[i];
      exchange(form, i);
      EXPECT_EQ(form.atoms[i + 1].re, moved.re);
      expectForm(X, form, "exchange");
    }
  }
  // What the diagonal holds is what the atoms say.
  std::size_t at = 0;
  for (const Atom& atom : form.atoms) {
    const Atom found = atom.dimension == 2 ? pairOf(form.T, at) : Atom{form.T(at, at), 0, 1};
    EXPECT_NEAR(found.re, atom.re, 1e-11);
    EXPECT_NEAR(found.im, atom.im, 1e-11);
    at += atom.dimension;
  }
}

TEST(Schur, DecouplesGroups) {
  const Matrix X = random(10, 6);
  const Schur form = *schur(X);
  std::vector<Range> groups;
  std::size_t at = 0;
  for (std::size_t i = 0; i < form.atoms.size(); i += 2) {  // two atoms a group
    const std::size_t second = i + 1 < form.atoms.size() ? form.atoms[i + 1].dimension : 0;
    groups.push_back({at, form.atoms[i].dimension + second});
    at += groups.back().dimension;
  }
  const Matrix W = decouple(form, groups);
  Matrix D(10, 10);
  for (const Range& group : groups) {
    for (std::size_t i = group.first; i < group.first + group.dimension; ++i) {
      for (std::size_t j = group.first; j < group.first + group.dimension; ++j) {
        D(i, j) = form.T(i, j);
      }
    }
  }
  EXPECT_LE(largestOff(form.T * W, W * D), 1e-13 * normF(W) * normF(form.T));
  EXPECT_LE(largestOff(W * inverseOfUnitUpper(W), identity(10)), 1e-13 * normF(W));
}

TEST(SingularValues, OfAKnownMatrix) {
  Random source(7);
  Matrix S(8, 5);
  const double values[] = {100, 3, 1, 1e-3, 1e-9};
  for (std::size_t i = 0; i < 5; ++i) S(i, i) = values[i];
  const Matrix A = test::orthogonal(8, source) * (S * test::orthogonal(5, source));
  const SingularValues found = singularValues(A);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(found.values[i], values[i], 1e-13);
  EXPECT_LE(largestOff(A * found.right, found.left), 1e-12);
  EXPECT_LE(largestOff(transpose(found.right) * found.right, identity(5)), 1e-14);
  EXPECT_NEAR(norm2(A), 100, 1e-3);
  // From the vector of a lesser value.
  const Matrix D(3, 3, {1, 0, 0, 0, 1.1, 0, 0, 0, 0.5});
  std::vector<double> start = {1, 0, 0};
  EXPECT_NEAR(norm2(D, start, 1e-7), 1.1, 1e-5);
}

TEST(LeastSquares, SolvesAndLeavesDependentColumnsOut) {
  // Columns 1, j, 2 and 3j: the fit of a line to j² on 0..9 is 9j - 12.
  Matrix columns(4, 10);
  std::vector<double> b;
  for (std::size_t j = 0; j < 10; ++j) {
    const auto x = static_cast<double>(j);
    columns(0, j) = 1;
    columns(1, j) = x;
    columns(2, j) = 2;
    columns(3, j) = 3 * x;
    b.push_back(x * x);
  }
  const std::vector<double> x = leastSquares(columns, b);
  EXPECT_NEAR(x[0] + 2 * x[2], -12, 1e-12);
  EXPECT_NEAR(x[1] + 3 * x[3], 9, 1e-12);
}

}  // namespace
}  // namespace etx
