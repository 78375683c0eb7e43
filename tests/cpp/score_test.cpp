// Scores of blocks against 60-digit arithmetic (tests/data/make_curves.py): on grids, on lists that
// lie close and apart, near lag 0 and at 1e15.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "group/curve.hpp"
#include "json.hpp"

namespace etx {
namespace {

constexpr double kBound = 4e-15;  // of Σ|c·τ^l/l!·e^{rate·τ}|: what evaluate() promises

Generator generatorOf(const test::Json& blocks) {
  Generator generator;
  for (const test::Json& block : blocks.items) {
    const auto kind = block.items[0].string == "real" ? Block::Kind::real : Block::Kind::pair;
    generator.blocks.push_back({kind, block.items[1].number, block.items[2].number,
                                static_cast<std::size_t>(block.items[3].number)});
  }
  return generator;
}

std::vector<double> scores(const Generator& generator, const test::Json& of, const Lags& lags,
                           Arithmetic arithmetic = Arithmetic::binary64) {
  std::vector<double> out(lags.count(), std::numeric_limits<double>::quiet_NaN());
  const auto put = [&](std::size_t first, std::span<const double> part) {
    std::copy(part.begin(), part.end(), out.begin() + static_cast<std::ptrdiff_t>(first));
  };
  EXPECT_TRUE(
      curve(generator, of["query"].numbers(), of["key"].numbers(), lags, arithmetic, put).ok());
  return out;
}

TEST(Score, OnAListIsRightWithinItsSize) {
  for (const test::Json& one : test::fixture("curves.json").items) {
    const Generator generator = generatorOf(one["blocks"]);
    const std::vector<double> lags = one["list"]["lags"].numbers();
    const std::vector<double> together = scores(generator, one, Lags::list(lags));
    const std::vector<double> values = one["list"]["values"].numbers();
    const std::vector<double> sizes = one["list"]["sizes"].numbers();
    for (std::size_t i = 0; i < lags.size(); ++i) {
      EXPECT_NEAR(together[i], values[i], kBound * sizes[i]) << "lag " << lags[i];
      // A lag alone is never in a crowded piece.
      const double alone = scores(generator, one, Lags::list({lags[i]}))[0];
      EXPECT_NEAR(alone, values[i], kBound * sizes[i]) << "lag " << lags[i] << " alone";
    }
  }
}

TEST(Score, OnAGridIsRightWithinItsSize) {
  for (const test::Json& one : test::fixture("curves.json").items) {
    const Generator generator = generatorOf(one["blocks"]);
    for (const test::Json& grid : one["grids"].items) {
      const Lags lags = Lags::grid(grid["start"].number, grid["step"].number,
                                   static_cast<std::size_t>(grid["count"].number));
      const std::vector<double> all = scores(generator, one, lags);
      const std::vector<double> values = grid["values"].numbers();
      const std::vector<double> sizes = grid["sizes"].numbers();
      for (std::size_t i = 0; i < values.size(); ++i) {
        const auto j = static_cast<std::size_t>(grid["at"].items[i].number);
        EXPECT_NEAR(all[j], values[i], kBound * sizes[i])
            << j << " of a grid from " << grid["start"].number;
      }
    }
  }
}

// 6e-7·Σ|c| for the clocks, the double bound for the rest; and it must not be the double result.
TEST(Score, InSinglePrecisionKeepsSixDigitsOfItsSize) {
  for (const test::Json& one : test::fixture("curves.json").items) {
    const Generator generator = generatorOf(one["blocks"]);
    double size = 0;  // Σ|c| <= Σ|q||k| over the blocks of one coefficient and no rate
    const std::vector<double> q = one["query"].numbers();
    const std::vector<double> k = one["key"].numbers();
    std::size_t at = 0;
    for (const Block& block : generator.blocks) {
      if (block.rate == 0 && block.size == 1) {
        size += block.kind == Block::Kind::real
                    ? std::abs(q[at] * k[at])
                    : std::hypot(q[at], q[at + 1]) * std::hypot(k[at], k[at + 1]);
      }
      at += block.dimension();
    }
    ASSERT_GT(size, 0);
    const Lags lags = Lags::grid(0, 1, 3000);
    const std::vector<double> exact = scores(generator, one, lags);
    const std::vector<double> single = scores(generator, one, lags, Arithmetic::binary32);
    double worst = 0;
    for (std::size_t j = 0; j < exact.size(); ++j) {
      worst = std::max(worst, std::abs(single[j] - exact[j]));
    }
    EXPECT_LE(worst, 6e-7 * size);
    EXPECT_GT(worst, 1e-9 * size);
  }
}

// No coefficient leaves float's range: they are scaled by a power of two.
TEST(Score, InSinglePrecisionHasTheRangeOfDouble) {
  const Generator clock{{{Block::Kind::pair, 0, 0.5, 1}}, {}, {}};
  for (const double large : {1e-150, 1e150}) {
    double last = 0;
    const auto take = [&](std::size_t, std::span<const double> part) { last = part.back(); };
    ASSERT_TRUE(curve(clock, std::vector<double>{large, 0}, std::vector<double>{large, 0},
                      Lags::grid(0, 1, 101), Arithmetic::binary32, take)
                    .ok());
    EXPECT_NEAR(last / (large * large), std::cos(50.0), 6e-7);
  }
}

// A list in no order and more lags than one set of pieces holds, against the same lags on a grid.
TEST(Score, OfALongListAgreesWithTheGrid) {
  const test::Json one = test::fixture("curves.json").items[0];
  const Generator generator = generatorOf(one["blocks"]);
  constexpr std::size_t kCount = (std::size_t{1} << 20) + 1001;
  const Lags grid = Lags::grid(-1000, 0x1p-7, kCount);
  std::vector<double> lags(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    lags[i] = grid.at(static_cast<double>(i * 7919 % kCount)).hi;
  }
  const std::vector<double> ordered = scores(generator, one, grid);
  const std::vector<double> mixed = scores(generator, one, Lags::list(lags));
  double size = 0;
  for (std::size_t i = 0; i < one["query"].items.size(); ++i) {
    size += 2 * std::abs(one["query"].items[i].number * one["key"].items[i].number);
  }
  double worst = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    worst = std::max(worst, std::abs(mixed[i] - ordered[i * 7919 % kCount]));
  }
  EXPECT_LE(worst, 2 * kBound * size);
}

TEST(Contributions, AreTheCurvesOfTheBlocksAlone) {
  const test::Json one = test::fixture("curves.json").items[2];
  const Generator generator = generatorOf(one["blocks"]);
  const std::vector<double> q = one["query"].numbers();
  const std::vector<double> k = one["key"].numbers();
  for (const Lags& lags : {Lags::grid(0, 0.5, 400), Lags::list({3, 0.25, 1e6})}) {
    std::vector<std::vector<double>> rows(generator.blocks.size(),
                                          std::vector<double>(lags.count(), HUGE_VAL));
    ASSERT_TRUE(
        contributions(generator, q, k, lags, [&](std::size_t row, std::size_t first, auto part) {
          std::copy(part.begin(), part.end(), rows[row].data() + first);
        }).ok());
    std::size_t at = 0;
    for (std::size_t b = 0; b < rows.size(); ++b) {
      const Block& block = generator.blocks[b];
      const std::span<const double> mine = std::span(q).subspan(at, block.dimension());
      const std::span<const double> theirs = std::span(k).subspan(at, block.dimension());
      at += block.dimension();
      std::vector<double> alone(lags.count());
      ASSERT_TRUE(curve({{block}, {}, {}}, mine, theirs, lags, Arithmetic::binary64,
                        [&](std::size_t first, auto part) {
                          std::copy(part.begin(), part.end(), alone.data() + first);
                        })
                      .ok());
      EXPECT_EQ(rows[b], alone);
    }
    const std::vector<double> whole = scores(generator, one, lags);
    for (std::size_t j = 0; j < lags.count(); ++j) {
      double sum = 0;
      double size = 0;
      for (const auto& row : rows) {
        sum += row[j];
        size += std::abs(row[j]);
      }
      const double tau = lags.at(static_cast<double>(j)).hi;
      // A chain's terms may cancel within a row: (1 + τ)³ bounds them.
      EXPECT_NEAR(sum, whole[j], kBound * (size + 50 * std::pow(1 + tau, 3))) << j;
    }
  }
}

TEST(Contributions, RefuseMoreValuesThanAnyCallAnswers) {
  const Generator generator{std::vector<Block>(2), {}, {}};
  const std::vector<double> ones(2, 1);
  const Status done = contributions(generator, ones, ones, Lags::grid(0, 1, kMaxCount),
                                    [](std::size_t, std::size_t, std::span<const double>) {});
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().message,
            "contributions has 134217728×2 values but the most are 134217728");
}

// e^{τ} leaves the range in a coordinate that the query does not see.
TEST(DenseCurve, AnAbsentCoordinateContributesNothing) {
  const Matrix X(2, 2, {1, 0, 0, 0});
  const std::vector<double> q = {0, 1};
  const std::vector<double> k = {1, 2};
  for (const Lags& lags : {Lags::grid(0, 1, 1000), Lags::grid(700, 100, 50), Lags::list({800})}) {
    ASSERT_TRUE(curve(X, q, k, lags, [](std::size_t first, std::span<const double> part) {
                  for (const double score : part) EXPECT_EQ(score, 2) << first;
                }).ok());
  }
}

}  // namespace
}  // namespace etx
