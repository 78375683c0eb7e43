#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "attention/frequencies.hpp"
#include "attention/normals.hpp"
#include "attention/score_moments.hpp"
#include "draws.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

using Query = std::optional<std::vector<double>>;

Gaussian alike(std::size_t n, double mean, double variance) {
  return {std::vector<double>(n, mean), std::vector<double>(n, variance)};
}

Moments found(const Encoding& encoding, const JointGaussian& joint, const Lags& lags,
              const Query& query = {}) {
  const Result<Operator> A = resolve(encoding);
  EXPECT_TRUE(A.ok());
  Result<Moments> out = moments(*A, joint, query, lags);
  EXPECT_TRUE(out.ok()) << out.error().message;
  if (!out) out = Moments{std::vector<double>(lags.count()), std::vector<double>(lags.count())};
  return *out;
}

// Numbers in [-1, 1] that any platform makes alike.
class Numbers {
 public:
  explicit Numbers(std::uint32_t seed) : bits(seed) {}
  double next() { return static_cast<double>(bits.next()) * 0x1p-31 - 1; }
  std::vector<double> vector(std::size_t n) {
    std::vector<double> out(n);
    for (double& x : out) x = next();
    return out;
  }
  Matrix matrix(std::size_t n, std::size_t m) { return {n, m, vector(n * m)}; }

 private:
  MersenneTwister bits;
};

// A joint distribution with everything in it: covariance B·Bᵀ.
JointGaussian anyJoint(std::size_t n, const Matrix& B, Numbers& numbers) {
  const Matrix S = B * transpose(B);
  JointGaussian joint{{numbers.vector(n), Matrix(n, n)}, {numbers.vector(n), Matrix(n, n)}, {}};
  Matrix cross(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      std::get<Matrix>(joint.query.variance)(i, j) = S(i, j);
      std::get<Matrix>(joint.key.variance)(i, j) = S(n + i, n + j);
      cross(i, j) = S(n + i, j);
    }
  }
  joint.cross = cross;
  return joint;
}

double trace(const Matrix& A) {
  double sum = 0;
  for (std::size_t i = 0; i < A.rows; ++i) sum += A(i, i);
  return sum;
}

// Two scores, mean and variance, straight from the formulas with A(τ) from orbits of unit vectors.
std::pair<double, double> plain(const Encoding& encoding, const JointGaussian& joint, double lag) {
  const Result<Operator> op = resolve(encoding);
  const std::size_t n = op->dimension();
  Matrix A(n, n);
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<double> unit(n);
    unit[j] = 1;
    const Result<Matrix> column = orbit(*op, unit, Lags::list({lag}));
    EXPECT_TRUE(column.ok());
    for (std::size_t i = 0; i < n; ++i) A(i, j) = (*column)(0, i);
  }
  const Matrix q(n, 1, joint.query.mean);
  const Matrix k(n, 1, joint.key.mean);
  const Matrix Sq = dense(joint.query.variance);
  const Matrix Sk = dense(joint.key.variance);
  const Matrix At = transpose(A);
  const Matrix C = joint.cross ? *joint.cross : Matrix(n, n);
  const double mean = (transpose(q) * A * k)(0, 0) + trace(A * C);
  const double variance = (transpose(q) * A * Sk * At * q)(0, 0) +
                          (transpose(k) * At * Sq * A * k)(0, 0) + trace(A * Sk * At * Sq) +
                          2 * (transpose(q) * A * C * A * k)(0, 0) + trace(A * C * A * C);
  return {mean, variance};
}

Rotary rope(std::size_t dimension, double rate = 0) {
  const auto table = frequencies({dimension, 10000, "default", {}, {}, {}, {}});
  EXPECT_TRUE(table.ok());
  return {dimension, RotaryLayout::half, *table, {rate}, 1};
}

// z = mean/deviation of the score at lag 0 for d = 768: √d·μ²/√(2μ²σ² + σ⁴).
TEST(Moments, GiveThePublishedRatios) {
  const std::tuple<double, double, double, double> published[] = {
      {1, 0.1, 195, 0.5}, {1, 0.5, 37, 0.5}, {1, 1, 16, 0.5}, {1, 3, 2.79, 5e-3}, {3, 1, 57, 0.5}};
  for (const auto& [mean, deviation, ratio, rounding] : published) {
    const Gaussian alone = alike(768, mean, deviation * deviation);
    const Moments m = found(rope(768), {alone, alone, {}}, Lags::grid(0, 1, 5000));
    EXPECT_NEAR(m.mean[0] / m.deviation[0], ratio, rounding);
    const double s = deviation * deviation;
    const double variance = 768 * (2 * mean * mean * s + s * s);
    EXPECT_NEAR(m.mean[0], 768 * mean * mean, 1e-12 * m.mean[0]);
    // Rotations leave the noise alone: it is the same at every lag.
    for (const double d : m.deviation) ASSERT_NEAR(d, std::sqrt(variance), 1e-14 * d);
  }
}

// One turning pair with variances a ≠ b, by hand: tr(A Sk Aᵀ Sq) = (a² + b²)cos² + 2ab sin².
TEST(Moments, OfUnequalVariancesTurnTwiceAsFast) {
  const double a = 0.5;
  const double b = 2;
  const Gaussian noise{{0, 0}, std::vector<double>{a, b}};
  const Rotary pair{2, RotaryLayout::interleaved, {0.3}, {-0.01}, 1.5};
  const Lags lags = Lags::grid(-3, 0.5, 200);
  const Moments m = found(pair, {noise, noise, {}}, lags);
  for (std::size_t j = 0; j < lags.count(); ++j) {
    const double lag = lags.at(static_cast<double>(j)).hi;
    const double cosine = std::cos(0.3 * lag);
    const double sine = std::sin(0.3 * lag);
    const double form = (a * a + b * b) * cosine * cosine + 2 * a * b * sine * sine;
    const double expected = 1.5 * 1.5 * std::exp(-0.01 * lag) * std::sqrt(form);
    EXPECT_NEAR(m.deviation[j], expected, 1e-14 * expected);
    EXPECT_EQ(m.mean[j], 0);
  }
}

TEST(Moments, DecayWithTheDistance) {
  const Gaussian alone = alike(3, 2, 0.25);
  const Moments m = found(Decay{3, -0.125, true}, {alone, alone, {}}, Lags::grid(-40, 1, 81));
  for (std::size_t j = 0; j <= 80; ++j) {
    const double factor = std::exp(-0.125 * std::abs(static_cast<double>(j) - 40));
    EXPECT_NEAR(m.mean[j], 12 * factor, 1e-14 * 12 * factor);
    const double deviation = std::sqrt(3 * (2 * 4 * 0.25 + 0.0625)) * factor;
    EXPECT_NEAR(m.deviation[j], deviation, 1e-14 * deviation);
  }
}

// With Cov(k, q) = γ·I the covariance's curve is that of equal means: γ·Σ 2cos(θτ).
TEST(Moments, SeeCovarianceAsMeans) {
  Matrix cross(64, 64);
  for (std::size_t i = 0; i < 64; ++i) cross(i, i) = 0.25;
  const Gaussian noise = alike(64, 0, 1);
  const Lags lags = Lags::grid(0, 1, 300);
  const Moments related = found(rope(64), {noise, noise, cross}, lags);
  const Moments means = found(rope(64), {alike(64, 0.5, 0), alike(64, 0.5, 0), {}}, lags);
  for (std::size_t j = 0; j < 300; ++j) {
    EXPECT_NEAR(related.mean[j], means.mean[j], 1e-13);
    EXPECT_EQ(means.deviation[j], 0);
  }
  // A pair adds tr(AAᵀ) + γ²·tr(A²) = 2 + γ²·2cos 2θτ.
  EXPECT_NEAR(related.deviation[0], std::sqrt(64 * (1 + 0.0625)), 1e-13);
}

struct Kind {
  const char* name;
  Encoding encoding;
};

std::vector<Kind> kinds() {
  const std::vector<Block> blocks = {{Block::Kind::real, -0.05, 0, 3},
                                     {Block::Kind::pair, -0.02, 0.3, 2},
                                     {Block::Kind::pair, 0.01, -1.1, 1},
                                     {Block::Kind::pair, -0.1, 0, 1},
                                     {Block::Kind::real, 0, 0, 1}};
  Matrix basis = Numbers(8).matrix(12, 12);
  for (std::size_t i = 0; i < 12; ++i) basis(i, i) += 4;
  Matrix X = Numbers(9).matrix(12, 12);
  for (double& x : X.data) x *= 0.1;
  return {{"blocks", Generator{blocks, {}, {}}},
          {"permuted",
           Generator{blocks, {}, std::vector<std::uint32_t>{11, 3, 1, 0, 2, 8, 7, 6, 5, 4, 10, 9}}},
          {"based", Generator{blocks, basis, {}}},
          {"dense", X},
          {"rope", rope(12, -0.01)},
          {"nope", NoPosition{12}}};
}

// Everything a joint distribution may be, on every kind, on grids and lists, against the formulas.
TEST(Moments, AreTheFormulas) {
  Numbers numbers(4);
  const Matrix B = numbers.matrix(24, 24);
  const JointGaussian full = anyJoint(12, B, numbers);
  JointGaussian independent = full;
  independent.cross.reset();
  JointGaussian diagonal = independent;
  std::vector<double> variances = numbers.vector(12);
  for (double& v : variances) v = std::abs(v);
  diagonal.query.variance = variances;
  diagonal.key.variance = std::vector<double>(12, 0.5);
  JointGaussian mixed = diagonal;
  mixed.cross = Matrix(12, 12);
  (*mixed.cross)(2, 7) = 0.01;
  for (const Kind& kind : kinds()) {
    int which = 0;
    for (const JointGaussian& joint : {full, independent, diagonal, mixed}) {
      ++which;
      for (const Lags& lags : {Lags::grid(-4, 0.75, 50), Lags::list({-1.5, 0, 3, 20})}) {
        const Moments m = found(kind.encoding, joint, lags);
        for (std::size_t j = 0; j < lags.count(); ++j) {
          const auto [mean, variance] =
              plain(kind.encoding, joint, lags.at(static_cast<double>(j)).hi);
          // Terms reach about 100 times the sum where a basis or a chain mixes them.
          EXPECT_NEAR(m.mean[j], mean, 1e-11 * (std::abs(mean) + 1)) << kind.name << which;
          EXPECT_NEAR(m.deviation[j] * m.deviation[j], variance, 1e-11 * variance)
              << kind.name << which << " " << j;
        }
      }
    }
  }
}

// A million draws of (q, k) from the distribution itself.
TEST(Moments, AreThoseOfAMillionSamples) {
  constexpr std::size_t n = 4;
  constexpr std::size_t kSamples = test::draws(1000000);
  Numbers numbers(2);
  const Matrix B = numbers.matrix(2 * n, 2 * n);
  const JointGaussian joint = anyJoint(n, B, numbers);
  const Rotary encoding{n, RotaryLayout::interleaved, {1, 0.1}, {-0.01}, 1};
  const Result<Operator> A = resolve(encoding);
  const Lags lags = Lags::list({0, 1, 7});
  const Moments m = found(encoding, joint, lags);
  std::vector<Matrix> moved;  // rows A(τ)·e_j
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<double> unit(n);
    unit[j] = 1;
    moved.push_back(*orbit(*A, unit, lags));
  }
  const std::size_t counts[] = {kSamples * 2 * n};
  const auto draws = normals(12, 0, 1, counts);
  ASSERT_TRUE(draws.ok());
  std::vector<double> sums(3);
  std::vector<double> squares(3);
  std::vector<double> fourths(3);
  for (std::size_t s = 0; s < kSamples; ++s) {
    const float* z = draws->front().data() + s * 2 * n;
    std::vector<double> x(2 * n);
    for (std::size_t i = 0; i < 2 * n; ++i) {
      for (std::size_t j = 0; j < 2 * n; ++j) x[i] += B(i, j) * static_cast<double>(z[j]);
    }
    for (std::size_t t = 0; t < 3; ++t) {
      double score = -m.mean[t];
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          score += (joint.query.mean[i] + x[i]) * moved[j](t, i) * (joint.key.mean[j] + x[n + j]);
        }
      }
      sums[t] += score;
      squares[t] += score * score;
      fourths[t] += score * score * score * score;
    }
  }
  for (std::size_t t = 0; t < 3; ++t) {
    const double variance = m.deviation[t] * m.deviation[t];
    constexpr double N = kSamples;
    EXPECT_NEAR(sums[t] / N, 0, 5 * m.deviation[t] / std::sqrt(N));
    EXPECT_NEAR(squares[t] / N, variance,
                5 * std::sqrt((fourths[t] / N - variance * variance) / N));
  }
}

// The law of total variance: over queries, the mean of the conditional variance and the variance
// of the conditional mean add up.
TEST(Moments, GivenTheQueryAddUpToThoseOverQueries) {
  constexpr std::size_t n = 4;
  constexpr std::size_t kSamples = 20000;
  Numbers numbers(6);
  const Matrix B = numbers.matrix(2 * n, 2 * n);
  const JointGaussian joint = anyJoint(n, B, numbers);
  const Encoding encoding = Rotary{n, RotaryLayout::half, {1, 0.1}, {0}, 1};
  const Lags lags = Lags::list({5});
  const Moments all = found(encoding, joint, lags);
  const std::size_t counts[] = {kSamples * 2 * n};
  const auto draws = normals(3, 0, 1, counts);
  ASSERT_TRUE(draws.ok());
  double sum = 0;
  double squares = 0;
  double fourths = 0;
  double within = 0;
  double withinSquares = 0;
  for (std::size_t s = 0; s < kSamples; ++s) {
    std::vector<double> q = joint.query.mean;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < 2 * n; ++j) {
        q[i] += B(i, j) * static_cast<double>(draws->front()[s * 2 * n + j]);
      }
    }
    const Moments m = found(encoding, joint, lags, q);
    const double off = m.mean[0] - all.mean[0];
    const double variance = m.deviation[0] * m.deviation[0];
    sum += off;
    squares += off * off;
    fourths += off * off * off * off;
    within += variance;
    withinSquares += variance * variance;
  }
  const double N = kSamples;
  const double between = squares / N;
  EXPECT_NEAR(sum / N, 0, 5 * std::sqrt(between / N));
  const double error = std::sqrt((fourths / N - between * between) / N) +
                       std::sqrt((withinSquares / N - within / N * within / N) / N);
  EXPECT_NEAR(between + within / N, all.deviation[0] * all.deviation[0], 5 * error);
}

// k = Mq + noise of variance v: the conditional mean and variance by hand, also where Sq is
// singular.
TEST(Moments, GivenTheQueryKnowTheKeysRegression) {
  const double v = 0.5;
  const Matrix M(2, 2, {0.5, -1, 2, 0.25});
  for (const double second : {2.0, 0.0}) {
    const Matrix Sq(2, 2, {1, 0, 0, second});
    const Matrix cross = M * Sq;  // Cov(k, q)
    Matrix Sk = cross * transpose(M);
    for (std::size_t i = 0; i < 2; ++i) Sk(i, i) += v;
    const JointGaussian joint{{{1, 2}, Sq}, {{0.5, -0.5}, Sk}, cross};
    const std::vector<double> q = {3, second > 0 ? -1.0 : 2.0};
    const double away[] = {q[0] - 1, q[1] - 2};
    const double k[] = {0.5 + M(0, 0) * away[0] + M(0, 1) * away[1],
                        -0.5 + M(1, 0) * away[0] + M(1, 1) * away[1]};
    const Moments m = found(NoPosition{2}, joint, Lags::list({4}), q);
    EXPECT_NEAR(m.mean[0], q[0] * k[0] + q[1] * k[1], 1e-13);
    EXPECT_NEAR(m.deviation[0], std::sqrt(v * (q[0] * q[0] + q[1] * q[1])), 1e-13);
    // Perfectly dependent keys: nothing is left to vary.
    const Matrix exact = cross * transpose(M);
    const Moments none =
        found(NoPosition{2}, {{{1, 2}, Sq}, {{0.5, -0.5}, exact}, cross}, Lags::list({4}), q);
    EXPECT_LE(none.deviation[0], 1e-7);
    EXPECT_GE(none.deviation[0], 0);
  }
}

// q and k turned together by what commutes with A change neither moment; so does any orthogonal Q
// where X turns with them.
TEST(Moments, DoNotSeeAJointOrthogonalChange) {
  const std::vector<Block> blocks = {{Block::Kind::pair, -0.01, 0.7, 1},
                                     {Block::Kind::pair, 0, 0.05, 1}};
  Numbers numbers(14);
  const JointGaussian joint = anyJoint(4, numbers.matrix(8, 8), numbers);
  const auto turned = [&](const Matrix& Q) {
    const Matrix Qt = transpose(Q);
    JointGaussian out = joint;
    out.query.mean = (Q * Matrix(4, 1, joint.query.mean)).data;
    out.key.mean = (Q * Matrix(4, 1, joint.key.mean)).data;
    out.query.variance = Q * dense(joint.query.variance) * Qt;
    out.key.variance = Q * dense(joint.key.variance) * Qt;
    out.cross = Q * *joint.cross * Qt;
    return out;
  };
  // A reflection I - 2vvᵀ/vᵀv with v = (1, -1, 1, 1), and rotations of each pair.
  Matrix mirror = identity(4);
  const double v[] = {1, -1, 1, 1};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) mirror(i, j) -= v[i] * v[j] / 2;
  }
  const Matrix turn(4, 4, {0.6, -0.8, 0, 0, 0.8, 0.6, 0, 0, 0, 0, 0.28, -0.96, 0, 0, 0.96, 0.28});
  const Lags lags = Lags::grid(-2, 0.5, 100);
  const Moments still = found(Generator{blocks, {}, {}}, joint, lags);
  const Moments commuting = found(Generator{blocks, {}, {}}, turned(turn), lags);
  const Moments together = found(Generator{blocks, mirror, {}}, turned(mirror), lags);
  for (std::size_t j = 0; j < lags.count(); ++j) {
    const double size = 20 + still.deviation[j];
    EXPECT_NEAR(commuting.mean[j], still.mean[j], 1e-14 * size);
    EXPECT_NEAR(commuting.deviation[j], still.deviation[j], 1e-14 * size);
    EXPECT_NEAR(together.mean[j], still.mean[j], 1e-14 * size);
    EXPECT_NEAR(together.deviation[j], still.deviation[j], 1e-14 * size);
  }
}

TEST(Moments, BeyondRangeAreInfiniteAndNeverNaN) {
  const Generator growing{{{Block::Kind::pair, 1, 0.5, 1}, {Block::Kind::real, -1, 0, 1}}, {}, {}};
  Matrix coupled(3, 3, {1, 0, 0.5, 0, 1, 0, 0.5, 0, 1});
  for (const Covariance& S : {Covariance{std::vector<double>(3, 1)}, Covariance{coupled}}) {
    const Gaussian alone{{1, 1, 1}, S};
    const Moments m = found(growing, {alone, alone, {}}, Lags::list({1000}));
    EXPECT_EQ(m.deviation[0], std::numeric_limits<double>::infinity());
  }
}

std::string problem(const Encoding& encoding, const JointGaussian& joint, const Query& query = {}) {
  const Result<Operator> A = resolve(encoding);
  const Result<Moments> m = moments(*A, joint, query, Lags::grid(0, 1, 3));
  return m ? std::string("none") : std::string(codeName(m.error().code)) + ": " + m.error().message;
}

TEST(Moments, RefuseWhatIsNoDistribution) {
  const NoPosition two{2};
  const Gaussian alone = alike(2, 0, 1);
  EXPECT_EQ(problem(two, {alike(3, 0, 1), alone, {}}),
            "shape: query.mean has 3 components but the encoding's dimension is 2");
  EXPECT_EQ(problem(two, {alone, alike(2, 0, -1), {}}),
            "range: key.variance[0] is -1 but must not be negative");
  EXPECT_EQ(problem(two, {alone, {{0, std::nan("")}, std::vector<double>{1, 1}}, {}}),
            "not-finite: key.mean[1] is NaN");
  EXPECT_EQ(problem(two, {{{0, 0}, Matrix(2, 2, {1, 0.5, 0.25, 1})}, alone, {}}),
            "range: query.variance is not symmetric: entry (1, 0) is 0.25, (0, 1) is 0.5");
  EXPECT_EQ(problem(two, {alone, {{0, 0}, Matrix(2, 2, {1, 1.5, 1.5, 1})}, {}}),
            "range: key.variance is not positive semidefinite");
  EXPECT_EQ(problem(two, {alone, {{0, 0}, Matrix(2, 2, {0, 1, 1, 0})}, {}}),
            "range: key.variance is not positive semidefinite");
  EXPECT_EQ(problem(two, {alone, alone, Matrix(2, 2, {1 + 1e-6, 0, 0, 0})}),
            "range: cross: the joint covariance of query and key is not positive semidefinite");
  EXPECT_EQ(problem(two, {alone, alone, identity(2)}), "none");  // k - μk = q - μq: singular, sound
  EXPECT_EQ(problem(two, {alone, alone, identity(3)}),
            "shape: cross has order 3 but the encoding's dimension is 2");
  EXPECT_EQ(problem(two, {alone, alone, {}}, std::vector<double>{1}),
            "shape: given has 1 components but the encoding's dimension is 2");
  EXPECT_EQ(problem(Generator{{{Block::Kind::real, 0, 0, 65}}, {}, {}},
                    {alike(65, 0, 1), alike(65, 0, 1), {}}),
            "too-large: generator.blocks[0].size is 65 but moments take chains up to 64");
  EXPECT_EQ(problem(identity(257), {alike(257, 0, 1), alike(257, 0, 1), {}}),
            "too-large: matrix has order 257 but moments of a dense generator take up to 256");
}

// Sample covariances are semidefinite by construction but for rounding.
TEST(Moments, TakeSingularSampleCovariances) {
  Numbers numbers(5);
  for (const std::size_t n : {3, 10, 40}) {
    for (const std::size_t rank : {std::size_t{1}, n / 2 + 1, 2 * n}) {
      const JointGaussian joint = anyJoint(n, numbers.matrix(2 * n, rank), numbers);
      EXPECT_EQ(problem(NoPosition{n}, joint), "none") << n << " of rank " << rank;
      EXPECT_EQ(problem(NoPosition{n}, joint, joint.query.mean), "none");
    }
  }
}

}  // namespace
}  // namespace etx
