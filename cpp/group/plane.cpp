#include "group/plane.hpp"

#include <algorithm>
#include <cmath>

#include "group/classify.hpp"
#include "group/curve.hpp"
#include "linalg/distance.hpp"
#include "linalg/expm.hpp"
#include "linalg/product.hpp"
#include "linalg/singular.hpp"

namespace etx {
namespace {

Status checkCount(const Lags2& lags) {
  if (Status sound = lags.x.check("lags.x"); !sound) return sound;
  if (Status sound = lags.y.check("lags.y"); !sound) return sound;
  if (lags.x.count() > 0 && lags.y.count() > kMaxCount / lags.x.count()) {
    return fail(ErrorCode::tooLarge, {"lags are ", text(lags.x.count()), "×", text(lags.y.count()),
                                      " but the most are ", text(kMaxCount)});
  }
  return success();
}

Status checkWork(const Lags2& lags, std::size_t n) {
  const auto order = static_cast<double>(n);
  const double most = n > 0 ? std::floor(0x1p33 / (order * order * order)) : kMaxCount;
  const std::size_t count = lags.x.count() * lags.y.count();
  if (static_cast<double>(count) > most) {
    return fail(ErrorCode::tooLarge, {"the generators do not commute, so each of ", text(count),
                                      " lags takes an exponential of order ", text(n),
                                      ": the most at this order are ", text(most)});
  }
  return success();
}

// Scores rowsᵧ·columnsₓᵀ: rows q^T e^{yY}, a lag a row; columns e^{xX}k, a lag a row too.
void multiply(const Matrix& left, const Matrix& right, const Sink& sink) {
  const Matrix columns = transpose(right);
  const std::size_t width = right.rows;
  if (width == 0) return;
  const std::size_t tall = std::max<std::size_t>(1, 32768 / width);  // what stays in cache
  std::vector<double> scores(tall * width);
  for (std::size_t y = 0; y < left.rows; y += tall) {
    const std::size_t rows = std::min(tall, left.rows - y);
    product(left.data.data() + y * left.cols, columns.data.data(), scores.data(), rows, left.cols,
            width);
    sink(y * width, std::span<const double>(scores.data(), rows * width));
  }
}

bool sameCoordinates(const Generator& X, const Generator& Y) {
  if (X.basis.has_value() != Y.basis.has_value()) return false;
  if (X.basis && X.basis->data != Y.basis->data) return false;
  return X.permutation == Y.permutation;
}

// Dᵀ for D = diag(blocks): every chain read from its end, every pair turning the other way.
Generator transposed(const std::vector<Block>& blocks) {
  Generator out;
  out.permutation.emplace();
  std::size_t at = 0;
  for (const Block& block : blocks) {
    out.blocks.push_back({block.kind, block.rate, -block.frequency, block.size});
    const std::size_t unit = block.kind == Block::Kind::pair ? 2 : 1;
    for (std::size_t i = block.size; i-- > 0;) {
      for (std::size_t r = 0; r < unit; ++r) {
        out.permutation->push_back(static_cast<std::uint32_t>(at + unit * i + r));
      }
    }
    at += block.dimension();
  }
  return out;
}

// x·X + y·Y.
Matrix combined(const Matrix& X, double x, const Matrix& Y, double y) {
  Matrix out(X.rows, X.cols);
  for (std::size_t i = 0; i < out.data.size(); ++i) out.data[i] = x * X.data[i] + y * Y.data[i];
  return out;
}

Result<Matrix> exponential(const Matrix& X, double x, const Matrix& Y, double y) {
  Result<Exponential> E = expm(combined(X, x, Y, y));
  if (!E) return E.error();
  return std::move(E->value);
}

double at(const Lags& lags, std::size_t j) { return lags.at(static_cast<double>(j)).hi; }

}  // namespace

double commutatorNorm(const Matrix& X, const Matrix& Y) {
  Matrix C = X * Y;
  const Matrix other = Y * X;
  for (std::size_t i = 0; i < C.data.size(); ++i) C.data[i] -= other.data[i];
  return normF(C);
}

bool commute(const Matrix& X, const Matrix& Y) {
  const double unit = 64 * static_cast<double>(X.rows) * 0x1p-53;
  return commutatorNorm(X, Y) <= unit * normF(X) * normF(Y);
}

Status curve2(const Matrix& X, const Matrix& Y, std::span<const double> query,
              std::span<const double> key, const Lags2& lags, const Sink& sink) {
  if (X.rows != Y.rows) {
    return fail(ErrorCode::shape, {"the generators have orders ", text(X.rows), " and ",
                                   text(Y.rows), " but must have one"});
  }
  if (Status sound = checkCount(lags); !sound) return sound;
  if (commute(X, Y)) {
    const Result<Matrix> left = orbit(transpose(Y), query, lags.y);
    if (!left) return left.error();
    const Result<Matrix> right = orbit(X, key, lags.x);
    if (!right) return right.error();
    multiply(*left, *right, sink);
    return success();
  }
  if (Status bearable = checkWork(lags, X.rows); !bearable) return bearable;
  const Matrix row(1, query.size(), {query.begin(), query.end()});
  const Matrix column(key.size(), 1, {key.begin(), key.end()});
  for (std::size_t j = 0; j < lags.y.count(); ++j) {
    std::vector<double> scores(lags.x.count());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const Result<Matrix> A = exponential(X, at(lags.x, i), Y, at(lags.y, j));
      if (!A) return A.error();
      scores[i] = (row * (*A * column)).data[0];
    }
    sink(j * scores.size(), scores);
  }
  return success();
}

Status curve2(const Generator& X, const Generator& Y, std::span<const double> query,
              std::span<const double> key, const Lags2& lags, const Sink& sink) {
  const std::vector<Block>& blocks = X.blocks;
  const Generator plainX{blocks, {}, {}};
  const Generator plainY{Y.blocks, {}, {}};
  if (X.dimension() == Y.dimension() && sameCoordinates(X, Y)) {
    const Result<Matrix> D = denseMatrix(plainX);
    if (!D) return D.error();
    const Result<Matrix> E = denseMatrix(plainY);
    if (!E) return E.error();
    if (commute(*D, *E)) {
      if (Status sound = checkCount(lags); !sound) return sound;
      const Result<Matrix> left =
          orbit(transposed(Y.blocks), transposedIntoBlocks(X, query), lags.y);
      if (!left) return left.error();
      const Result<Matrix> right = orbit(plainX, intoBlocks(X, key), lags.x);
      if (!right) return right.error();
      multiply(*left, *right, sink);
      return success();
    }
  }
  const Result<Matrix> D = denseMatrix(X);
  if (!D) return D.error();
  const Result<Matrix> E = denseMatrix(Y);
  if (!E) return E.error();
  return curve2(*D, *E, query, key, lags, sink);
}

Result<Matrix> translationResidual(const Matrix& X, const Matrix& Y, const Lags2& lags,
                                   double originX, double originY) {
  if (Status sound = checkCount(lags); !sound) return sound.error();
  if (Status bearable = checkWork(lags, X.rows); !bearable) return bearable.error();
  const Result<Matrix> back = exponential(X, -originX, Y, -originY);
  if (!back) return back.error();
  Matrix out(lags.y.count(), lags.x.count());
  for (std::size_t j = 0; j < out.rows; ++j) {
    for (std::size_t i = 0; i < out.cols; ++i) {
      const double x = at(lags.x, i);
      const double y = at(lags.y, j);
      const Result<Matrix> there = exponential(X, x + originX, Y, y + originY);
      if (!there) return there.error();
      const Result<Matrix> here = exponential(X, x, Y, y);
      if (!here) return here.error();
      const Matrix moved = *there * *back;
      for (std::size_t k = 0; k < moved.data.size(); ++k) {
        out(j, i) = std::max(out(j, i), std::abs(moved.data[k] - here->data[k]));
      }
    }
  }
  return out;
}

Result<std::optional<std::pair<Generator, Generator>>> sharedBlocks(const Matrix& X,
                                                                    const Matrix& Y) {
  using Shared = std::optional<std::pair<Generator, Generator>>;
  if (X.rows != Y.rows || !commute(X, Y)) return Shared{};
  const double sizeX = norm2(X);
  const double sizeY = norm2(Y);
  constexpr double kIrrational = 0.6180339887498949;
  const double rho = sizeX > 0 && sizeY > 0 ? kIrrational * sizeX / sizeY : 1;
  Result<Classification> both = classify(combined(X, 1, Y, rho));
  if (!both) return both.error();
  const Matrix& P = *both->generator.basis;
  const Matrix inverse = invert(P);
  const auto blocksOf = [&](const Matrix& A, double size) -> std::optional<Generator> {
    Matrix D = inverse * (A * P);
    Generator out;
    std::size_t place = 0;
    for (const Block& block : both->generator.blocks) {
      if (block.size > 1) return {};
      const bool pair = block.kind == Block::Kind::pair;
      Block own{block.kind, D(place, place), 0, 1};
      if (pair) {
        own.rate = (D(place, place) + D(place + 1, place + 1)) / 2;
        own.frequency = (D(place + 1, place) - D(place, place + 1)) / 2;
      }
      out.blocks.push_back(own);
      place += own.dimension();
    }
    // What is left beside the blocks must be rounding.
    std::size_t first = 0;
    Matrix rest = D;
    for (const Block& block : out.blocks) {
      Matrix own(D.rows, D.rows);
      writeBlock(block, own, first);
      for (std::size_t i = first; i < first + block.dimension(); ++i) {
        for (std::size_t j = first; j < first + block.dimension(); ++j) rest(i, j) -= own(i, j);
      }
      first += block.dimension();
    }
    const double tolerance = defaultTolerance(D.rows) * size * both->basisCondition;
    if (!(normF(rest) <= tolerance)) return {};
    out.basis = P;
    return out;
  };
  std::optional<Generator> first = blocksOf(X, sizeX);
  std::optional<Generator> second = blocksOf(Y, sizeY);
  if (!first || !second) return Shared{};
  return Shared{{std::move(*first), std::move(*second)}};
}

}  // namespace etx
