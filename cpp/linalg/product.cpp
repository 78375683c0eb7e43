#include "linalg/product.hpp"

#include <algorithm>
#include <cassert>

#include "linalg/batch.hpp"

namespace etx {
namespace {

constexpr std::size_t kBlock = 64;
constexpr std::size_t kRows = 4;
constexpr std::size_t kColumns = 2 * kLanes;
constexpr std::size_t kManyRows = 16;  // from here a packed panel of B pays for itself

// The only fused operations: explicit, since compilers have written a·b + c with the operands of
// relaxed_madd exchanged.
Batch multiplyAdd(Batch a, Batch b, Batch c) {
#ifdef ETX_RELAXED_SIMD
  return wasm_f64x2_relaxed_madd(a, b, c);
#else
  return a * b + c;
#endif
}

struct View {
  const double* data;
  std::size_t row, column;  // strides

  [[nodiscard]] View from(std::size_t i, std::size_t j) const {
    return {data + i * row + j * column, row, column};
  }
};

// R rows × `width` <= kColumns columns of C over `depth` products, in registers; C += where `more`.
// B has kColumns columns, `below` apart.
template <std::size_t R>
void tile(View A, const double* B, std::size_t below, std::size_t depth, double* C,
          std::size_t stride, std::size_t width, bool more) {
  Batch sums[R][2];
  for (auto& row : sums) row[0] = row[1] = Batch(0.0);
  const double* a = A.data;
  for (std::size_t p = 0; p < depth; ++p) {
    const Batch left = Batch::load_unaligned(B);
    const Batch right = Batch::load_unaligned(B + kLanes);
    for (std::size_t r = 0; r < R; ++r) {
      const Batch factor(a[r * A.row]);
      sums[r][0] = multiplyAdd(factor, left, sums[r][0]);
      sums[r][1] = multiplyAdd(factor, right, sums[r][1]);
    }
    a += A.column;
    B += below;
  }
  for (auto& row : sums) {
    double out[kColumns] = {};
    double* to = width == kColumns ? C : out;
    if (more) {
      if (width < kColumns) std::copy_n(C, width, out);
      row[0] += Batch::load_unaligned(to);
      row[1] += Batch::load_unaligned(to + kLanes);
    }
    row[0].store_unaligned(to);
    row[1].store_unaligned(to + kLanes);
    if (width < kColumns) std::copy_n(out, width, C);
    C += stride;
  }
}

void multiply(View A, const double* B, double* C, std::size_t m, std::size_t k, std::size_t n) {
  if (k == 0) std::fill(C, C + m * n, 0.0);
  for (std::size_t p = 0; p < k; p += kBlock) {
    const std::size_t depth = std::min(kBlock, k - p);
    for (std::size_t j = 0; j < n; j += kColumns) {
      const std::size_t width = std::min(kColumns, n - j);
      const double* panel = B + p * n + j;
      std::size_t below = n;
      double packed[kBlock * kColumns];
      if (width < kColumns || m >= kManyRows) {
        for (std::size_t q = 0; q < depth; ++q) {
          double* to = packed + q * kColumns;
          for (std::size_t c = 0; c < kColumns; ++c) to[c] = c < width ? panel[q * n + c] : 0;
        }
        panel = packed;
        below = kColumns;
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
  multiply({A, k, 1}, B, C, m, k, n);
}

void productTransposed(const double* A, std::size_t stride, const double* B, double* C,
                       std::size_t m, std::size_t k, std::size_t n) {
  multiply({A, 1, stride}, B, C, m, k, n);
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

Matrix operator*(const Matrix& A, const Matrix& B) {
  assert(A.cols == B.rows);
  Matrix C(A.rows, B.cols);
  product(A.data.data(), B.data.data(), C.data.data(), A.rows, A.cols, B.cols);
  return C;
}

}  // namespace etx
