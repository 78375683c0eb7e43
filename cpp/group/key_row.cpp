#include "group/key_row.hpp"

#include <algorithm>

#include "linalg/product.hpp"
#include "linalg/solve.hpp"

namespace etx {
namespace {

constexpr std::size_t kLags = KeyRow::kLags;

// scores += Re(conj(q)·k·w) at each lag.
void addTurning(Complex q, const double* kRe, const double* kIm, const double* wRe,
                const double* wIm, double* scores) {
  for (std::size_t r = 0; r < kLags; ++r) {
    const double re = q.re * kRe[r] + q.im * kIm[r];
    const double im = q.re * kIm[r] - q.im * kRe[r];
    scores[r] += re * wRe[r] - im * wIm[r];
  }
}

void addReal(double q, const double* k, const double* w, double* scores) {
  for (std::size_t r = 0; r < kLags; ++r) scores[r] += q * k[r] * w[r];
}

}  // namespace

KeyRow::KeyRow(const Generator& X, std::span<const double> q, const Lags& tau)
    : generator(X), lags(tau), query(transposedIntoBlocks(X, q)), moved(query.size()) {
  for (const Block& block : X.blocks) chain = std::max(chain, block.size);
  if (X.basis) inverse = Solver(*X.basis).inverse();
  if (lags.uniform()) weigh(0, lags.at(0));
}

// The weights of a chunk's lags, counted from `origin`.
void KeyRow::weigh(std::size_t first, DoubleDouble origin) {
  std::vector<DoubleDouble> within(kLags);
  for (std::size_t r = 0; r < kLags; ++r) {
    // A list ends with its last lag; the scores beyond are nobody's.
    const std::size_t j = lags.uniform() ? first + r : std::min(first + r, lags.count() - 1);
    within[r] = lags.at(static_cast<double>(j)) - origin;
  }
  const LagTable table(within, chain);
  weights.clear();
  for (const Block& block : generator.blocks) {
    const Eigenvalue own = eigenvalue(block);
    const std::size_t at = weights.size();
    weights.resize(at + block.size * own.width() * kLags);
    own.weights(table, block.size, weights.data() + at);
  }
}

void KeyRow::move(DoubleDouble lag) {
  const LagTable table(std::span(&lag, 1), chain);
  std::vector<double> own(2 * chain * table.stride());
  std::size_t at = 0;
  for (const Block& block : generator.blocks) {
    const std::size_t size = block.dimension();
    eigenvalue(block).weights(table, block.size, own.data());
    applyTransposed(block, own.data(), table.stride(), std::span(query).subspan(at, size),
                    std::span(moved).subspan(at, size));
    at += size;
  }
}

void KeyRow::evaluate(std::size_t first, const Matrix& keys, std::span<double, kLags> scores) {
  if (lags.uniform()) {
    move(lags.at(static_cast<double>(first)));
  } else {
    moved = query;
    weigh(first, 0);
  }
  const Matrix hat = generator.basis ? inverse * keys : Matrix();
  const auto row = [&](std::size_t i) {
    if (generator.basis) return hat.data.data() + i * kLags;
    return keys.data.data() + (generator.permutation ? (*generator.permutation)[i] : i) * kLags;
  };
  std::fill(scores.begin(), scores.end(), 0.0);
  const double* w = weights.data();
  std::size_t at = 0;
  for (const Block& block : generator.blocks) {
    const std::size_t side = block.kind == Block::Kind::pair ? 2 : 1;
    const std::size_t width = eigenvalue(block).width();
    for (std::size_t l = 0; l < block.size; ++l) {
      for (std::size_t i = 0; i + l < block.size; ++i) {
        const std::size_t q = at + side * i;
        const std::size_t k = q + side * l;
        if (width == 2) {
          addTurning({moved[q], moved[q + 1]}, row(k), row(k + 1), w, w + kLags, scores.data());
        } else {
          for (std::size_t c = 0; c < side; ++c)
            addReal(moved[q + c], row(k + c), w, scores.data());
        }
      }
      w += width * kLags;
    }
    at += block.dimension();
  }
}

}  // namespace etx
