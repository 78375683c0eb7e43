#include "linalg/norms.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "linalg/batch.hpp"

namespace etx {
namespace {

// Down W registers of columns of A: their sums of absolute values, and of squares.
template <std::size_t W>
void strip(const double* A, std::size_t n, std::size_t stride, double* sums, Batch& squares) {
  Batch columns[W];
  for (Batch& column : columns) column = Batch(0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t w = 0; w < W; ++w) {
      const Batch x = Batch::load_unaligned(A + i * stride + w * kLanes);
      columns[w] += xsimd::abs(x);
      squares += x * x;
    }
  }
  for (std::size_t w = 0; w < W; ++w) columns[w].store_unaligned(sums + w * kLanes);
}

}  // namespace

Norms norms(const double* A, std::size_t n, std::size_t stride) {
  constexpr std::size_t kWide = 4;
  Norms out;
  Batch squares(0.0);
  double rest = 0;
  double sums[kWide * kLanes];
  const auto take = [&](std::size_t j, std::size_t count) {
    for (std::size_t c = 0; c < count; ++c) {
      const double diagonal = A[(j + c) * (stride + 1)];
      keepLarger(out.one, sums[c]);
      keepLarger(out.onePlusIdentity, (sums[c] - std::abs(diagonal)) + std::abs(diagonal + 1));
    }
  };
  std::size_t j = 0;
  for (; j + kWide * kLanes <= n; j += kWide * kLanes) {
    strip<kWide>(A + j, n, stride, sums, squares);
    take(j, kWide * kLanes);
  }
  for (; j + kLanes <= n; j += kLanes) {
    strip<1>(A + j, n, stride, sums, squares);
    take(j, kLanes);
  }
  for (; j < n; ++j) {
    sums[0] = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double x = A[i * stride + j];
      sums[0] += std::abs(x);
      rest += x * x;
    }
    take(j, 1);
  }
  out.squares = xsimd::reduce_add(squares) + rest;
  return out;
}

double norm1(const double* A, std::size_t n) {
  double largest = 0;
  const auto down = [&](std::size_t j, auto wide) {
    constexpr std::size_t W = decltype(wide)::value;
    Batch sums[W];
    for (Batch& sum : sums) sum = Batch(0.0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t w = 0; w < W; ++w) {
        sums[w] += xsimd::abs(Batch::load_unaligned(A + i * n + j + w * kLanes));
      }
    }
    for (const Batch& sum : sums) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) keepLarger(largest, sum.get(lane));
    }
  };
  std::size_t j = 0;
  for (; j + 4 * kLanes <= n; j += 4 * kLanes) down(j, std::integral_constant<std::size_t, 4>());
  for (; j + kLanes <= n; j += kLanes) down(j, std::integral_constant<std::size_t, 1>());
  for (; j < n; ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += std::abs(A[i * n + j]);
    keepLarger(largest, sum);
  }
  return largest;
}

void absoluteSums(const double* A, std::size_t n, double* rows, double* columns) {
  std::fill_n(columns, n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const double* row = A + i * n;
    Batch sum(0.0);
    double rest = 0;
    std::size_t j = 0;
    for (; j + kLanes <= n; j += kLanes) {
      const Batch x = xsimd::abs(Batch::load_unaligned(row + j));
      sum += x;
      (Batch::load_unaligned(columns + j) + x).store_unaligned(columns + j);
    }
    for (; j < n; ++j) {
      rest += std::abs(row[j]);
      columns[j] += std::abs(row[j]);
    }
    rows[i] = xsimd::reduce_add(sum) + rest;
  }
}

void shift(const double* A, double* B, std::size_t count, int exponent) {
  // In two steps: 2^exponent itself may be beyond range.
  const Batch half(std::ldexp(1.0, exponent / 2));
  const Batch rest(std::ldexp(1.0, exponent - exponent / 2));
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    (Batch::load_unaligned(A + i) * half * rest).store_unaligned(B + i);
  }
  for (; i < count; ++i) B[i] = A[i] * half.get(0) * rest.get(0);
}

double logarithmicNorm(const double* A, std::size_t n, std::size_t stride, double sign) {
  double largest = -HUGE_VAL;
  for (std::size_t i = 0; i < n; ++i) {
    double edge = sign * A[i * (stride + 1)];
    for (std::size_t j = 0; j < n; ++j) {
      if (j != i) edge += std::abs(A[i * stride + j] + A[j * stride + i]) / 2;
    }
    largest = std::max(largest, edge);
  }
  return largest;
}

}  // namespace etx
