#include "linalg/padded.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/batch.hpp"

namespace etx {
namespace {

constexpr std::size_t kBlock = 64;     // products summed together, as in product.cpp
constexpr std::size_t kManyRows = 64;  // from here a packed panel of Y pays for itself
constexpr std::size_t kWide = 4;       // columns of a panel: two registers

static_assert(kLanes == 2);

// What a panel has shown: sums of absolute values down its columns, and of squares.
struct Tally {
  Batch left{0.0}, right{0.0}, squares{0.0};
};

// The norms so far; `all` is NaN or Infinity once a sum is: a maximum would drop it.
struct Found {
  Batch one{0.0}, onePlusIdentity{0.0}, all{0.0}, squares{0.0};

  // Two columns with these sums and diagonal entries.
  void take(Batch sums, Batch diagonal) {
    one = xsimd::max(one, sums);
    onePlusIdentity =
        xsimd::max(onePlusIdentity, sums + (xsimd::abs(diagonal + 1.0) - xsimd::abs(diagonal)));
    all += sums;
  }
  [[nodiscard]] Norms norms() const {
    const auto largest = [](Batch x) { return std::max(x.get(0), x.get(1)); };
    const double sum = xsimd::reduce_add(all);
    const double frobenius = std::sqrt(xsimd::reduce_add(squares));
    if (!(sum < HUGE_VAL)) return {sum, sum, frobenius};
    return {largest(one), largest(onePlusIdentity), frobenius};
  }
};

struct Addend {
  Batch factor;
  const double* entries;
};

// R rows of a panel: `depth` products, on top of what `out` holds where `more`, and where `tally`
// is given the addend. Depth, where not 0, is `depth` known beforehand.
template <std::size_t R, std::size_t Depth = 0>
[[gnu::always_inline]] inline void tile(const double* X, std::size_t stride, const double* Y,
                                        std::size_t below, std::size_t depth, bool more,
                                        const Addend& addend, double* out, Tally* tally) {
  Batch sums[R][2];
  for (auto& row : sums) row[0] = row[1] = Batch(0.0);
  const auto step = [&](std::size_t p) {
    const Batch left = Batch::load_unaligned(Y + p * below);
    const Batch right = Batch::load_unaligned(Y + p * below + kLanes);
    for (std::size_t r = 0; r < R; ++r) {
      const Batch factor(X[r * stride + p]);
      sums[r][0] = multiplyAdd(factor, left, sums[r][0]);
      sums[r][1] = multiplyAdd(factor, right, sums[r][1]);
    }
  };
  if constexpr (Depth > 0) {
    for (std::size_t p = 0; p < Depth; ++p) step(p);
  } else {
    for (std::size_t p = 0; p < depth; ++p) step(p);
  }
  for (std::size_t r = 0; r < R; ++r) {
    Batch left = sums[r][0];
    Batch right = sums[r][1];
    double* to = out + r * stride;
    if (more) {
      left += Batch::load_unaligned(to);
      right += Batch::load_unaligned(to + kLanes);
    }
    if (tally) {
      const double* from = addend.entries + r * stride;
      left += addend.factor * Batch::load_unaligned(from);
      right += addend.factor * Batch::load_unaligned(from + kLanes);
      tally->left += xsimd::abs(left);
      tally->right += xsimd::abs(right);
      tally->squares += left * left + right * right;
    }
    left.store_unaligned(to);
    right.store_unaligned(to + kLanes);
  }
}

// Columns j to j + 3 are done.
[[gnu::always_inline]] inline void take(const Tally& tally, const double* out, std::size_t stride,
                                        std::size_t j, std::size_t n, Found& found) {
  // |d + 1| = |d| for -1/2: columns that are not there leave nothing.
  const auto diagonal = [&](std::size_t c) { return c < n ? out[c * (stride + 1)] : -0.5; };
  found.take(tally.left, Batch(diagonal(j), diagonal(j + 1)));
  found.take(tally.right, Batch(diagonal(j + 2), diagonal(j + 3)));
  found.squares += tally.squares;
}

}  // namespace

void pad(const double* A, std::size_t n, double* padded) {
  const std::size_t stride = paddedStride(n);
  const std::size_t rows = paddedSize(n) / stride;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t count = i < n ? n : 0;
    for (std::size_t j = 0; j < count; ++j) padded[i * stride + j] = A[i * n + j];
    for (std::size_t j = count; j < stride; ++j) padded[i * stride + j] = 0;
  }
}

void unpad(const double* padded, std::size_t n, double* A) {
  const std::size_t stride = paddedStride(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) A[i * n + j] = padded[i * stride + j];
  }
}

Norms productPlus(const double* X, const double* Y, double c, const double* Z, double* out,
                  std::size_t n) {
  const std::size_t stride = paddedStride(n);
  const Addend all{Batch(c), Z};
  Found found;
  if (n <= 4) {
    Tally tally;
    tile<4, 4>(X, 4, Y, 4, 4, false, all, out, &tally);
    take(tally, out, 4, 0, n, found);
    return found.norms();
  }
  const std::size_t rows = paddedRows(n);
  for (std::size_t p = 0; p < n; p += kBlock) {
    const std::size_t depth = std::min(kBlock, n - p);
    const bool last = p + depth == n;
    for (std::size_t j = 0; j < stride; j += kWide) {
      const double* panel = Y + p * stride + j;
      std::size_t below = stride;
      double packed[kBlock * kWide];
      if (rows >= kManyRows) {
        for (std::size_t q = 0; q < depth; ++q) {
          const double* from = panel + q * stride;
          Batch::load_unaligned(from).store_unaligned(packed + q * kWide);
          Batch::load_unaligned(from + kLanes).store_unaligned(packed + q * kWide + kLanes);
        }
        panel = packed;
        below = kWide;
      }
      Tally tally;
      Tally* end = last ? &tally : nullptr;
      std::size_t i = 0;
      for (; i + 4 <= rows; i += 4) {
        tile<4>(X + i * stride + p, stride, panel, below, depth, p > 0,
                {all.factor, Z + i * stride + j}, out + i * stride + j, end);
      }
      if (i < rows) {
        tile<2>(X + i * stride + p, stride, panel, below, depth, p > 0,
                {all.factor, Z + i * stride + j}, out + i * stride + j, end);
      }
      if (last) take(tally, out, stride, j, n, found);
    }
  }
  return found.norms();
}

}  // namespace etx
