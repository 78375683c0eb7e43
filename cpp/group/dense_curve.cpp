#include <algorithm>
#include <cmath>

#include "group/curve.hpp"
#include "linalg/expm.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

// F = e^{hX} - I with its low part added where there is one: F, not E, so that F <- 2F + F² keeps
// the digits of a small step.
Result<Matrix> step(const Matrix& X, double h) {
  ExpmOptions options;
  options.time = h;
  options.minusIdentity = true;
  Result<Exponential> result = expm(X, options);
  if (!result) return result.error();
  return std::move(result->value);
}

// C = A·B where 0·∞ = 0: a coordinate that is absent contributes nothing however large its weight.
void productInRange(const double* A, const double* B, double* C, std::size_t m, std::size_t k,
                    std::size_t n) {
  product(A, B, C, m, k, n);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (std::isfinite(C[i * n + j])) continue;
      double sum = 0;
      for (std::size_t p = 0; p < k; ++p) sum += times(A[i * k + p], B[p * n + j]);
      C[i * n + j] = sum;
    }
  }
}

std::vector<double> apply(const Matrix& E, std::span<const double> v) {
  std::vector<double> out(E.rows);
  productInRange(E.data.data(), v.data(), out.data(), E.rows, E.cols, 1);
  return out;
}

// e^{lag·X}·v.
Result<std::vector<double>> moved(const Matrix& X, std::span<const double> v, double lag) {
  ExpmOptions options;
  options.time = lag;
  const Result<Exponential> E = expm(X, options);
  if (!E) return E.error();
  return apply(E->value, v);
}

// Rows e^{jhX}·v for j < count, by doubling: the rows so far, each moved by the same F, are the
// next ones. `v` is moved to the grid's start already.
Result<Matrix> rows(const Matrix& X, std::span<const double> v, double h, std::size_t count) {
  const std::size_t n = X.rows;
  Matrix out(count, n);
  if (count == 0) return out;
  std::copy(v.begin(), v.end(), out.data.begin());
  if (count == 1) return out;
  Result<Matrix> first = step(X, h);
  if (!first) return first.error();
  Matrix F = transpose(*first);  // rows: xᵀ(I + Fᵀ)
  Matrix moves(count, n);
  for (std::size_t have = 1; have < count;) {
    const std::size_t more = std::min(have, count - have);
    productInRange(out.data.data(), F.data.data(), moves.data.data(), more, n, n);
    for (std::size_t i = 0; i < more * n; ++i) out.data[have * n + i] = out.data[i] + moves.data[i];
    have += more;
    if (have >= count) break;
    Matrix squared(n, n);
    productInRange(F.data.data(), F.data.data(), squared.data.data(), n, n, n);
    for (std::size_t i = 0; i < F.data.size(); ++i) squared.data[i] += 2 * F.data[i];
    F = std::move(squared);
  }
  return out;
}

Status stretchCurve(const Matrix& X, std::span<const double> query, std::span<const double> key,
                    const Lags& lags, Stretch stretch, const Sink& sink) {
  // s(start + (jB + r)h) = (qᵀ e^{(start + jBh)X})·(e^{rhX} k).
  const auto width =
      static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(stretch.count))));
  const std::size_t tall = (stretch.count + width - 1) / width;
  const double start = lags.at(static_cast<double>(stretch.first)).hi;
  const Matrix transposed = transpose(X);
  const Result<std::vector<double>> first = moved(transposed, query, start);
  if (!first) return first.error();
  const Result<Matrix> U =
      rows(transposed, *first, stretch.step * static_cast<double>(width), tall);
  if (!U) return U.error();
  const Result<Matrix> V = rows(X, key, stretch.step, width);
  if (!V) return V.error();
  const Matrix columns = transpose(*V);
  constexpr std::size_t kRows = 16;  // product()'s fast path
  std::vector<double> samples(kRows * width);
  for (std::size_t j = 0; j < tall; j += kRows) {
    const std::size_t done = j * width;
    const std::size_t some = std::min(kRows, tall - j);
    const std::size_t count = std::min(some * width, stretch.count - done);
    productInRange(U->data.data() + j * X.rows, columns.data.data(), samples.data(), some, X.rows,
                   width);
    const std::span<double> part(samples.data(), count);
    if (stretch.direction < 0) std::reverse(part.begin(), part.end());
    sink(stretch.direction < 0 ? stretch.first + 1 - done - count : stretch.first + done, part);
  }
  return success();
}

}  // namespace

Status curve(const Matrix& X, std::span<const double> query, std::span<const double> key,
             const Lags& lags, const Sink& sink) {
  if (lags.uniform()) {
    for (const Stretch stretch : outward(lags)) {
      if (Status done = stretchCurve(X, query, key, lags, stretch, sink); !done) return done;
    }
    return success();
  }
  for (std::size_t j = 0; j < lags.count(); ++j) {
    const Result<std::vector<double>> k = moved(X, key, lags.at(static_cast<double>(j)).hi);
    if (!k) return k.error();
    double score = 0;
    productInRange(query.data(), k->data(), &score, 1, k->size(), 1);
    sink(j, std::span<const double>(&score, 1));
  }
  return success();
}

Result<Matrix> orbit(const Matrix& X, std::span<const double> vector, const Lags& times) {
  const std::size_t n = X.rows;
  if (Status fits = checkSize("orbit", times.count(), n); !fits) return fits.error();
  Matrix out(times.count(), n);
  if (times.uniform()) {
    for (const Stretch stretch : outward(times)) {
      const double start = times.at(static_cast<double>(stretch.first)).hi;
      const Result<std::vector<double>> first = moved(X, vector, start);
      if (!first) return first.error();
      const Result<Matrix> part = rows(X, *first, stretch.step, stretch.count);
      if (!part) return part.error();
      for (std::size_t i = 0; i < stretch.count; ++i) {
        const std::size_t j = stretch.direction < 0 ? stretch.first - i : stretch.first + i;
        std::copy_n(part->data.begin() + static_cast<std::ptrdiff_t>(i * n), n,
                    out.data.begin() + static_cast<std::ptrdiff_t>(j * n));
      }
    }
    return out;
  }
  for (std::size_t j = 0; j < times.count(); ++j) {
    const Result<std::vector<double>> row = moved(X, vector, times.at(static_cast<double>(j)).hi);
    if (!row) return row.error();
    std::copy(row->begin(), row->end(), out.data.begin() + static_cast<std::ptrdiff_t>(j * n));
  }
  return out;
}

}  // namespace etx
