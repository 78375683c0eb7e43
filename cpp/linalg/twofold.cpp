#include "linalg/twofold.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "linalg/batch.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

// Calls work(i) for registers of a row of `count` entries, then for the single ones left: what
// `work` is given to read and write with.
struct InRegisters {
  using Value = Batch;
  static Batch load(const double* from) { return Batch::load_unaligned(from); }
  static void store(Batch x, double* to) { x.store_unaligned(to); }
};
struct Single {
  using Value = double;
  static double load(const double* from) { return *from; }
  static void store(double x, double* to) { *to = x; }
};
template <class Work>
void along(std::size_t count, const Work& work) {
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) work(i, InRegisters{});
  for (; i < count; ++i) work(i, Single{});
}

// 2^e with |x| < 2^e; 0 for 0 and subnormal numbers.
double sizeOf(double x) {
  const std::uint64_t exponent = std::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff;
  return exponent == 0      ? 0
         : exponent >= 2046 ? HUGE_VAL
                            : std::bit_cast<double>((exponent + 1) << 52);
}

// (x + cutter) - cutter rounds |x| < size to a multiple of size·2^-bits.
double cutter(double size, int bits) {
  return size * (1.5 * 0x1p52 / static_cast<double>(1ULL << bits));
}

// hi + lo cut into two slices and the rest.
template <class Value>
struct Slices {
  Value first, second, rest;
  Slices(Value hi, Value lo, Value coarse, Value fine) {
    first = (hi + coarse) - coarse;
    const Value left = hi - first;
    second = (left + fine) - fine;
    rest = (left - second) + lo;
  }
};

template <class Value>
void exactSum(Value a, Value b, Value& total, Value& lost) {
  total = a + b;
  const Value back = total - a;
  lost = (a - (total - back)) + (b - back);
}

}  // namespace

void TwofoldProduct::resize(std::size_t order) {
  if (order == n) return;
  n = order;
  bits = (53 - static_cast<int>(std::bit_width(n - 1))) / 2;
  const std::size_t square = n * n;
  numbers.resize(std::max(numbers.size(), 14 * square + 3 * n));
  rows = numbers.data();         // [A₁ A₂ A₃], n × 3n
  stacked = rows + 3 * square;   // [A₁; A₂], 2n × n
  first = stacked + 2 * square;  // B₁
  second = first + square;       // B₂
  below = second + square;       // [B₃; B₂ + B₃; B], 3n × n
  sums = below + 3 * square;     // A₁B₁, A₂B₁, A₁B₂, the rest
  columns = sums + 4 * square;   // of B: sizes, then cutters
}

void TwofoldProduct::cutRows(Twofold A) {
  rowSizes = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double* hi = A.hi + i * n;
    const double* lo = A.lo + i * n;
    Batch most(0.0);
    double single = 0;
    along(n, [&](std::size_t j, auto in) {
      if constexpr (sizeof(typename decltype(in)::Value) > sizeof(double)) {
        most = xsimd::max(most, xsimd::abs(in.load(hi + j)));
      } else {
        single = std::max(single, std::abs(hi[j]));
      }
    });
    for (std::size_t lane = 0; lane < kLanes; ++lane) single = std::max(single, most.get(lane));
    const double size = sizeOf(single);
    rowSizes += size;
    const double coarse = cutter(size, bits);
    const double fine = cutter(size, 2 * bits);
    double* row = rows + i * 3 * n;
    along(n, [&](std::size_t j, auto in) {
      using Value = typename decltype(in)::Value;
      const Slices<Value> cut(in.load(hi + j), in.load(lo + j), Value(coarse), Value(fine));
      in.store(cut.first, row + j);
      in.store(cut.second, row + n + j);
      in.store(cut.rest, row + 2 * n + j);
      in.store(cut.first, stacked + i * n + j);
      in.store(cut.second, stacked + (n + i) * n + j);
    });
  }
}

void TwofoldProduct::cutColumns(Twofold B) {
  double* coarse = columns + n;
  double* fine = coarse + n;
  std::fill_n(columns, n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    along(n, [&](std::size_t j, auto in) {
      const auto x = in.load(B.hi + i * n + j);
      const auto most = in.load(columns + j);
      if constexpr (sizeof(x) > sizeof(double)) {
        in.store(xsimd::max(most, xsimd::abs(x)), columns + j);
      } else {
        in.store(std::max(most, std::abs(x)), columns + j);
      }
    });
  }
  columnSize = 0;
  for (std::size_t j = 0; j < n; ++j) {
    const double size = sizeOf(columns[j]);
    columnSize = std::max(columnSize, size);
    coarse[j] = cutter(size, bits);
    fine[j] = cutter(size, 2 * bits);
  }
  const std::size_t square = n * n;
  for (std::size_t i = 0; i < n; ++i) {
    along(n, [&](std::size_t j, auto in) {
      using Value = typename decltype(in)::Value;
      const std::size_t at = i * n + j;
      const Value hi = in.load(B.hi + at);
      const Slices<Value> cut(hi, in.load(B.lo + at), in.load(coarse + j), in.load(fine + j));
      in.store(cut.first, first + at);
      in.store(cut.second, second + at);
      in.store(cut.rest, below + at);
      in.store(cut.second + cut.rest, below + square + at);
      in.store(hi, below + 2 * square + at);
    });
  }
}

double TwofoldProduct::multiply(Twofold A, Twofold B, Twofold C) {
  const std::size_t square = n * n;
  cutRows(A);
  cutColumns(B);
  product(stacked, first, sums, 2 * n, n, n);
  product(stacked, second, sums + 2 * square, n, n, n);
  product(rows, below, sums + 3 * square, n, 3 * n, n);
  along(square, [&](std::size_t i, auto in) {
    using Value = typename decltype(in)::Value;
    Value middle, lostBetween, total, lost, high, low;
    exactSum(in.load(sums + square + i), in.load(sums + 2 * square + i), middle, lostBetween);
    exactSum(in.load(sums + i), middle, total, lost);
    exactSum(total, lost + (lostBetween + in.load(sums + 3 * square + i)), high, low);
    in.store(high, C.hi + i);
    in.store(low, C.lo + i);
  });
  const double order = static_cast<double>(n);
  const double slice = 1 / static_cast<double>(1ULL << (2 * bits));
  // The rest is a sum of 3n products, each below 2^-2b·(sizes) or half of it, 64 at a time.
  const double rest = 1.3 * (std::min(3 * order, 64.0) + order / 16 + 2) + 6;
  return order * rest * 0x1p-53 * slice * rowSizes * columnSize;
}

void sum(std::span<const TwofoldTerm> terms, Twofold extra, std::size_t count, Twofold out) {
  along(count, [&](std::size_t i, auto in) {
    using Value = typename decltype(in)::Value;
    Value total(0.0);
    Value rest(0.0);
    if (extra.hi != nullptr) total = in.load(extra.hi + i);
    if (extra.lo != nullptr) rest = in.load(extra.lo + i);
    for (const TwofoldTerm& term : terms) {
      // Veltkamp's split and Dekker's product, as in double_double.hpp.
      const DoubleDouble c = detail::split(term.c.hi);
      const Value high = in.load(term.X.hi + i);
      const Value shifted = Value(134217729.0) * high;
      const Value top = shifted - (shifted - high);
      const Value bottom = high - top;
      const Value exact = Value(term.c.hi) * high;
      const Value error = ((Value(c.hi) * top - exact) + Value(c.hi) * bottom + Value(c.lo) * top) +
                          Value(c.lo) * bottom;
      Value next, lost;
      exactSum(total, exact, next, lost);
      total = next;
      rest =
          rest +
          (lost + (error + (Value(term.c.hi) * in.load(term.X.lo + i) + Value(term.c.lo) * high)));
    }
    Value high, low;
    exactSum(total, rest, high, low);
    in.store(high, out.hi + i);
    in.store(low, out.lo + i);
  });
}

}  // namespace etx
