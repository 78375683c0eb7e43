#include "linalg/components.hpp"

#include <gtest/gtest.h>

namespace etx {
namespace {

TEST(Components, AreTheFinestDirectSum) {
  EXPECT_TRUE(components(Matrix(0, 0)).empty());
  EXPECT_EQ(components(Matrix(3, 3)).size(), 3U);
  EXPECT_EQ(components(Matrix(2, 2, {0, 1e-300, 0, 0})).size(), 1U);
  Matrix X(6, 6);
  X(4, 0) = 1;  // 0-4-2 by one-way edges, 1-5, 3
  X(4, 2) = -1;
  X(1, 5) = 2;
  const std::vector<std::vector<std::size_t>> expected = {{0, 2, 4}, {1, 5}, {3}};
  EXPECT_EQ(components(X), expected);
  EXPECT_EQ(restricted(X, expected[0]).data, (std::vector<double>{0, 0, 0, 0, 0, 0, 1, -1, 0}));
}

}  // namespace
}  // namespace etx
