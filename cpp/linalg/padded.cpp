#include "linalg/padded.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/batch.hpp"
#include "linalg/register_tile.hpp"

namespace etx {
namespace {

constexpr std::size_t kBlock = 64;     // products summed together, as in product.cpp
constexpr std::size_t kManyRows = 64;  // from here a packed panel of Y pays for itself

static_assert(kLanes == 2);

// What a panel of W registers has shown: sums of absolute values down its columns, and of squares.
template <std::size_t W>
struct Tally {
  Batch columns[W];
  Batch squares{0.0};

  Tally() {
    for (Batch& column : columns) column = Batch(0.0);
  }
};

// The norms so far; `all` is NaN or Infinity once a sum is: a maximum would drop it.
struct Found {
  Batch one{0.0}, onePlusIdentity{0.0}, all{0.0}, squares{0.0};

  // Columns j to j + 2W - 1 of `out` are done.
  template <std::size_t W>
  [[gnu::always_inline]] void take(const Tally<W>& tally, const double* out, std::size_t stride,
                                   std::size_t j, std::size_t n) {
    // |d + 1| = |d| for -1/2: columns that are not there leave nothing.
    const auto entry = [&](std::size_t c) { return c < n ? out[c * (stride + 1)] : -0.5; };
    for (std::size_t w = 0; w < W; ++w) {
      const Batch sums = tally.columns[w];
      const Batch diagonal(entry(j + w * kLanes), entry(j + w * kLanes + 1));
      one = xsimd::max(one, sums);
      onePlusIdentity =
          xsimd::max(onePlusIdentity, sums + (xsimd::abs(diagonal + 1.0) - xsimd::abs(diagonal)));
      all += sums;
    }
    squares += tally.squares;
  }
  void write(Norms& out) const {
    // In registers: a comparison would be a branch that cannot be foreseen.
    const auto largest = [](Batch x) { return xsimd::max(x, Batch(x.get(1), x.get(1))).get(0); };
    const double sum = xsimd::reduce_add(all);
    const bool finite = sum < HUGE_VAL;
    out.one = finite ? largest(one) : sum;
    out.onePlusIdentity = finite ? largest(onePlusIdentity) : sum;
    out.squares = xsimd::reduce_add(squares);
  }
};

struct Addend {
  Batch factor;
  const double* entries;
};

// R rows of a panel of W registers: `depth` products, on top of what `out` holds where `more`, and
// where `tally` is given the addend.
template <std::size_t R, std::size_t W>
[[gnu::always_inline]] inline void tile(const double* X, std::size_t stride, const double* Y,
                                        std::size_t below, std::size_t depth, bool more,
                                        const Addend& addend, double* out, Tally<W>* tally) {
  Batch sums[R][W];
  registerTile(X, stride, 1, Y, below, depth, sums);
  for (std::size_t r = 0; r < R; ++r) {
    for (std::size_t w = 0; w < W; ++w) {
      const std::size_t at = r * stride + w * kLanes;
      Batch sum = sums[r][w];
      if (more) sum += Batch::load_unaligned(out + at);
      if (tally) {
        sum += addend.factor * Batch::load_unaligned(addend.entries + at);
        tally->columns[w] += xsimd::abs(sum);
        tally->squares += sum * sum;
      }
      sum.store_unaligned(out + at);
    }
  }
}

void copy(const double* from, std::size_t count, double* to) {  // an even count
  for (std::size_t i = 0; i < count; i += kLanes) {
    Batch::load_unaligned(from + i).store_unaligned(to + i);
  }
}

// All of a small order, known beforehand: panels of P registers, R rows at a time.
template <std::size_t N>
void productPlusOfOrder(const double* X, const double* Y, const Addend& addend, double* out,
                        Norms* norms) {
  constexpr std::size_t kStride = paddedStride(N);
  constexpr std::size_t P = N <= 2 ? 1 : N <= 4 ? 2 : N <= 6 ? 3 : 4;
  constexpr std::size_t R = P == 4 ? 2 : P == 3 ? 3 : std::min<std::size_t>(N, 4);
  Found found;
  for (std::size_t j = 0; j < kStride; j += P * kLanes) {
    Tally<P> tally;
    const auto rows = [&]<std::size_t Count>(std::size_t i) {
      const std::size_t at = i * kStride;
      tile<Count, P>(X + at, kStride, Y + j, kStride, N, false,
                     {addend.factor, addend.entries + at + j}, out + at + j, &tally);
    };
    std::size_t i = 0;
    for (; i + R <= N; i += R) rows.template operator()<R>(i);
    if constexpr (N % R != 0) rows.template operator()<N % R>(i);
    found.take(tally, out, kStride, j, N);
  }
  if (norms) found.write(*norms);
}

}  // namespace

void pad(const double* A, std::size_t n, double* padded) {
  const std::size_t stride = paddedStride(n);
  if (stride == n) return copy(A, n * n, padded);
  for (std::size_t i = 0; i < paddedRows(n); ++i) {
    const std::size_t count = i < n ? n : 0;
    for (std::size_t j = 0; j < count; ++j) padded[i * stride + j] = A[i * n + j];
    for (std::size_t j = count; j < stride; ++j) padded[i * stride + j] = 0;
  }
}

void unpad(const double* padded, std::size_t n, double* A) {
  const std::size_t stride = paddedStride(n);
  if (stride == n) return copy(padded, n * n, A);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) A[i * n + j] = padded[i * stride + j];
  }
}

void addIdentityPadded(double* padded, std::size_t n) {
  const std::size_t stride = paddedStride(n);
  const auto add = [&](std::size_t at, Batch part) {
    (Batch::load_unaligned(padded + at) + part).store_unaligned(padded + at);
  };
  // By whole registers, as they are read next.
  for (std::size_t i = 0; i < n; i += 2) {
    add(i * stride + i, Batch(1.0, 0.0));
    if (i + 1 < n) add((i + 1) * stride + i, Batch(0.0, 1.0));
  }
}

void productPlus(const double* X, const double* Y, double c, const double* Z, double* out,
                 std::size_t n, Norms* norms) {
  const std::size_t stride = paddedStride(n);
  const Addend all{Batch(c), Z};
  Found found;
  switch (n) {
    case 1:
      return productPlusOfOrder<1>(X, Y, all, out, norms);
    case 2:
      return productPlusOfOrder<2>(X, Y, all, out, norms);
    case 3:
      return productPlusOfOrder<3>(X, Y, all, out, norms);
    case 4:
      return productPlusOfOrder<4>(X, Y, all, out, norms);
    case 5:
      return productPlusOfOrder<5>(X, Y, all, out, norms);
    case 6:
      return productPlusOfOrder<6>(X, Y, all, out, norms);
    case 7:
      return productPlusOfOrder<7>(X, Y, all, out, norms);
    case 8:
      return productPlusOfOrder<8>(X, Y, all, out, norms);
    default:
      break;
  }
  const std::size_t rows = paddedRows(n);
  for (std::size_t p = 0; p < n; p += kBlock) {
    const std::size_t depth = std::min(kBlock, n - p);
    const bool last = p + depth == n;
    // W registers of columns, R rows at a time: eight registers of sums, more of which engines
    // would move about.
    const auto panel = [&]<std::size_t R, std::size_t W>(std::size_t j) {
      const double* right = Y + p * stride + j;
      std::size_t below = stride;
      double packed[kBlock * W * kLanes];
      if (rows >= kManyRows) {
        below = W * kLanes;
        for (std::size_t q = 0; q < depth; ++q) {
          const double* from = right + q * stride;
          double* to = packed + q * (W * kLanes);
          for (std::size_t w = 0; w < W * kLanes; w += kLanes) {
            Batch::load_unaligned(from + w).store_unaligned(to + w);
          }
        }
        right = packed;
      }
      Tally<W> tally;
      Tally<W>* end = last ? &tally : nullptr;
      std::size_t i = 0;
      for (; i + R <= rows; i += R) {
        tile<R, W>(X + i * stride + p, stride, right, below, depth, p > 0,
                   {all.factor, Z + i * stride + j}, out + i * stride + j, end);
      }
      if constexpr (R > 2) {
        if (i < rows) {
          tile<2, W>(X + i * stride + p, stride, right, below, depth, p > 0,
                     {all.factor, Z + i * stride + j}, out + i * stride + j, end);
        }
      }
      if (last) found.take(tally, out, stride, j, n);
    };
    std::size_t j = 0;
    for (; j + 4 * kLanes <= stride; j += 4 * kLanes) panel.template operator()<2, 4>(j);
    if (j < stride) panel.template operator()<4, 2>(j);
  }
  if (norms) found.write(*norms);
}

}  // namespace etx
