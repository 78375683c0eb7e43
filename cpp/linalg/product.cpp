#include "linalg/product.hpp"

#include <algorithm>
#include <cassert>

#include "linalg/batch.hpp"
#include "linalg/register_tile.hpp"

namespace etx {
namespace {

constexpr std::size_t kBlock = 64;
constexpr std::size_t kManyRows = 64;  // from here a packed panel of B pays for itself

template <class Real>
using Register = xsimd::batch<Real>;

template <class Real>
struct View {
  const Real* data;
  std::size_t row, column;  // strides

  [[nodiscard]] View from(std::size_t i, std::size_t j) const {
    return {data + i * row + j * column, row, column};
  }
};

// R rows × `width` columns of C over `depth` products, in R × W registers; C += where `more`.
// width <= W registers; B has all of their columns, `below` apart.
template <std::size_t R, std::size_t W, class Real>
void tile(View<Real> A, const Real* B, std::size_t below, std::size_t depth, Real* C,
          std::size_t stride, std::size_t width, bool more) {
  using Batch = Register<Real>;
  constexpr std::size_t kWide = W * Batch::size;
  Batch sums[R][W];
  registerTile(A.data, A.row, A.column, B, below, depth, sums);
  for (auto& row : sums) {
    Real out[kWide] = {};
    Real* to = width == kWide ? C : out;
    if (more) {
      if (width < kWide) std::copy_n(C, width, out);
      for (std::size_t w = 0; w < W; ++w) row[w] += Batch::load_unaligned(to + w * Batch::size);
    }
    for (std::size_t w = 0; w < W; ++w) row[w].store_unaligned(to + w * Batch::size);
    if (width < kWide) std::copy_n(out, width, C);
    C += stride;
  }
}

// `width` columns of B, `depth` rows that are `below` apart, as W registers a row; zeros beyond.
template <std::size_t W, class Real>
void pack(const Real* B, std::size_t below, std::size_t depth, std::size_t width, Real* to) {
  constexpr std::size_t kLane = Register<Real>::size;
  constexpr std::size_t kWide = W * kLane;
  for (std::size_t q = 0; q < depth; ++q) {
    if (width == kWide) {  // by registers: a copy of unknown length would be a call
      for (std::size_t c = 0; c < kWide; c += kLane) {
        Register<Real>::load_unaligned(B + c).store_unaligned(to + c);
      }
    } else {
      for (std::size_t c = 0; c < kWide; ++c) to[c] = c < width ? B[c] : Real{0};
    }
    B += below;
    to += kWide;
  }
}

// In panels of W registers of columns, R rows at a time: eight registers of sums, more of which
// engines would move about.
template <class Real>
void multiply(View<Real> A, const Real* B, Real* C, std::size_t m, std::size_t k, std::size_t n) {
  constexpr std::size_t kLane = Register<Real>::size;
  if (k == 0) std::fill(C, C + m * n, Real{0});
  for (std::size_t p = 0; p < k; p += kBlock) {
    const std::size_t depth = std::min(kBlock, k - p);
    std::size_t j = 0;
    const auto panels = [&]<std::size_t R, std::size_t W>(std::size_t least) {
      constexpr std::size_t kWide = W * kLane;
      for (; j + least <= n; j += kWide) {
        const std::size_t width = std::min(kWide, n - j);
        const Real* right = B + p * n + j;
        std::size_t below = n;
        Real packed[kBlock * kWide];
        if (width < kWide || m >= kManyRows) {
          pack<W>(right, n, depth, width, packed);
          right = packed;
          below = kWide;
        }
        std::size_t i = 0;
        for (; i + R <= m; i += R) {
          tile<R, W>(A.from(i, p), right, below, depth, C + i * n + j, n, width, p > 0);
        }
        if constexpr (R > 2) {
          for (; i + 2 <= m; i += 2) {
            tile<2, W>(A.from(i, p), right, below, depth, C + i * n + j, n, width, p > 0);
          }
        }
        if (i < m) tile<1, W>(A.from(i, p), right, below, depth, C + i * n + j, n, width, p > 0);
      }
    };
    // Floats gain nothing from wider panels.
    if constexpr (sizeof(Real) == sizeof(double)) panels.template operator()<2, 4>(4 * kLane);
    panels.template operator()<4, 2>(kLane + 1);
    panels.template operator()<4, 1>(1);
  }
}

}  // namespace

void product(const double* A, const double* B, double* C, std::size_t m, std::size_t k,
             std::size_t n) {
  multiply<double>({A, k, 1}, B, C, m, k, n);
}
void product(const double* A, std::size_t stride, const double* B, double* C, std::size_t m,
             std::size_t k, std::size_t n) {
  multiply<double>({A, stride, 1}, B, C, m, k, n);
}
void product(const float* A, const float* B, float* C, std::size_t m, std::size_t k,
             std::size_t n) {
  multiply<float>({A, k, 1}, B, C, m, k, n);
}

void productTransposed(const double* A, std::size_t stride, const double* B, double* C,
                       std::size_t m, std::size_t k, std::size_t n) {
  multiply<double>({A, 1, stride}, B, C, m, k, n);
}
void productTransposed(const float* A, std::size_t stride, const float* B, float* C, std::size_t m,
                       std::size_t k, std::size_t n) {
  multiply<float>({A, 1, stride}, B, C, m, k, n);
}

double dot(const double* a, const double* b, std::size_t count) {
  Batch left(0.0);
  Batch right(0.0);
  std::size_t i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    left += Batch::load_unaligned(a + i) * Batch::load_unaligned(b + i);
    right += Batch::load_unaligned(a + i + kLanes) * Batch::load_unaligned(b + i + kLanes);
  }
  double sum = xsimd::reduce_add(left + right);
  for (; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

void addScaled(double factor, const double* x, double* y, std::size_t count) {
  const Batch all(factor);
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    (Batch::load_unaligned(y + i) + all * Batch::load_unaligned(x + i)).store_unaligned(y + i);
  }
  for (; i < count; ++i) y[i] += factor * x[i];
}

Matrix operator*(const Matrix& A, const Matrix& B) {
  assert(A.cols == B.rows);
  Matrix C(A.rows, B.cols);
  product(A.data.data(), B.data.data(), C.data.data(), A.rows, A.cols, B.cols);
  return C;
}

}  // namespace etx
