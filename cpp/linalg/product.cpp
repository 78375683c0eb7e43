#include "linalg/product.hpp"

#include <algorithm>
#include <cassert>

#include <xsimd/xsimd.hpp>

namespace etx {
namespace {

constexpr std::size_t kBlock = 64;
constexpr std::size_t kRows = 4;
constexpr std::size_t kManyRows = 16;  // from here a packed panel of B pays for itself

// One register of numbers, and the columns that a tile is wide: two of them.
template <class Real>
using Register = xsimd::batch<Real>;
template <class Real>
constexpr std::size_t kColumns = 2 * Register<Real>::size;

// The only fused operations: explicit, since compilers have written a·b + c with the operands of
// relaxed_madd exchanged.
template <class Real>
Register<Real> multiplyAdd(Register<Real> a, Register<Real> b, Register<Real> c) {
#ifdef ETX_RELAXED_SIMD
  if constexpr (sizeof(Real) == 4) return wasm_f32x4_relaxed_madd(a, b, c);
  if constexpr (sizeof(Real) == 8) return wasm_f64x2_relaxed_madd(a, b, c);
#else
  return a * b + c;
#endif
}

template <class Real>
struct View {
  const Real* data;
  std::size_t row, column;  // strides

  [[nodiscard]] View from(std::size_t i, std::size_t j) const {
    return {data + i * row + j * column, row, column};
  }
};

// R rows × `width` <= kColumns columns of C over `depth` products, in registers; C += where `more`.
// B has kColumns columns, `below` apart.
template <std::size_t R, class Real>
void tile(View<Real> A, const Real* B, std::size_t below, std::size_t depth, Real* C,
          std::size_t stride, std::size_t width, bool more) {
  using Batch = Register<Real>;
  constexpr std::size_t kWide = kColumns<Real>;
  Batch sums[R][2];
  for (auto& row : sums) row[0] = row[1] = Batch(Real{0});
  const Real* a = A.data;
  for (std::size_t p = 0; p < depth; ++p) {
    const Batch left = Batch::load_unaligned(B);
    const Batch right = Batch::load_unaligned(B + Batch::size);
    for (std::size_t r = 0; r < R; ++r) {
      const Batch factor(a[r * A.row]);
      sums[r][0] = multiplyAdd<Real>(factor, left, sums[r][0]);
      sums[r][1] = multiplyAdd<Real>(factor, right, sums[r][1]);
    }
    a += A.column;
    B += below;
  }
  for (auto& row : sums) {
    Real out[kWide] = {};
    Real* to = width == kWide ? C : out;
    if (more) {
      if (width < kWide) std::copy_n(C, width, out);
      row[0] += Batch::load_unaligned(to);
      row[1] += Batch::load_unaligned(to + Batch::size);
    }
    row[0].store_unaligned(to);
    row[1].store_unaligned(to + Batch::size);
    if (width < kWide) std::copy_n(out, width, C);
    C += stride;
  }
}

template <class Real>
void multiply(View<Real> A, const Real* B, Real* C, std::size_t m, std::size_t k, std::size_t n) {
  constexpr std::size_t kWide = kColumns<Real>;
  if (k == 0) std::fill(C, C + m * n, Real{0});
  for (std::size_t p = 0; p < k; p += kBlock) {
    const std::size_t depth = std::min(kBlock, k - p);
    for (std::size_t j = 0; j < n; j += kWide) {
      const std::size_t width = std::min(kWide, n - j);
      const Real* panel = B + p * n + j;
      std::size_t below = n;
      Real packed[kBlock * kWide];
      if (width < kWide || m >= kManyRows) {
        for (std::size_t q = 0; q < depth; ++q) {
          Real* to = packed + q * kWide;
          for (std::size_t c = 0; c < kWide; ++c) to[c] = c < width ? panel[q * n + c] : Real{0};
        }
        panel = packed;
        below = kWide;
      }
      std::size_t i = 0;
      for (; i + kRows <= m; i += kRows) {
        tile<kRows>(A.from(i, p), panel, below, depth, C + i * n + j, n, width, p > 0);
      }
      for (; i < m; ++i) {
        tile<1>(A.from(i, p), panel, below, depth, C + i * n + j, n, width, p > 0);
      }
    }
  }
}

}  // namespace

void product(const double* A, const double* B, double* C, std::size_t m, std::size_t k,
             std::size_t n) {
  multiply<double>({A, k, 1}, B, C, m, k, n);
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

Matrix operator*(const Matrix& A, const Matrix& B) {
  assert(A.cols == B.rows);
  Matrix C(A.rows, B.cols);
  product(A.data.data(), B.data.data(), C.data.data(), A.rows, A.cols, B.cols);
  return C;
}

}  // namespace etx
