#include "attention/sequence.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "linalg/batch.hpp"
#include "linalg/product.hpp"
#include "linalg/solve.hpp"

namespace etx {
namespace {

constexpr std::size_t kTile = 64;  // keys
enum Row : std::size_t { kTop, kMass, kMoment, kSink, kBins, kColumns = kBins + kLagBins };

// Rows lifted and in block coordinates: for queries Pᵀ(L·q + tail), for keys P⁻¹(L·k + tail).
Matrix intoBlocks(const Operator& A, const Generator& X, const Matrix& rows,
                  std::span<const double> tail, bool query) {
  Matrix out(rows.rows, X.dimension());
  for (std::size_t i = 0; i < rows.rows; ++i) {
    double* to = out.data.data() + i * out.cols;
    for (std::size_t c = 0; c < rows.cols; ++c) {
      to[c] = rows(i, c) * (A.lift.empty() ? 1 : A.lift[c]);
    }
    std::copy(tail.begin(), tail.end(), to + rows.cols);
  }
  if (X.permutation) {
    const Matrix from = out;
    for (std::size_t i = 0; i < out.rows; ++i) {
      for (std::size_t c = 0; c < out.cols; ++c) out(i, c) = from(i, (*X.permutation)[c]);
    }
  }
  if (X.basis) return out * (query ? *X.basis : transpose(Solver(*X.basis).inverse()));
  return out;
}

// e^{τX} at lags 0, 1, ..., or at one.
class Powers {
 public:
  Powers(const Generator& generator, std::span<const DoubleDouble> lags) : X(generator) {
    std::size_t chain = 1;
    for (const Block& block : X.blocks) chain = std::max(chain, block.size);
    const LagTable table(lags, chain);
    stride = table.stride();
    for (const Block& block : X.blocks) {
      const Eigenvalue own = eigenvalue(block);
      const std::size_t at = weights.size();
      weights.resize(at + block.size * own.width() * stride);
      own.weights(table, block.size, weights.data() + at);
    }
  }

  // y = e^{τX}·x of lag number `lag`, or e^{τX}ᵀ·x.
  template <bool Transposed>
  void apply(std::size_t lag, const double* x, double* y) const {
    const double* w = weights.data() + lag;
    for (const Block& block : X.blocks) {
      const std::size_t size = block.dimension();
      if constexpr (Transposed) {
        applyTransposed(block, w, stride, {x, size}, {y, size});
      } else {
        applyBlock(block, w, stride, {x, size}, {y, size});
      }
      w += block.size * eigenvalue(block).width() * stride;
      x += size;
      y += size;
    }
  }

 private:
  const Generator& X;
  std::size_t stride = 0;
  std::vector<double> weights;
};

Powers powersTo(const Generator& X, std::size_t count) {
  std::vector<DoubleDouble> lags(count);
  for (std::size_t i = 0; i < count; ++i) lags[i] = static_cast<double>(i);
  return {X, lags};
}

// Parts of a row's softmax over consecutive keys, split at bins of lags and at columns.
void weigh(std::span<const double> scores, std::size_t query, std::size_t firstKey,
           std::span<const double> edges, double* row) {
  const double top = *std::max_element(scores.begin(), scores.end());
  row[kTop] = top;
  auto column = static_cast<std::size_t>(
      std::upper_bound(edges.begin(), edges.end(), static_cast<double>(firstKey)) - edges.begin() -
      1);
  std::size_t key = firstKey;
  double T = 0;
  const auto weight = [&](double s) {
    const double x = s - top;
    const double e = rounded(expScaled(Batch(x), Batch(0.0))).get(0);
    if (e > 0) T += e * x;
    return e;
  };
  std::size_t i = 0;
  while (i < scores.size()) {
    const std::size_t bin = std::bit_width(query - key + 1) - 1;
    const std::size_t nearest = std::bit_floor(query - key + 1) - 1;  // the bin's least lag
    const std::size_t binEnd = query - nearest + 1;
    const auto columnEnd = static_cast<std::size_t>(edges[column + 1]);
    const std::size_t end = std::min({binEnd, columnEnd, firstKey + scores.size()});
    double sum = 0;
    Batch mass(0.0);
    Batch moment(0.0);
    if (key == 0) {
      row[kSink] = weight(scores[0]);
      sum = row[kSink];
      ++key;
      ++i;
    }
    for (; key + kLanes <= end; key += kLanes, i += kLanes) {
      const Batch x = Batch::load_unaligned(scores.data() + i) - Batch(top);
      const Batch e = rounded(expScaled(x, Batch(0.0)));
      mass += e;
      moment += xsimd::select(x > Batch(-1e7), e * x, Batch(0.0));
    }
    for (; key < end; ++key, ++i) sum += weight(scores[i]);
    sum += xsimd::reduce_add(mass);
    T += xsimd::reduce_add(moment);
    row[kMass] += sum;
    row[kBins + bin] += sum;
    row[kColumns + column] += sum;
    if (end == columnEnd) ++column;
  }
  row[kMoment] = T;
}

}  // namespace

Result<Matrix> attentionSlice(const Operator& A, const Matrix& queries, std::size_t firstQuery,
                              const Matrix& keys, std::size_t firstKey,
                              std::span<const double> edges) {
  const auto* X = std::get_if<Generator>(&A.generator);
  if (X == nullptr || A.clock) {
    return fail(
        ErrorCode::unsupported,
        {"encoding must have a generator by its blocks, and no clock, for the statistics of "
         "a sequence"});
  }
  if (queries.cols != A.dimension() || keys.cols != A.dimension()) {
    return fail(ErrorCode::shape,
                {"query and key have ", text(queries.cols), " and ", text(keys.cols),
                 " columns but the encoding's dimension is ", text(A.dimension())});
  }
  const std::size_t n = X->dimension();
  const std::size_t m = queries.rows;
  const Matrix Q = intoBlocks(A, *X, queries, A.queryTail, true);
  const Matrix K = intoBlocks(A, *X, keys, A.keyTail, false);
  const Powers near = powersTo(*X, std::max(kTile, m) + kTile);

  Matrix ahead(m, n);  // A(t - t₀)ᵀ·q
  for (std::size_t i = 0; i < m; ++i) {
    near.apply<true>(i, Q.data.data() + i * n, ahead.data.data() + i * n);
  }
  Matrix scores(m, keys.rows);
  std::vector<double> moved(n);
  std::vector<float> left(m * n);
  std::vector<float> right(n * kTile);
  std::vector<float> out(m * kTile);
  for (std::size_t s = 0; s < keys.rows; s += kTile) {
    const std::size_t count = std::min(kTile, keys.rows - s);
    const std::size_t last = firstKey + s + count - 1;
    if (firstKey + s > firstQuery + m - 1) break;  // beyond every query
    if (last > firstQuery) {
      for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = s; j < s + count && firstKey + j <= firstQuery + i; ++j) {
          near.apply<false>(firstQuery + i - firstKey - j, K.data.data() + j * n, moved.data());
          scores(i, j) = dot(Q.data.data() + i * n, moved.data(), n);
        }
      }
      continue;
    }
    const DoubleDouble between = static_cast<double>(firstQuery - last);
    const Powers middle(*X, std::span(&between, 1));
    for (std::size_t i = 0; i < m; ++i) {
      middle.apply<true>(0, ahead.data.data() + i * n, moved.data());
      for (std::size_t c = 0; c < n; ++c) left[i * n + c] = static_cast<float>(moved[c]);
    }
    for (std::size_t j = 0; j < count; ++j) {  // A(s₁ - s)·k
      near.apply<false>(count - 1 - j, K.data.data() + (s + j) * n, moved.data());
      for (std::size_t c = 0; c < n; ++c) right[c * count + j] = static_cast<float>(moved[c]);
    }
    product(left.data(), right.data(), out.data(), m, n, count);
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        scores(i, s + j) = static_cast<double>(out[i * count + j]);
      }
    }
  }

  Matrix rows(m, kColumns + edges.size() - 1);
  for (std::size_t i = 0; i < m; ++i) {
    double* row = rows.data.data() + i * rows.cols;
    row[kTop] = -HUGE_VAL;
    if (firstQuery + i < firstKey) continue;
    const std::size_t seen = std::min(keys.rows, firstQuery + i - firstKey + 1);
    weigh({scores.data.data() + i * scores.cols, seen}, firstQuery + i, firstKey, edges, row);
  }
  return rows;
}

}  // namespace etx
