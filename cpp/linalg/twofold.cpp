#include "linalg/twofold.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "linalg/batch.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

Batch load(const double* from) { return Batch::load_unaligned(from); }

// 2^e with |x| < 2^e; |x| is given.
Batch sizeOf(Batch x) {
  const auto bits = xsimd::bitwise_cast<std::uint64_t>(x);
  return xsimd::bitwise_cast<double>(((bits >> 52) + std::uint64_t{1}) << 52);
}

// (x + cutter) - cutter rounds |x| < size to a multiple of size·2^-bits.
double cutter(int bits) { return 1.5 * 0x1p52 / static_cast<double>(1ULL << bits); }

// hi + lo cut into two slices and the rest.
struct Slices {
  Batch first, second, rest;
  Slices(Batch hi, Batch lo, Batch coarse, Batch fine) {
    first = (hi + coarse) - coarse;
    const Batch left = hi - first;
    second = (left + fine) - fine;
    rest = (left - second) + lo;
  }
};

void exactSum(Batch a, Batch b, Batch& total, Batch& lost) {
  total = a + b;
  const Batch back = total - a;
  lost = (a - (total - back)) + (b - back);
}

void storeNormal(Batch total, Batch rest, Twofold out, std::size_t i) {
  const Batch high = total + rest;
  high.store_unaligned(out.hi + i);
  (rest - (high - total)).store_unaligned(out.lo + i);
}

}  // namespace

void TwofoldProduct::resize(std::size_t order) {
  assert(order % kLanes == 0);
  if (order == n) return;
  n = order;
  bits = (53 - static_cast<int>(std::bit_width(n - 1))) / 2;
  const std::size_t square = n * n;
  numbers.resize(std::max(numbers.size(), 11 * square));
  left = numbers.data();      // [A₁ A₂ A₃], n × 3n
  right = left + 3 * square;  // [B₂; B₁; B₃; B₂ + B₃; B], 5n × n
  sums = right + 5 * square;  // A₁B₁, A₁B₂ + A₂B₁, the rest
}

void TwofoldProduct::setLeft(Twofold A) {
  rowSizes = 0;
  const Batch coarse(cutter(bits));
  const Batch fine(cutter(2 * bits));
  for (std::size_t i = 0; i < n; ++i) {
    const double* hi = A.hi + i * n;
    const double* lo = A.lo + i * n;
    Batch most(0.0);
    for (std::size_t j = 0; j < n; j += kLanes) most = xsimd::max(most, xsimd::abs(load(hi + j)));
    const Batch size = sizeOf(xsimd::max(most, Batch(most.get(1), most.get(0))));
    rowSizes += size.get(0);
    double* row = left + i * 3 * n;
    for (std::size_t j = 0; j < n; j += kLanes) {
      const Slices cut(load(hi + j), load(lo + j), size * coarse, size * fine);
      cut.first.store_unaligned(row + j);
      cut.second.store_unaligned(row + n + j);
      cut.rest.store_unaligned(row + 2 * n + j);
    }
  }
}

void TwofoldProduct::setRight(Twofold B) {
  const std::size_t square = n * n;
  const Batch coarse(cutter(bits));
  const Batch fine(cutter(2 * bits));
  Batch largest(0.0);
  for (std::size_t j = 0; j < n; j += kLanes) {
    Batch most(0.0);
    for (std::size_t i = 0; i < square; i += n) {
      most = xsimd::max(most, xsimd::abs(load(B.hi + i + j)));
    }
    const Batch size = sizeOf(most);
    largest = xsimd::max(largest, size);
    for (std::size_t i = 0; i < square; i += n) {
      const Batch hi = load(B.hi + i + j);
      const Slices cut(hi, load(B.lo + i + j), size * coarse, size * fine);
      double* to = right + i + j;
      cut.second.store_unaligned(to);
      cut.first.store_unaligned(to + square);
      cut.rest.store_unaligned(to + 2 * square);
      (cut.second + cut.rest).store_unaligned(to + 3 * square);
      hi.store_unaligned(to + 4 * square);
    }
  }
  columnSize = std::max(largest.get(0), largest.get(1));
}

double TwofoldProduct::multiply(Twofold C, Twofold X) {
  const std::size_t square = n * n;
  product(left, 3 * n, right + square, sums, n, n, n);
  product(left, 3 * n, right, sums + square, n, 2 * n, n);
  product(left, 3 * n, right + 2 * square, sums + 2 * square, n, 3 * n, n);
  for (std::size_t i = 0; i < square; i += kLanes) {
    Batch total;
    Batch lost;
    exactSum(load(sums + i), load(sums + square + i), total, lost);
    Batch rest = lost + load(sums + 2 * square + i);
    if (X.hi != nullptr) {
      exactSum(2.0 * load(X.hi + i), total, total, lost);
      rest += lost + 2.0 * load(X.lo + i);
    }
    storeNormal(total, rest, C, i);
  }
  const double order = static_cast<double>(n);
  const double slice = 1 / static_cast<double>(1ULL << (2 * bits));
  // The rest is a sum of 3n products, each below 2^-2b·(sizes) or half of it, 64 at a time.
  const double rest = 1.3 * (std::min(3 * order, 64.0) + order / 16 + 2) + 6;
  return order * rest * 0x1p-53 * slice * rowSizes * columnSize;
}

void sum(std::span<const TwofoldTerm> terms, Twofold extra, std::size_t count, Twofold out) {
  constexpr std::size_t kMost = 8;
  assert(terms.size() <= kMost && count % kLanes == 0);
  struct Factor {
    Batch hi, lo, top, bottom;
  };
  Factor factors[kMost];
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const DoubleDouble c = terms[k].c;
    const DoubleDouble parts = detail::split(c.hi);
    factors[k] = {Batch(c.hi), Batch(c.lo), Batch(parts.hi), Batch(parts.lo)};
  }
  for (std::size_t i = 0; i < count; i += kLanes) {
    Batch total = extra.hi != nullptr ? load(extra.hi + i) : Batch(0.0);
    Batch rest = extra.lo != nullptr ? load(extra.lo + i) : Batch(0.0);
    for (std::size_t k = 0; k < terms.size(); ++k) {
      // Veltkamp's split and Dekker's product, as in double_double.hpp.
      const Factor& c = factors[k];
      const Batch high = load(terms[k].X.hi + i);
      const Batch shifted = 134217729.0 * high;
      const Batch top = shifted - (shifted - high);
      const Batch bottom = high - top;
      const Batch exact = c.hi * high;
      const Batch error =
          ((c.top * top - exact) + c.top * bottom + c.bottom * top) + c.bottom * bottom;
      Batch lost;
      exactSum(total, exact, total, lost);
      rest += lost + (error + (c.hi * load(terms[k].X.lo + i) + c.lo * high));
    }
    storeNormal(total, rest, out, i);
  }
}

}  // namespace etx
