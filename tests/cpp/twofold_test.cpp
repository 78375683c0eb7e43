#include "linalg/twofold.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace etx {
namespace {

// Entries of 106 bits and many sizes.
std::vector<DoubleDouble> entries(std::size_t count, std::mt19937& bits) {
  std::vector<DoubleDouble> out(count);
  for (DoubleDouble& entry : out) {
    const auto part = [&] { return static_cast<double>(bits()) * 0x1p-31 - 1; };
    entry = twoSum(std::ldexp(part() + part() * 0x1p-32, static_cast<int>(bits() % 20)),
                   part() * 0x1p-60);
  }
  return out;
}

// A product in scalar double-double errs by about n·2^-104 itself.
TEST(TwofoldProduct, IsWithinItsBoundOfScalarArithmetic) {
  std::mt19937 bits(1);
  for (const std::size_t n : {2U, 4U, 6U, 8U, 14U, 32U, 70U}) {
    const std::size_t square = n * n;
    const std::vector<DoubleDouble> A = entries(square, bits);
    const std::vector<DoubleDouble> B = entries(square, bits);
    std::vector<double> memory(4 * square);
    const Twofold X{memory.data(), memory.data() + square};
    const Twofold Y{memory.data() + 2 * square, memory.data() + 3 * square};
    for (std::size_t i = 0; i < square; ++i) {
      X.hi[i] = A[i].hi, X.lo[i] = A[i].lo;
      Y.hi[i] = B[i].hi, Y.lo[i] = B[i].lo;
    }
    TwofoldProduct products;
    products.resize(n);
    products.setLeft(X);
    products.setRight(Y);
    const double bound = products.multiply(X);
    double largest = 0;
    double size = 0;
    for (std::size_t j = 0; j < n; ++j) {
      double column = 0;
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i) {
        DoubleDouble exact;
        for (std::size_t p = 0; p < n; ++p) exact += A[i * n + p] * B[p * n + j];
        column += std::abs((exact - DoubleDouble{X.hi[i * n + j], X.lo[i * n + j]}).hi);
        sum += std::abs(exact.hi);
      }
      largest = std::max(largest, column);
      size = std::max(size, sum);
    }
    EXPECT_LE(largest, bound) << n;
    EXPECT_LE(largest, 0x1p-95 * size) << n;
  }
}

// B·B + 2B from the factors as they were cut, written over B.
TEST(TwofoldProduct, AddsTwiceAMatrix) {
  double memory[] = {1, 0x1p-60, 0, 3, 0x1p-60, 0, 0, 0x1p-55};
  const Twofold B{memory, memory + 4};
  TwofoldProduct products;
  products.resize(2);
  products.setLeft(B);
  products.setRight(B);
  const double bound = products.multiply(B, B);
  EXPECT_LE(bound, 0x1p-93);
  // [[x, y], [0, z]], x = 1 + 2^-60, y = 2^-60, z = 3 + 2^-55: x² + 2x, y(x + z + 2), z² + 2z.
  EXPECT_EQ(memory[0], 3);
  EXPECT_EQ(memory[4], 0x1p-58 + 0x1p-120);
  EXPECT_EQ(memory[1], 6 * 0x1p-60);
  EXPECT_NEAR(memory[5], 0x1p-120 + 0x1p-115, bound);  // small in its row and column
  EXPECT_EQ(memory[2] + memory[6], 0);
  EXPECT_EQ(memory[3], 15);
  EXPECT_EQ(memory[7], 8 * 0x1p-55 + 0x1p-110);
}

TEST(TwofoldSum, KeepsWhatCancels) {
  // Two entries a row.
  double memory[] = {1, 1, 0x1p-60, 0, -1, 2, 0x1p-70, 0, 0, 0, 0, 0};
  const TwofoldTerm terms[] = {{DoubleDouble{3, 0x1p-80}, {memory, memory + 2}},
                               {DoubleDouble{3}, {memory + 4, memory + 6}}};
  sum(terms, {}, 2, {memory + 8, memory + 10});
  EXPECT_EQ(memory[8] + memory[10], 3 * 0x1p-60 + 0x1p-80 + 3 * 0x1p-70);
  EXPECT_EQ(memory[9], 9);
  EXPECT_EQ(memory[11], 0x1p-80);
}

}  // namespace
}  // namespace etx
