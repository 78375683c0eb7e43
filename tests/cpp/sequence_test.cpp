// Parts of a causal softmax against sums over all pairs in long double.

#include "attention/sequence.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace etx {
namespace {

Matrix waves(std::size_t rows, std::size_t cols, double start) {
  Matrix out(rows, cols);
  for (std::size_t i = 0; i < out.data.size(); ++i) {
    out.data[i] =
        std::sin(start + 1.3 * static_cast<double>(i) + 1e-3 * static_cast<double>(i * i));
  }
  return out;
}

// qᵀ·diag(e^{rate·lag}·R(-θ·lag))·k in interleaved pairs.
long double score(const Matrix& q, std::size_t t, const Matrix& k, std::size_t s, long double theta,
                  long double rate) {
  const auto lag = static_cast<long double>(t - s);
  const auto entry = [](const Matrix& A, std::size_t row, std::size_t col) {
    return static_cast<long double>(A(row, col));
  };
  const long double c = std::cos(theta * lag);
  const long double d = std::sin(theta * lag);
  long double sum = 0;
  for (std::size_t i = 0; i + 1 < q.cols; i += 2) {
    const long double x = entry(k, s, i);
    const long double y = entry(k, s, i + 1);
    sum += entry(q, t, i) * (c * x + d * y) + entry(q, t, i + 1) * (c * y - d * x);
  }
  return sum * std::exp(rate * lag);
}

void compare(double rate) {
  const std::size_t length = 300;
  const double theta = 0.7;
  const auto exactTheta = static_cast<long double>(theta);
  const auto exactRate = static_cast<long double>(rate);
  const Result<Operator> A =
      resolve(Rotary{4, RotaryLayout::interleaved, {theta, theta}, {rate}, 1});
  ASSERT_TRUE(A);
  const Matrix q = waves(length, 4, 0.1);
  const Matrix k = waves(length, 4, 2.0);
  const std::size_t firstQuery = 170;
  const Matrix some(100, 4, {q.data.begin() + 4 * 170, q.data.begin() + 4 * 270});
  const std::vector<double> edges = {0, 100, 150, 300};
  const auto found = attentionSlice(*A, some, firstQuery, k, 0, edges);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->cols, 4 + kLagBins + 3);
  for (std::size_t i = 0; i < some.rows; ++i) {
    const std::size_t t = firstQuery + i;
    std::vector<long double> expected(found->cols);
    long double top = -HUGE_VALL;
    for (std::size_t s = 0; s <= t; ++s)
      top = std::max(top, score(q, t, k, s, exactTheta, exactRate));
    expected[0] = top;
    for (std::size_t s = 0; s <= t; ++s) {
      const long double x = score(q, t, k, s, exactTheta, exactRate) - top;
      const long double e = std::exp(x);
      expected[1] += e;
      expected[2] += e * x;
      if (s == 0) expected[3] = e;
      const auto bin = static_cast<std::size_t>(std::floor(std::log2(t - s + 1)));
      expected[4 + bin] += e;
      expected[4 + kLagBins + (s < 100 ? 0 : s < 150 ? 1 : 2)] += e;
    }
    // Scores within √4·2^-24·‖q‖‖k‖ <= 1e-6; so are e^s and, times what it weighs, each sum.
    for (std::size_t c = 0; c < found->cols; ++c) {
      const auto size = static_cast<double>(std::abs(expected[c]));
      EXPECT_NEAR((*found)(i, c), static_cast<double>(expected[c]), 4e-6 * (1 + size))
          << i << " " << c;
    }
  }
}

TEST(AttentionSlice, AddsUpWhatQueriesGiveToKeys) {
  compare(0);
  compare(-0.01);
}

TEST(AttentionSlice, DecayBeyondRangeAwayFromTheDiagonalIsNoOverflow) {
  const Result<Operator> A = resolve(Decay{1, -20, false});
  ASSERT_TRUE(A);
  const Matrix rows(200, 1, std::vector<double>(200, 1.0));
  const auto found = attentionSlice(*A, rows, 0, rows, 0, std::vector<double>{0, 200});
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)(199, 0), 1);
  EXPECT_NEAR((*found)(199, 1), 1 + 199 * std::exp(-1), 1e-6);
}

TEST(AttentionSlice, NamesWhatDoesNotFit) {
  const Result<Operator> A = resolve(NoPosition{2});
  ASSERT_TRUE(A);
  const auto failed =
      attentionSlice(*A, Matrix(1, 3), 0, Matrix(1, 2), 0, std::vector<double>{0, 1});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message,
            "query and key have 3 and 2 columns but the encoding's dimension is 2");
}

}  // namespace
}  // namespace etx
