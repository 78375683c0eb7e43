#include "group/esprit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "group/spread.hpp"
#include "linalg/double_double.hpp"
#include "linalg/product.hpp"
#include "linalg/singular.hpp"

namespace etx {
namespace {

// The samples' windows, one a row, the largest sample scaled to 1. Long windows resolve slow turns;
// of their starts as many as average noise.
Matrix windowsOf(std::span<const double> samples, std::size_t most) {
  constexpr std::size_t kLongest = 4096;
  constexpr std::size_t kFewest = 64;
  const std::size_t length = std::min(samples.size() / 2 + 1, kLongest);
  const auto starts = spreadOut(samples.size() - length + 1, std::max(kFewest, 2 * most));
  double largest = 0;
  for (const double sample : samples) largest = std::max(largest, std::abs(sample));
  Matrix out(starts.size(), length);
  for (std::size_t j = 0; j < starts.size(); ++j) {
    for (std::size_t i = 0; i < length; ++i) out(j, i) = samples[starts[j] + i] / largest;
  }
  return out;
}

// Rows of a matrix as coordinates·basis.
struct Span {
  Matrix basis;        // orthonormal rows
  Matrix coordinates;  // by basis vector, a row's in a column
};

// Gram and Schmidt, the longest rest next; ends where only rounding is left.
Span spanOf(Matrix rows, std::size_t most) {
  const std::size_t n = rows.cols;
  const double rounding = 0x1p-53 * std::sqrt(static_cast<double>(n));
  const auto row = [&](std::size_t j) { return rows.data.data() + j * n; };
  const auto length = [&](const double* v) { return std::sqrt(dot(v, v, n)); };
  Span out{Matrix(most, n), Matrix(most, rows.rows)};
  std::vector<double> rests(rows.rows);
  std::size_t taken = 0;
  for (; taken < most; ++taken) {
    for (std::size_t j = 0; j < rows.rows; ++j) rests[j] = length(row(j));
    const auto longest = std::max_element(rests.begin(), rests.end());
    if (!(*longest > rounding)) break;
    double* q = out.basis.data.data() + taken * n;
    std::copy_n(row(static_cast<std::size_t>(longest - rests.begin())), n, q);
    for (const double* other = out.basis.data.data(); other != q; other += n) {
      addScaled(-dot(other, q, n), other, q, n);  // once more: it may be mostly rounding
    }
    const double size = length(q);
    for (std::size_t i = 0; i < n; ++i) q[i] /= size;
    for (std::size_t j = 0; j < rows.rows; ++j) {
      const double share = dot(q, row(j), n);
      addScaled(-share, q, row(j), n);
      out.coordinates(taken, j) = share;
    }
  }
  for (Matrix* part : {&out.basis, &out.coordinates}) {
    part->rows = taken;
    part->data.resize(taken * part->cols);
  }
  return out;
}

// log z per sample.
Atom logarithm(const Atom& z) {
  constexpr double kVanished = 0x1p-50;  // a sample later it is gone
  const double modulus = std::max(std::hypot(z.re, z.im), kVanished);
  const double rate = log(DoubleDouble{modulus}).hi;
  if (z.dimension == 2) return {rate, std::atan2(z.im, z.re), 2};
  return {rate, z.re < 0 ? std::numbers::pi : 0, 1};
}

}  // namespace

SignalSpace::SignalSpace(std::span<const double> samples, std::size_t most) {
  const Matrix windows = windowsOf(samples, most);
  const std::size_t length = windows.cols;
  const Span span = spanOf(windows, std::min({3 * most, length, windows.rows}));
  const SingularValues found = singularValues(transpose(span.coordinates));
  const double rounding = 0x1p-51 * std::sqrt(static_cast<double>(windows.data.size()));
  std::size_t rank = 0;
  while (rank < std::min(most, found.values.size()) && found.values[rank] > rounding) ++rank;
  Matrix turn(rank, found.values.size());
  for (std::size_t k = 0; k < rank; ++k) {
    for (std::size_t i = 0; i < turn.cols; ++i) turn(k, i) = found.right(i, k);
  }
  U = turn * span.basis;
}

Result<std::vector<Atom>> SignalSpace::eigenvalues(std::size_t order) const {
  constexpr double kLeast = 0x1p-40;  // 1 - uᵀu vanishes where all is in the last sample
  constexpr int kPasses = 3;          // the normal equations alone would lose digits
  const std::size_t length = U.cols - 1;
  const auto row = [&](std::size_t k) { return U.data.data() + k * U.cols; };
  double left = 1;
  for (std::size_t i = 0; i < order; ++i) left -= row(i)[length] * row(i)[length];
  left = std::max(left, kLeast);
  Matrix A(order, order);
  std::vector<double> change(order);
  for (std::size_t j = 0; j < order; ++j) {
    for (int pass = 0; pass < kPasses; ++pass) {
      std::vector<double> rest(row(j) + 1, row(j) + 1 + length);
      double along = 0;
      for (std::size_t i = 0; i < order; ++i) addScaled(-A(i, j), row(i), rest.data(), length);
      for (std::size_t i = 0; i < order; ++i) {
        change[i] = dot(row(i), rest.data(), length);
        along += row(i)[length] * change[i];
      }
      for (std::size_t i = 0; i < order; ++i) A(i, j) += change[i] + row(i)[length] * along / left;
    }
  }
  Result<Schur> form = schur(A);
  if (!form) return form.error();
  for (Atom& z : form->atoms) z = logarithm(z);
  return std::move(form->atoms);
}

}  // namespace etx
