#include "linalg/twofold.hpp"

#include <xsimd/xsimd.hpp>

namespace etx {
namespace {

using Batch = xsimd::batch<double>;

// Works on a batch and on a double alike: Veltkamp's split and Dekker's product as in
// double_double.hpp.
template <class Value>
struct Dot {
  Value sum{0.0};
  Value rest{0.0};

  void add(DoubleDouble a, DoubleDouble split, Value high, Value low) {
    const Value scaled = Value(134217729.0) * high;
    const Value top = scaled - (scaled - high);
    const Value bottom = high - top;
    const Value product = Value(a.hi) * high;
    const Value error =
        ((Value(split.hi) * top - product) + Value(split.hi) * bottom + Value(split.lo) * top) +
        Value(split.lo) * bottom;
    const Value total = sum + product;
    const Value back = total - sum;
    const Value lost = (sum - (total - back)) + (product - back);
    sum = total;
    rest = rest + (lost + (error + (Value(a.hi) * low + Value(a.lo) * high)));
  }
};

}  // namespace

Twofold operator*(const Twofold& A, const Twofold& B) {
  const std::size_t m = A.hi.rows;
  const std::size_t depth = A.hi.cols;
  const std::size_t n = B.hi.cols;
  Twofold C(m, n);
  std::vector<DoubleDouble> row(depth);
  std::vector<DoubleDouble> splits(depth);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t p = 0; p < depth; ++p) {
      row[p] = {A.hi(i, p), A.lo(i, p)};
      splits[p] = detail::split(row[p].hi);
    }
    std::size_t j = 0;
    for (; j + Batch::size <= n; j += Batch::size) {
      Dot<Batch> dot;
      for (std::size_t p = 0; p < depth; ++p) {
        dot.add(row[p], splits[p], Batch::load_unaligned(&B.hi.data[p * n + j]),
                Batch::load_unaligned(&B.lo.data[p * n + j]));
      }
      const Batch high = dot.sum + dot.rest;
      high.store_unaligned(&C.hi.data[i * n + j]);
      (dot.rest - (high - dot.sum)).store_unaligned(&C.lo.data[i * n + j]);
    }
    for (; j < n; ++j) {
      Dot<double> dot;
      for (std::size_t p = 0; p < depth; ++p) {
        dot.add(row[p], splits[p], B.hi(p, j), B.lo(p, j));
      }
      const DoubleDouble entry = quickTwoSum(dot.sum, dot.rest);
      C.hi(i, j) = entry.hi;
      C.lo(i, j) = entry.lo;
    }
  }
  return C;
}

}  // namespace etx
