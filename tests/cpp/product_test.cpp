#include "linalg/product.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "linalg/batch.hpp"

namespace etx {
namespace {

Matrix integers(std::size_t rows, std::size_t cols, std::mt19937& bits) {
  Matrix A(rows, cols);
  for (double& entry : A.data) entry = static_cast<double>(bits() % 2001) - 1000;
  return A;
}

// Whole numbers come out exactly in any order, fused or not: each shape of tile, panel and edge.
TEST(Product, OfEveryShapeIsExactOnWholeNumbers) {
  std::mt19937 bits(1);
  for (const std::size_t m : {1, 2, 3, 4, 5, 7, 15, 16, 18, 33}) {
    for (const std::size_t k : {0, 1, 2, 5, 63, 64, 65, 130}) {
      for (const std::size_t n : {0, 1, 2, 3, 4, 5, 8, 11, 30}) {
        const Matrix A = integers(m, k, bits);
        const Matrix B = integers(k, n, bits);
        Matrix truth(m, n);
        for (std::size_t i = 0; i < m; ++i) {
          for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t p = 0; p < k; ++p) truth(i, j) += A(i, p) * B(p, j);
          }
        }
        EXPECT_EQ((A * B).data, truth.data) << m << ", " << k << ", " << n;

        // Aᵀ with rows further apart than they are long.
        Matrix wide(k, m + 3);
        for (std::size_t p = 0; p < k; ++p) {
          for (std::size_t i = 0; i < m; ++i) wide(p, i) = A(i, p);
        }
        Matrix C(m, n);
        productTransposed(wide.data.data(), m + 3, B.data.data(), C.data.data(), m, k, n);
        EXPECT_EQ(C.data, truth.data) << m << ", " << k << ", " << n;
      }
    }
  }
}

// 64 products a sum, whatever the shape: the bits of the fused build may differ, not the bound.
TEST(Product, SumsInTheOrderItPromises) {
#ifdef ETX_RELAXED_SIMD
  constexpr double kSlack = 67 * 0x1p-53;
#else
  constexpr double kSlack = 0;
#endif
  std::mt19937 bits(2);
  std::uniform_real_distribution<double> any(-1, 1);
  Matrix A(18, 200);
  Matrix B(200, 7);
  for (double& entry : A.data) entry = any(bits);
  for (double& entry : B.data) entry = any(bits);
  const Matrix C = A * B;
  for (std::size_t i = 0; i < A.rows; ++i) {
    for (std::size_t j = 0; j < B.cols; ++j) {
      double sum = 0;
      double size = 0;
      for (std::size_t p = 0; p < A.cols;) {
        double part = 0;
        const std::size_t end = std::min(p + 64, A.cols);
        for (; p < end; ++p) {
          part += A(i, p) * B(p, j);
          size += std::abs(A(i, p) * B(p, j));
        }
        sum += part;
      }
      EXPECT_NEAR(C(i, j), sum, kSlack * size);
    }
  }
}

TEST(Product, KeepsInfinityInItsRowAndColumn) {
  Matrix A(5, 6, std::vector<double>(30, 1));
  Matrix B(6, 5, std::vector<double>(30, 1));
  A(4, 2) = std::numeric_limits<double>::infinity();
  B(3, 4) = std::numeric_limits<double>::infinity();
  const Matrix C = A * B;
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 5; ++j) EXPECT_EQ(std::isinf(C(i, j)), i == 4 || j == 4);
  }
}

// LLVM 21 made c·a + b of it where relaxed SIMD met contraction. What stands in memory the compiler
// cannot compute beforehand.
TEST(RelaxedSimd, APlainExpressionKeepsItsOperandsAndItsTwoRoundings) {
  volatile double memory[] = {2, 10, 100, 1 + 0x1p-30, -1 - 0x1p-29};
  const Batch a(memory[0]);
  const Batch b(memory[1]);
  const Batch c(memory[2]);
  EXPECT_EQ((a * b + c).get(0), 120);
  // Fused this would be 2^-60.
  const Batch d(memory[3]);
  EXPECT_EQ((d * d + Batch(memory[4])).get(1), 0);
}

}  // namespace
}  // namespace etx
