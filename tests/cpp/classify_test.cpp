#include "group/classify.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "attention/encoding.hpp"
#include "linalg/components.hpp"
#include "linalg/product.hpp"
#include "linalg/singular.hpp"
#include "matrices.hpp"

namespace etx {
namespace {

using test::draws;
using test::matrixOf;
using test::Random;

constexpr auto kReal = Block::Kind::real;
constexpr auto kPair = Block::Kind::pair;

struct Spectrum {
  const char* name;
  std::vector<Block> blocks;  // in the order of classify
};

// The structures that the algorithm was measured on, and pairs of size 1 to 3.
const std::vector<Spectrum> kSpectra = {
    {"J4", {{kReal, -0.5, 0, 4}}},
    {"J3+J1", {{kReal, -0.5, 0, 1}, {kReal, -0.5, 0, 3}}},
    {"J2+J2", {{kReal, -0.5, 0, 2}, {kReal, -0.5, 0, 2}}},
    {"J5", {{kReal, -0.5, 0, 5}}},
    {"J6", {{kReal, 0.25, 0, 6}}},
    {"J8", {{kReal, -0.5, 0, 8}}},
    {"J4|J3+J2", {{kReal, -1.5, 0, 4}, {kReal, 0.5, 0, 2}, {kReal, 0.5, 0, 3}}},
    {"J2+1+1|J2|1",
     {{kReal, -2, 0, 1},
      {kReal, -1, 0, 2},
      {kReal, 0.5, 0, 1},
      {kReal, 0.5, 0, 1},
      {kReal, 0.5, 0, 2}}},
    {"C1", {{kPair, -0.1, 1, 1}}},
    {"C2", {{kPair, -0.1, 1, 2}}},
    {"C3", {{kPair, -0.1, 1, 3}}},
    {"C2+C1", {{kPair, -0.1, 1, 1}, {kPair, -0.1, 1, 2}}},
    {"C3|C1|J2", {{kReal, -1, 0, 2}, {kPair, -0.25, 0.75, 1}, {kPair, 0.25, 1.25, 3}}},
    {"C2|J3|1", {{kReal, -2, 0, 1}, {kReal, -0.5, 0, 3}, {kPair, 0, 1, 2}}},
    {"C1+C1|C1|J2+1",
     {{kReal, -1, 0, 1},
      {kReal, -1, 0, 2},
      {kPair, 0, 0.5, 1},
      {kPair, 0, 0.5, 1},
      {kPair, 0, 1.5, 1}}},
};
const std::vector<Spectrum> kDistinct = {
    {"6 distinct",
     {{kReal, -3, 0, 1},
      {kReal, -2, 0, 1},
      {kReal, -1, 0, 1},
      {kReal, 0, 0, 1},
      {kReal, 1, 0, 1},
      {kReal, 2, 0, 1}}},
    {"8 distinct",
     {{kReal, -4, 0, 1},
      {kReal, -3, 0, 1},
      {kReal, -2, 0, 1},
      {kReal, -1, 0, 1},
      {kReal, 0, 0, 1},
      {kReal, 1, 0, 1},
      {kReal, 2, 0, 1},
      {kReal, 3, 0, 1}}},
    {"3 turns and 2",
     {{kReal, -1, 0, 1},
      {kReal, -0.5, 0, 1},
      {kPair, 0, 0.25, 1},
      {kPair, 0, 0.5, 1},
      {kPair, 0, 1, 1}}},
};

// Same kinds, sizes and, to `precision`, eigenvalues.
bool agrees(std::span<const Block> found, std::span<const Block> expected, double precision) {
  if (found.size() != expected.size()) return false;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].kind != expected[i].kind || found[i].size != expected[i].size) return false;
    if (!(std::abs(found[i].rate - expected[i].rate) <= precision)) return false;
    if (!(std::abs(found[i].frequency - expected[i].frequency) <= precision)) return false;
  }
  return true;
}

unsigned recovered(const Spectrum& spectrum, double condition, unsigned runs) {
  const Matrix J = matrixOf(spectrum.blocks);
  unsigned good = 0;
  for (unsigned run = 0; run < runs; ++run) {
    Random random(1000 * run + 7);
    const Matrix X = test::similar(J, condition, random);
    const auto found = classify(X);
    EXPECT_TRUE(found.ok());
    if (!found) continue;
    if (agrees(found->generator.blocks, spectrum.blocks, 1e-4)) ++good;
  }
  return good;
}

TEST(Classify, RecoversEveryStructure) {
  for (const Spectrum& spectrum : kSpectra) {
    for (const double condition : {1.0, 30.0}) {
      EXPECT_EQ(recovered(spectrum, condition, draws(50)), draws(50))
          << spectrum.name << " at " << condition;
    }
    EXPECT_EQ(recovered(spectrum, 1e3, draws(200)), draws(200)) << spectrum.name << " at 1e3";
    EXPECT_GE(recovered(spectrum, 1e4, draws(200)), draws(196)) << spectrum.name << " at 1e4";
  }
}

TEST(Classify, DistinctEigenvaluesAreNotDefective) {
  for (const Spectrum& spectrum : kDistinct) {
    for (const double condition : {1.0, 1e3, 1e4}) {
      EXPECT_EQ(recovered(spectrum, condition, draws(100)), draws(100))
          << spectrum.name << " at " << condition;
    }
  }
}

double distanceOf(const Matrix& X) { return classify(X)->distanceToDefective; }

// ‖X·P - P·diag(blocks)‖₂ / (‖X‖₂·‖P‖₂).
double residual(const Matrix& X, const Classification& found) {
  const Matrix& P = *found.generator.basis;
  const Matrix left = X * P;
  const Matrix right = P * matrixOf(found.generator.blocks);
  Matrix off = left;
  for (std::size_t i = 0; i < off.data.size(); ++i) off.data[i] -= right.data[i];
  return norm2(off) / (norm2(X) * norm2(P));
}

TEST(Classify, TheBasisBringsTheMatrixIntoItsBlocks) {
  for (const auto& spectra : {kSpectra, kDistinct}) {
    for (const Spectrum& spectrum : spectra) {
      Random random(11);
      const Matrix X = test::similar(matrixOf(spectrum.blocks), 100, random);
      const auto found = classify(X);
      ASSERT_TRUE(found.ok());
      // What the staircase drops is within the tolerance; in practice it is far below.
      EXPECT_LE(residual(X, *found), 1e-12) << spectrum.name;
      EXPECT_LE(found->basisCondition, 1e6) << spectrum.name;
    }
  }
}

TEST(Classify, DenseRotaryIsItsPairs) {
  for (const RotaryLayout layout : {RotaryLayout::half, RotaryLayout::interleaved}) {
    std::vector<double> frequencies;
    for (int i = 0; i < 64; ++i) frequencies.push_back(std::pow(10000, -i / 64.0));
    const auto A = resolve(Rotary{130, layout, frequencies, {-1e-3}, 1});
    ASSERT_TRUE(A.ok());
    const Matrix X = *denseMatrix(*std::get_if<Generator>(&A->generator));
    const auto found = classify(X);
    ASSERT_TRUE(found.ok());
    const auto& blocks = found->generator.blocks;
    ASSERT_EQ(blocks.size(), 66U);
    for (std::size_t i = 0; i < 64; ++i) {
      EXPECT_EQ(blocks[i].kind, kPair);
      EXPECT_NEAR(blocks[i].rate, -1e-3, 1e-14);
      EXPECT_NEAR(blocks[i].frequency, frequencies[63 - i], 1e-13);
    }
    for (std::size_t i = 64; i < 66; ++i) {
      EXPECT_EQ(blocks[i].kind, kReal);
      EXPECT_NEAR(blocks[i].rate, 0, 1e-14);
    }
    EXPECT_NEAR(found->basisCondition, 1, 1e-3);
    EXPECT_EQ(found->family, Family::dampedRotation);
    EXPECT_TRUE(found->stable);
    EXPECT_EQ(found->peakNorm, 1);
  }
}

// X in other places: a direct sum whose parts are interleaved.
Matrix shuffled(const Matrix& X, Random& random) {
  std::vector<std::size_t> places(X.rows);
  for (std::size_t i = 0; i < X.rows; ++i) {
    places[i] = i;
    std::swap(places[i], places[static_cast<std::size_t>(random.between(0, double(i + 1)))]);
  }
  return restricted(X, places);
}

Matrix directSum(const std::vector<Matrix>& parts) {
  std::size_t n = 0;
  for (const Matrix& part : parts) n += part.rows;
  Matrix X(n, n);
  std::size_t at = 0;
  for (const Matrix& part : parts) {
    for (std::size_t i = 0; i < part.rows; ++i) {
      for (std::size_t j = 0; j < part.rows; ++j) X(at + i, at + j) = part(i, j);
    }
    at += part.rows;
  }
  return X;
}

TEST(Classify, ADirectSumIsWhatItsPartsAre) {
  for (unsigned run = 0; run < draws(50); ++run) {
    Random random(run);
    const std::vector<Matrix> parts = {
        test::similar(matrixOf({{kReal, -1, 0, 2}, {kPair, -0.5, 1, 1}}), 30, random),
        test::similar(matrixOf({{kPair, -0.5, 1, 2}}), 10, random),
        test::similar(matrixOf({{kPair, -0.5, 2, 1}}), 50, random), Matrix(1, 1, {-1})};
    const Matrix X = shuffled(directSum(parts), random);
    const auto found = classify(X);
    ASSERT_TRUE(found.ok());
    EXPECT_TRUE(agrees(found->generator.blocks,
                       std::vector<Block>{{kReal, -1, 0, 1},
                                          {kReal, -1, 0, 2},
                                          {kPair, -0.5, 1, 1},
                                          {kPair, -0.5, 1, 2},
                                          {kPair, -0.5, 2, 1}},
                       1e-6));
    EXPECT_LE(residual(X, *found), 1e-12);
    const Matrix& P = *found->generator.basis;
    const std::vector<double> sizes = singularValues(P).values;
    EXPECT_NEAR(found->basisCondition, sizes.front() / sizes.back(),
                0.01 * sizes.front() / sizes.back());
    double peak = 1;
    for (const Matrix& part : parts) peak = std::max(peak, classify(part)->peakNorm);
    EXPECT_NEAR(found->peakNorm, peak, 1e-6 * peak);
    EXPECT_EQ(found->family, Family::polynomial);
  }
}

// Part by part, or all at once where a similarity hides the parts.
TEST(Classify, EqualEigenvaluesOfTwoPartsAreOne) {
  const Matrix turn(2, 2, {0, -1, 1, 0});
  Matrix near = turn;
  near(0, 1) -= 1e-12;  // within the tolerance, 1 + 5e-13
  const auto found = classify(directSum({turn, near, turn}));
  ASSERT_EQ(found->generator.blocks.size(), 3U);
  for (const Block& block : found->generator.blocks) EXPECT_EQ(block.frequency, 1);
  EXPECT_NEAR(found->distanceToDefective, 1, 1e-4);  // of i from -i
  EXPECT_NEAR(distanceOf(directSum({turn, Matrix(1, 1, {0.5}), Matrix(1, 1, {0.5 + 1e-12})})),
              std::hypot(0.5, 1) / 2, 1e-4);
  // A chain and its eigenvalue elsewhere.
  EXPECT_LE(distanceOf(directSum({Matrix(2, 2, {1, 1, 0, 1}), Matrix(1, 1, {1})})), 1e-15);
  // Two pairs as near as their eigenvalues: normal, so half the gap.
  EXPECT_NEAR(distanceOf(directSum({turn, Matrix(2, 2, {0, -1.25, 1.25, 0})})), 0.125 / 1.25, 1e-4);
  // One of them seen obliquely: of the projectors' norms 1 and (κ + 1/κ)/2 with κ = 4.
  EXPECT_NEAR(distanceOf(directSum({turn, Matrix(2, 2, {0, -5, 0.3125, 0})})),
              0.25 / (1 + 2.125) / 5, 1e-4);
}

TEST(Classify, NamesTheFamily) {
  const auto familyOf = [](std::vector<Block> blocks) {
    Random random(5);
    const Matrix X = test::similar(matrixOf(std::move(blocks)), 10, random);
    const auto found = classify(X);
    EXPECT_TRUE(found.ok());
    return std::string(familyName(found->family));
  };
  EXPECT_EQ(familyOf({}), "nope");
  EXPECT_EQ(familyOf({{kReal, 0, 0, 1}, {kReal, 0, 0, 1}}), "nope");
  EXPECT_EQ(familyOf({{kReal, 0, 0, 1}, {kReal, -1, 0, 1}}), "decay");
  EXPECT_EQ(familyOf({{kReal, 0, 0, 1}, {kPair, 0, 2, 1}, {kPair, 0, 1, 1}}), "rotation");
  EXPECT_EQ(familyOf({{kPair, -0.5, 2, 1}, {kReal, 0, 0, 1}}), "damped-rotation");
  EXPECT_EQ(familyOf({{kPair, -0.5, 2, 1}, {kPair, 0, 1, 1}}), "mixed");
  EXPECT_EQ(familyOf({{kPair, 0, 2, 1}, {kReal, -1, 0, 1}}), "mixed");
  EXPECT_EQ(familyOf({{kReal, 0, 0, 2}}), "polynomial");
  EXPECT_EQ(familyOf({{kPair, -0.5, 2, 2}}), "polynomial");
  EXPECT_EQ(familyOf({{kReal, 0, 0, 2}, {kReal, 0.5, 0, 1}}), "growth");
}

TEST(Classify, StableMeansBounded) {
  const auto stable = [](std::vector<Block> blocks) {
    Random random(6);
    return classify(test::similar(matrixOf(std::move(blocks)), 10, random))->stable;
  };
  EXPECT_TRUE(stable({{kPair, 0, 1, 1}, {kReal, -1, 0, 3}}));
  EXPECT_TRUE(stable({{kReal, 0, 0, 1}, {kReal, 0, 0, 1}}));
  EXPECT_FALSE(stable({{kReal, 0, 0, 2}}));
  EXPECT_FALSE(stable({{kPair, 0, 1, 2}}));
  EXPECT_FALSE(stable({{kReal, 1e-3, 0, 1}}));
}

TEST(Distance, OfAChainWithAnEpsilonInItsCornerIsEpsilon) {
  for (std::size_t n = 2; n <= 8; ++n) {
    for (int exponent = -13; exponent <= -6; ++exponent) {
      for (const double sign : {1.0, -1.0}) {
        Matrix X = matrixOf({{kReal, 0, 0, n}});
        const double epsilon = std::pow(10, exponent);
        X(n - 1, 0) = sign * epsilon;
        const double distance = distanceOf(X) * norm2(X);
        EXPECT_GE(distance, epsilon / 10) << n << " " << exponent;
        EXPECT_LE(distance, epsilon * 10) << n << " " << exponent;
      }
    }
  }
}

TEST(Distance, EqualSemisimpleEigenvaluesAreNotNear) {
  EXPECT_EQ(distanceOf(identity(6)), HUGE_VAL);   // decay
  EXPECT_EQ(distanceOf(Matrix(6, 6)), HUGE_VAL);  // NoPE
  EXPECT_EQ(distanceOf(Matrix(1, 1, {3})), HUGE_VAL);
  EXPECT_NEAR(distanceOf(matrixOf({{kPair, 0, 1, 1}, {kPair, 0, 1, 1}})), 1, 1e-12);
  // Normal: half the gap.
  EXPECT_NEAR(distanceOf(matrixOf({{kReal, 0, 0, 1}, {kReal, 1, 0, 1}, {kReal, 1, 0, 1}})), 0.5,
              1e-3);
  EXPECT_LE(distanceOf(matrixOf({{kReal, 0, 0, 2}})), 1e-15);
  EXPECT_LE(distanceOf(matrixOf({{kPair, 0, 1, 3}})), 1e-15);
}

TEST(Classify, TheToleranceIsTheCallers) {
  const Matrix X(2, 2, {0, 1, 1e-10, 0});  // ±1e-5, and 1e-10 from J2
  EXPECT_EQ(classify(X, 1e-11)->generator.blocks.size(), 2U);
  const auto merged = classify(X, 1e-9);
  ASSERT_EQ(merged->generator.blocks.size(), 1U);
  EXPECT_EQ(merged->generator.blocks[0].size, 2U);
  EXPECT_EQ(classify(identity(3), 0)->generator.blocks.size(), 3U);
}

TEST(Classify, NoScaleIsTooLargeOrTooSmall) {
  for (const double scale : {1e-300, 1e-200, 1e200, 1e300}) {
    const auto turn = classify(Matrix(2, 2, {-scale, -2 * scale, 2 * scale, -scale}));
    ASSERT_TRUE(turn.ok());
    ASSERT_EQ(turn->generator.blocks.size(), 1U);
    EXPECT_NEAR(turn->generator.blocks[0].rate / scale, -1, 1e-14);
    EXPECT_NEAR(turn->generator.blocks[0].frequency / scale, 2, 1e-14);
    EXPECT_EQ(turn->peakNorm, 1);
    const auto chain = classify(Matrix(2, 2, {scale, scale, 0, scale}));
    ASSERT_TRUE(chain.ok());
    ASSERT_EQ(chain->generator.blocks.size(), 1U);
    EXPECT_EQ(chain->generator.blocks[0].size, 2U);
    const Matrix& P = *chain->generator.basis;
    EXPECT_NEAR(P(1, 1) * scale / P(0, 0), 1, 1e-12);  // X·p₂ = λp₂ + p₁
  }
}

TEST(Classify, RefusesWhatItCannotTake) {
  const auto codeOf = [](const Matrix& X, double tolerance) {
    const auto found = classify(X, tolerance);
    return std::string(found ? "ok" : codeName(found.error().code));
  };
  EXPECT_EQ(codeOf(Matrix(2, 3), 1e-9), "shape");
  EXPECT_EQ(codeOf(Matrix(1, 1, {std::nan("")}), 1e-9), "not-finite");
  EXPECT_EQ(codeOf(identity(2), -1), "range");
  EXPECT_EQ(codeOf(identity(2), std::nan("")), "range");
  EXPECT_EQ(codeOf(Matrix(0, 0), 1e-9), "ok");
}

}  // namespace
}  // namespace etx
