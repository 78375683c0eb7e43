#include "linalg/product.hpp"

#include <algorithm>
#include <cassert>

#include <xsimd/xsimd.hpp>

namespace etx {
namespace {

using Batch = xsimd::batch<double>;
constexpr std::size_t kLanes = Batch::size;
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

struct Shape {
  std::size_t k, n;
};

// R rows × C vectors of columns of C += A·B over `depth` products; R·C accumulators in registers.
template <class Lane, std::size_t R, std::size_t C>
void tile(const double* A, const double* B, double* out, Shape shape, std::size_t depth) {
  using Value = typename Lane::Value;
  Value sums[R][C];
  for (auto& row : sums) {
    for (auto& sum : row) sum = Lane::spread(0);
  }
  for (std::size_t p = 0; p < depth; ++p) {
    Value columns[C];
    for (std::size_t c = 0; c < C; ++c) columns[c] = Lane::load(B + p * shape.n + c * Lane::width);
    for (std::size_t r = 0; r < R; ++r) {
      const Value factor = Lane::spread(A[r * shape.k + p]);
      for (std::size_t c = 0; c < C; ++c) sums[r][c] += factor * columns[c];
    }
  }
  for (std::size_t r = 0; r < R; ++r) {
    for (std::size_t c = 0; c < C; ++c) {
      double* at = out + r * shape.n + c * Lane::width;
      Lane::store(at, Lane::load(at) + sums[r][c]);
    }
  }
}

template <std::size_t R>
void rows(const double* A, const double* B, double* out, Shape shape, std::size_t depth) {
  std::size_t j = 0;
  for (; j + 2 * kLanes <= shape.n; j += 2 * kLanes) {
    tile<Vector, R, 2>(A, B + j, out + j, shape, depth);
  }
  for (; j + kLanes <= shape.n; j += kLanes) tile<Vector, R, 1>(A, B + j, out + j, shape, depth);
  for (; j < shape.n; ++j) tile<Single, R, 1>(A, B + j, out + j, shape, depth);
}

}  // namespace

void product(const double* A, const double* B, double* C, std::size_t m, std::size_t k,
             std::size_t n) {
  std::fill(C, C + m * n, 0.0);
  const Shape shape{k, n};
  for (std::size_t p = 0; p < k; p += kBlock) {
    const std::size_t depth = std::min(kBlock, k - p);
    std::size_t i = 0;
    for (; i + 4 <= m; i += 4) rows<4>(A + i * k + p, B + p * n, C + i * n, shape, depth);
    for (; i < m; ++i) rows<1>(A + i * k + p, B + p * n, C + i * n, shape, depth);
  }
}

Matrix operator*(const Matrix& A, const Matrix& B) {
  assert(A.cols == B.rows);
  Matrix C(A.rows, B.cols);
  product(A.data.data(), B.data.data(), C.data.data(), A.rows, A.cols, B.cols);
  return C;
}

}  // namespace etx
