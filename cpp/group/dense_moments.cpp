#include <algorithm>
#include <cmath>

#include "group/curve.hpp"
#include "group/moments.hpp"
#include "linalg/expm.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

constexpr std::size_t kLargest = 256;                 // order
constexpr std::size_t kTable = std::size_t{1} << 24;  // entries

Result<Matrix> exponential(const Matrix& X, double time, bool minusIdentity) {
  ExpmOptions options;
  options.time = time;
  options.minusIdentity = minusIdentity;
  Result<Exponential> result = expm(X, options);
  if (!result) return result.error();
  return std::move(result->value);
}

bool vanishes(const Covariance& S) {
  const auto zero = [](double x) { return x == 0; };
  if (const auto* full = std::get_if<Matrix>(&S)) return std::ranges::all_of(full->data, zero);
  return std::ranges::all_of(*std::get_if<std::vector<double>>(&S), zero);
}

Matrix outer(const Matrix& a, const Matrix& b) { return a * transpose(b); }

// Variance and tr(AC) at lag s + t as products of a row of A(s) and a column of A(t), since A(s)
// and A(t) commute:
//   ⟨A(s)ᵀ(Sq + μqμqᵀ)A(s), A(t) Sk A(t)ᵀ⟩ + ⟨A(s)ᵀ Sq A(s), A(t)μkμkᵀA(t)ᵀ⟩
//   + ⟨2·A(s)ᵀμq(A(s)μk)ᵀ + (A(s) C A(s))ᵀ, A(t) C A(t)⟩,    tr(AC) = ⟨(C A(s))ᵀ, A(t)⟩.
class Bilinear {
 public:
  explicit Bilinear(const JointGaussian& joint)
      : given(vanishes(joint.query.variance)),
        Sq(dense(joint.query.variance)),
        Sk(dense(joint.key.variance)),
        C(joint.cross),
        q(joint.query.mean.size(), 1, joint.query.mean),
        k(joint.key.mean.size(), 1, joint.key.mean),
        second(Sq) {
    const Matrix squared = outer(q, q);
    for (std::size_t i = 0; i < second.data.size(); ++i) second.data[i] += squared.data[i];
  }

  /// Entries of a row; the last traceSize() of them are the trace's.
  [[nodiscard]] std::size_t size() const {
    return (1 + (given ? 0 : 1) + (C ? 2 : 0)) * Sq.data.size();
  }
  [[nodiscard]] std::size_t traceSize() const { return C ? Sq.data.size() : 0; }

  void row(const Matrix& A, double* out) const {
    const Matrix At = transpose(A);
    put(At * second * A, out);
    if (!given) put(At * Sq * A, out);
    if (!C) return;
    Matrix mixed = transpose(A * *C * A);
    const Matrix means = outer(At * q, A * k);
    for (std::size_t i = 0; i < mixed.data.size(); ++i) mixed.data[i] += 2 * means.data[i];
    put(mixed, out);
    put(transpose(*C * A), out);
  }
  void column(const Matrix& A, double* out) const {
    put(A * Sk * transpose(A), out);
    const Matrix moved = A * k;
    if (!given) put(outer(moved, moved), out);
    if (!C) return;
    put(A * *C * A, out);
    put(A, out);
  }

 private:
  static void put(const Matrix& part, double*& out) {
    out = std::copy(part.data.begin(), part.data.end(), out);
  }

  bool given;  // the query is known: what Sq multiplies is left out
  Matrix Sq, Sk;
  std::optional<Matrix> C;
  Matrix q, k;
  Matrix second;  // E[q qᵀ]
};

// A <- A·e^{X·step} = A + A·F, F = e^{X·step} - I: a small step keeps its digits.
void advance(Matrix& A, const Matrix& F) {
  const Matrix more = A * F;
  for (std::size_t i = 0; i < A.data.size(); ++i) A.data[i] += more.data[i];
}

Status onStretch(const Matrix& X, const Bilinear& form, const Lags& lags, Stretch stretch,
                 Moments& out) {
  const std::size_t size = form.size();
  const std::size_t own = size - form.traceSize();
  const auto root =
      static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(stretch.count))));
  const std::size_t width = std::clamp<std::size_t>(kTable / size, 1, root);
  const Result<Matrix> small = exponential(X, stretch.step, true);
  if (!small) return small.error();
  const Result<Matrix> large = exponential(X, stretch.step * static_cast<double>(width), true);
  if (!large) return large.error();
  Result<Matrix> far = exponential(X, lags.at(static_cast<double>(stretch.first)).hi, false);
  if (!far) return far.error();

  Matrix columns(width, size);
  Matrix near = identity(X.rows);
  for (std::size_t r = 0; r < width; ++r) {
    if (r > 0) advance(near, *small);
    form.column(near, columns.data.data() + r * size);
  }
  std::vector<double> row(size);
  for (std::size_t done = 0; done < stretch.count; done += width) {
    if (done > 0) advance(*far, *large);
    form.row(*far, row.data());
    for (std::size_t r = 0; r < std::min(width, stretch.count - done); ++r) {
      const std::size_t i = done + r;
      const std::size_t j = stretch.direction < 0 ? stretch.first - i : stretch.first + i;
      const double* column = columns.data.data() + r * size;
      out.deviation[j] = dot(row.data(), column, own);
      out.mean[j] += dot(row.data() + own, column + own, size - own);
    }
  }
  return success();
}

Status onList(const Matrix& X, const Bilinear& form, const Lags& lags, Moments& out) {
  const std::size_t size = form.size();
  const std::size_t own = size - form.traceSize();
  std::vector<double> row(size);
  std::vector<double> column(size);
  form.column(identity(X.rows), column.data());
  for (std::size_t j = 0; j < lags.count(); ++j) {
    const Result<Matrix> A = exponential(X, lags.at(static_cast<double>(j)).hi, false);
    if (!A) return A.error();
    form.row(*A, row.data());
    out.deviation[j] = dot(row.data(), column.data(), own);
    out.mean[j] += dot(row.data() + own, column.data() + own, size - own);
  }
  return success();
}

}  // namespace

Result<Moments> moments(const Matrix& X, const JointGaussian& joint, const Lags& lags) {
  if (X.rows > kLargest) {
    return fail(ErrorCode::tooLarge,
                {"matrix has order ", text(X.rows), " but moments of a dense generator take up to ",
                 text(kLargest)});
  }
  Moments out;
  out.mean.resize(lags.count());
  out.deviation.resize(lags.count());
  const Sink sink = [&](std::size_t first, std::span<const double> part) {
    std::copy(part.begin(), part.end(), out.mean.begin() + static_cast<std::ptrdiff_t>(first));
  };
  if (Status done = curve(X, joint.query.mean, joint.key.mean, lags, sink); !done) {
    return done.error();
  }
  if (X.rows == 0) return out;
  const Bilinear form(joint);
  if (lags.uniform()) {
    for (const Stretch stretch : outward(lags)) {
      if (Status done = onStretch(X, form, lags, stretch, out); !done) return done.error();
    }
  } else if (Status done = onList(X, form, lags, out); !done) {
    return done.error();
  }
  intoDeviations(out.deviation);
  return out;
}

}  // namespace etx
