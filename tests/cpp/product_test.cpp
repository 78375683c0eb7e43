#include "linalg/product.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "linalg/batch.hpp"

namespace etx {
namespace {

template <class Real>
class ProductOf : public testing::Test {};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(ProductOf, Precisions);

// Whole numbers whose sums of products stay below 2^24, so that neither type rounds.
template <class Real>
std::vector<Real> integers(std::size_t count, std::mt19937& bits) {
  std::vector<Real> out(count);
  for (Real& entry : out) entry = static_cast<Real>(bits() % 401) - 200;
  return out;
}

// They come out exactly in any order, fused or not: each shape of tile, panel and edge.
TYPED_TEST(ProductOf, EveryShapeIsExactOnWholeNumbers) {
  using Reals = std::vector<TypeParam>;
  std::mt19937 bits(1);
  for (const std::size_t m : {1, 2, 3, 4, 5, 7, 15, 16, 18, 33}) {
    for (const std::size_t k : {0, 1, 2, 5, 63, 64, 65, 130}) {
      for (const std::size_t n : {0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 16, 30}) {
        const Reals A = integers<TypeParam>(m * k, bits);
        const Reals B = integers<TypeParam>(k * n, bits);
        Reals truth(m * n);
        for (std::size_t i = 0; i < m; ++i) {
          for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t p = 0; p < k; ++p) truth[i * n + j] += A[i * k + p] * B[p * n + j];
          }
        }
        Reals C(m * n);
        product(A.data(), B.data(), C.data(), m, k, n);
        EXPECT_EQ(C, truth) << m << ", " << k << ", " << n;

        // Aᵀ with rows further apart than they are long.
        Reals wide(k * (m + 3));
        for (std::size_t p = 0; p < k; ++p) {
          for (std::size_t i = 0; i < m; ++i) wide[p * (m + 3) + i] = A[i * k + p];
        }
        productTransposed(wide.data(), m + 3, B.data(), C.data(), m, k, n);
        EXPECT_EQ(C, truth) << m << ", " << k << ", " << n;
      }
    }
  }
}

// 64 products a sum, whatever the shape: the bits of the fused build may differ, not the bound.
TYPED_TEST(ProductOf, SumsRunInTheOrderItPromises) {
  using Real = TypeParam;
#ifdef ETX_RELAXED_SIMD
  constexpr Real kSlack = 67 * std::numeric_limits<Real>::epsilon() / 2;
#else
  constexpr Real kSlack = 0;
#endif
  constexpr std::size_t m = 18;
  constexpr std::size_t k = 200;
  constexpr std::size_t n = 7;
  std::mt19937 bits(2);
  std::uniform_real_distribution<Real> any(-1, 1);
  std::vector<Real> A(m * k);
  std::vector<Real> B(k * n);
  for (Real& entry : A) entry = any(bits);
  for (Real& entry : B) entry = any(bits);
  std::vector<Real> C(m * n);
  product(A.data(), B.data(), C.data(), m, k, n);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      Real sum = 0;
      Real size = 0;
      for (std::size_t p = 0; p < k;) {
        Real part = 0;
        const std::size_t end = std::min<std::size_t>(p + 64, k);
        for (; p < end; ++p) {
          part += A[i * k + p] * B[p * n + j];
          size += std::abs(A[i * k + p] * B[p * n + j]);
        }
        sum += part;
      }
      EXPECT_NEAR(C[i * n + j], sum, kSlack * size);
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
