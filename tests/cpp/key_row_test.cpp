#include "group/key_row.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "group/curve.hpp"

namespace etx {
namespace {

// A grid by moving the query, the same lags as a list by weights of their own, and curve() with
// each lag's key.
TEST(KeyRow, GridAndListAgreeWithCurves) {
  const Generator generator{{{Block::Kind::pair, -0.01, 0.7, 2}, {Block::Kind::real, -0.1, 0, 2}},
                            {},
                            std::vector<std::uint32_t>{5, 3, 1, 0, 2, 4}};
  const std::vector<double> query = {1, -0.5, 2, 0.25, -1, 0.75};
  constexpr std::size_t kCount = 100;  // a chunk and a part of one
  const Lags grid = Lags::grid(2, 0.5, kCount);
  std::vector<double> values(kCount);
  for (std::size_t j = 0; j < kCount; ++j) values[j] = grid.at(static_cast<double>(j)).hi;
  const Lags list = Lags::list(values);
  KeyRow moving(generator, query, grid);
  KeyRow weighing(generator, query, list);
  for (std::size_t first = 0; first < kCount; first += KeyRow::kLags) {
    Matrix keys(6, KeyRow::kLags);
    for (std::size_t i = 0; i < keys.data.size(); ++i) {
      keys.data[i] = std::cos(static_cast<double>(i + first));
    }
    double onGrid[KeyRow::kLags];
    double onList[KeyRow::kLags];
    moving.evaluate(first, keys, onGrid);
    weighing.evaluate(first, keys, onList);
    for (std::size_t r = 0; r < KeyRow::kLags && first + r < kCount; ++r) {
      std::vector<double> key(6);
      for (std::size_t i = 0; i < 6; ++i) key[i] = keys(i, r);
      double expected = 0;
      const Status done =
          curve(generator, query, key, Lags::list({values[first + r]}), Arithmetic::binary64,
                [&](std::size_t, std::span<const double> score) { expected = score[0]; });
      ASSERT_TRUE(done.ok());
      // Σ|q||k| <= 5.5, chains reach 52·e^{-0.5}.
      EXPECT_NEAR(onGrid[r], expected, 1e-13) << first + r;
      EXPECT_NEAR(onList[r], expected, 1e-13) << first + r;
    }
  }
}

}  // namespace
}  // namespace etx
