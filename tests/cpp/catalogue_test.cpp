#include <cmath>

#include <gtest/gtest.h>

#include "attention/alibi.hpp"
#include "attention/plane_rotation.hpp"
#include "attention/retention.hpp"
#include "attention/xpos.hpp"

namespace etx {
namespace {

std::vector<double> scores(const Result<Operator>& A, std::span<const double> q,
                           std::span<const double> k, const Lags& lags) {
  EXPECT_TRUE(A.ok());
  std::vector<double> out(lags.count());
  const Status done = curve(*A, q, k, lags, Arithmetic::binary64,
                            [&out](std::size_t first, std::span<const double> samples) {
                              std::copy(samples.begin(), samples.end(),
                                        out.begin() + static_cast<std::ptrdiff_t>(first));
                            });
  EXPECT_TRUE(done.ok());
  return out;
}

TEST(Alibi, SlopesOfAnyNumberOfHeads) {
  for (const std::size_t heads : {1, 2, 3, 8, 12, 31, 112}) {
    std::size_t regular = 1;
    while (2 * regular <= heads) regular *= 2;
    for (std::size_t h = 1; h <= heads; ++h) {
      const std::size_t place = h <= regular ? 2 * h : 2 * (h - regular) - 1;
      const double exponent = -4 * static_cast<double>(place) / static_cast<double>(regular);
      const auto slope = alibiSlope(heads, h);
      ASSERT_TRUE(slope.ok());
      EXPECT_NEAR(*slope, std::exp2(exponent), 2e-16 * *slope) << heads << " " << h;
    }
  }
  EXPECT_EQ(alibiSlope(8, 9).error().code, ErrorCode::range);
  EXPECT_EQ(alibiSlope(8, 0).error().code, ErrorCode::range);
  EXPECT_EQ(alibiSlope(kMaxHeads + 1, 1).error().code, ErrorCode::tooLarge);
}

TEST(Alibi, IsALineOnAGridAsOnAList) {
  const double q[] = {1, 2};
  const double k[] = {0.5, -0.25};
  const auto grid = scores(alibi(2, 0.25, false), q, k, Lags::grid(-100, 1, 1000));
  for (std::size_t j = 0; j < grid.size(); ++j) {
    EXPECT_NEAR(grid[j], -0.25 * (static_cast<double>(j) - 100), 1e-12);
  }
  const auto both = scores(alibi(2, 0.25, true), q, k, Lags::list({-8, 8}));
  EXPECT_EQ(both, (std::vector<double>{-2, -2}));
}

TEST(Clock, TellsLagsByItsSteps) {
  const Clock clock{{9, 0.5, 0.25, 2}, 3.0};
  const auto lags = onClock(clock, Lags::list({0, 1, 2, 3, 1.5}));
  ASSERT_TRUE(lags.ok());
  const double expected[] = {0, 2, 2.25, 2.75, 2.125};
  for (std::size_t j = 0; j < 5; ++j) EXPECT_EQ(lags->at(static_cast<double>(j)).hi, expected[j]);
  EXPECT_EQ(onClock({{1}, {}}, Lags::list({0})).error().code, ErrorCode::unsupported);
  EXPECT_EQ(onClock({{}, 0.0}, Lags::list({0})).error().code, ErrorCode::range);
  EXPECT_EQ(onClock({{1, std::nan("")}, 0.0}, Lags::list({0})).error().code, ErrorCode::notFinite);
}

TEST(PlaneRotation, HasAnOrthogonalBasis) {
  const double a[] = {0, 1, 2, -3};
  const double b[] = {1e-3, 1, 2, -3};  // nearly parallel
  const auto X = planeRotation(a, b);
  ASSERT_TRUE(X.ok());
  const Matrix& P = *X->basis;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      double product = 0;
      for (std::size_t l = 0; l < 4; ++l) product += P(l, i) * P(l, j);
      EXPECT_NEAR(product, i == j ? 1 : 0, 1e-15);
    }
  }
  EXPECT_NEAR(std::abs(X->blocks[0].frequency), 1e-3 * std::sqrt(14), 1e-14);
}

TEST(PlaneRotation, RefusesWhatIsNoPlane) {
  const double one[] = {1};
  const double two[] = {1, 2};
  const double huge[] = {1e200, 0};
  const double other[] = {0, 1e200};
  EXPECT_EQ(planeRotation(one, two).error().code, ErrorCode::shape);
  EXPECT_EQ(planeRotation(huge, other).error().code, ErrorCode::overflow);
  const auto parallel = planeRotation(two, two);
  ASSERT_TRUE(parallel.ok());
  EXPECT_FALSE(parallel->basis);
}

TEST(Retention, EndsAtOneTenThousandth) {
  const auto head = retention(256, 0, RetentionAngles::linspace, RotaryLayout::half);
  ASSERT_TRUE(head.ok());
  EXPECT_EQ(head->frequencies.back(), 1e-4);
  EXPECT_NEAR(head->rates[0], std::log(0.96875), 4e-18);
  EXPECT_EQ(retention(4, 32, RetentionAngles::rope, RotaryLayout::half).error().code,
            ErrorCode::range);
  EXPECT_EQ(retention(3, 0, RetentionAngles::rope, RotaryLayout::half).error().code,
            ErrorCode::shape);
}

TEST(XPos, FadesByZeta) {
  const auto rotary = xpos(64, RotaryLayout::interleaved);
  ASSERT_TRUE(rotary.ok());
  for (std::size_t i = 0; i < 32; ++i) {
    const double zeta = (2.0 * static_cast<double>(i) + 0.4 * 64) / (1.4 * 64);
    EXPECT_NEAR(rotary->rates[i], std::log(zeta) / 512, 1e-18);
  }
}

}  // namespace
}  // namespace etx
