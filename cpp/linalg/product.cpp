#include "linalg/product.hpp"

#include <algorithm>
#include <cassert>

#include "linalg/batch.hpp"

namespace etx {
namespace {

constexpr std::size_t kBlock = 64;

// One interface for a vector of columns and a single one, so that the tile is written once.
struct Vector {
  static constexpr std::size_t width = kLanes;
  using Value = Batch;
  static Value load(const double* from) { return Batch::load_unaligned(from); }
  static Value spread(double value) { return {value}; }
  static void store(double* to, Value value) { value.store_unaligned(to); }
};
struct Single {
  static constexpr std::size_t width = 1;
  using Value = double;
  static Value load(const double* from) { return *from; }
  static Value spread(double value) { return value; }
  static void store(double* to, Value value) { *to = value; }
};

struct Strides {
  std::size_t row, column;  // of A
  std::size_t n;            // of B and C
};

// R rows × C vectors of columns of C += A·B over `depth` products; R·C accumulators in registers.
template <class Lane, std::size_t R, std::size_t C>
void tile(const double* A, const double* B, double* out, Strides stride, std::size_t depth) {
  using Value = typename Lane::Value;
  Value sums[R][C];
  for (auto& row : sums) {
    for (auto& sum : row) sum = Lane::spread(0);
  }
  for (std::size_t p = 0; p < depth; ++p) {
    Value columns[C];
    for (std::size_t c = 0; c < C; ++c) columns[c] = Lane::load(B + p * stride.n + c * Lane::width);
    for (std::size_t r = 0; r < R; ++r) {
      const Value factor = Lane::spread(A[r * stride.row + p * stride.column]);
      for (std::size_t c = 0; c < C; ++c) sums[r][c] += factor * columns[c];
    }
  }
  for (std::size_t r = 0; r < R; ++r) {
    for (std::size_t c = 0; c < C; ++c) {
      double* at = out + r * stride.n + c * Lane::width;
      Lane::store(at, Lane::load(at) + sums[r][c]);
    }
  }
}

template <std::size_t R>
void rows(const double* A, const double* B, double* out, Strides stride, std::size_t depth) {
  std::size_t j = 0;
  for (; j + 2 * kLanes <= stride.n; j += 2 * kLanes) {
    tile<Vector, R, 2>(A, B + j, out + j, stride, depth);
  }
  for (; j + kLanes <= stride.n; j += kLanes) tile<Vector, R, 1>(A, B + j, out + j, stride, depth);
  for (; j < stride.n; ++j) tile<Single, R, 1>(A, B + j, out + j, stride, depth);
}

void multiply(const double* A, const double* B, double* C, Strides stride, std::size_t m,
              std::size_t k) {
  std::fill(C, C + m * stride.n, 0.0);
  for (std::size_t p = 0; p < k; p += kBlock) {
    const std::size_t depth = std::min(kBlock, k - p);
    const double* block = A + p * stride.column;
    const double* below = B + p * stride.n;
    std::size_t i = 0;
    for (; i + 4 <= m; i += 4) {
      rows<4>(block + i * stride.row, below, C + i * stride.n, stride, depth);
    }
    for (; i < m; ++i) rows<1>(block + i * stride.row, below, C + i * stride.n, stride, depth);
  }
}

}  // namespace

void product(const double* A, const double* B, double* C, std::size_t m, std::size_t k,
             std::size_t n) {
  multiply(A, B, C, {k, 1, n}, m, k);
}

void productTransposed(const double* A, std::size_t stride, const double* B, double* C,
                       std::size_t m, std::size_t k, std::size_t n) {
  multiply(A, B, C, {1, stride, n}, m, k);
}

Matrix operator*(const Matrix& A, const Matrix& B) {
  assert(A.cols == B.rows);
  Matrix C(A.rows, B.cols);
  product(A.data.data(), B.data.data(), C.data.data(), A.rows, A.cols, B.cols);
  return C;
}

}  // namespace etx
