#include "linalg/taylor.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linalg/elementary.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

constexpr double kUnit = 0x1p-53;
// What underflow may add to an entry of a product, in either arithmetic.
constexpr double kTiny = 0x1p-1070;

// ---- What the algorithm needs to know of an arithmetic.

// NOLINTNEXTLINE(bugprone-return-const-ref-from-parameter): never called on a temporary.
const Matrix& lead(const Matrix& A) { return A; }
const Matrix& lead(const Twofold& A) { return A.hi; }

template <class M>
struct Arithmetic;
template <>
struct Arithmetic<Matrix> {
  static constexpr std::size_t root = 4;  // degree 16
  static constexpr double theta = 0.8;    // 0.8^17/17! < u
  static constexpr double unit = kUnit;
  static double productUnit(std::size_t n) {
    const std::size_t blocks = n / 64;  // product()'s
    return static_cast<double>(std::min<std::size_t>(n, 64) + blocks + 2) * kUnit;
  }
};
template <>
struct Arithmetic<Twofold> {
  static constexpr std::size_t root = 5;  // degree 25
  static constexpr double theta = 0.5;    // 0.5^26/26! < 2^-114
  static constexpr double unit = 0x1p-103;
  static double productUnit(std::size_t n) { return static_cast<double>(n * n + 8) * 0x1p-105; }
};

void shift(Matrix& A, int exponent) {
  for (double& entry : A.data) entry = std::ldexp(entry, exponent);
}
void shift(Twofold& A, int exponent) {
  shift(A.hi, exponent);
  shift(A.lo, exponent);
}

// out += c·A
void accumulate(Matrix& out, DoubleDouble c, const Matrix& A) {
  for (std::size_t i = 0; i < out.data.size(); ++i) out.data[i] += c.hi * A.data[i];
}
void accumulate(Twofold& out, DoubleDouble c, const Twofold& A) {
  for (std::size_t i = 0; i < out.hi.data.size(); ++i) {
    const DoubleDouble entry =
        DoubleDouble{out.hi.data[i], out.lo.data[i]} + c * DoubleDouble{A.hi.data[i], A.lo.data[i]};
    out.hi.data[i] = entry.hi;
    out.lo.data[i] = entry.lo;
  }
}
// out += c·I
void accumulateIdentity(Matrix& out, DoubleDouble c) {
  for (std::size_t i = 0; i < out.rows; ++i) out(i, i) += c.hi;
}
void accumulateIdentity(Twofold& out, DoubleDouble c) {
  for (std::size_t i = 0; i < out.hi.rows; ++i) {
    const DoubleDouble entry = DoubleDouble{out.hi(i, i), out.lo(i, i)} + c;
    out.hi(i, i) = entry.hi;
    out.lo(i, i) = entry.lo;
  }
}

// ---- Norms.

double normFrobenius(const Matrix& A) {
  double sum = 0;
  for (const double entry : A.data) sum += entry * entry;
  return std::sqrt(sum);
}

double norm1PlusIdentity(const Matrix& F) {
  Matrix E = F;
  accumulateIdentity(E, 1.0);
  return norm1(E);
}

// An upper bound on the logarithmic 2-norm, ‖e^{tA}‖₂ <= e^{t·μ}: the largest eigenvalue of the
// symmetric part, by Gershgorin. 0 for skew-symmetric A, whose exponential no entrywise norm shows
// to be an isometry.
double logarithmicNorm(const Matrix& A) {
  double largest = -HUGE_VAL;
  for (std::size_t i = 0; i < A.rows; ++i) {
    double edge = A(i, i);
    for (std::size_t j = 0; j < A.cols; ++j) {
      if (j != i) edge += std::abs(A(i, j) + A(j, i)) / 2;
    }
    largest = std::max(largest, edge);
  }
  return largest;
}

DoubleDouble inverseFactorial(std::size_t k) {
  DoubleDouble product{1};
  for (std::size_t j = 2; j <= k; ++j) product *= static_cast<double>(j);  // exact to 22!
  return DoubleDouble{1} / product;
}

// A power of A with a bound on its own error, both in the 1-norm.
template <class M>
struct Power {
  M value;
  double norm = 0;
  double error = 0;
};

template <class M>
Power<M> multiply(const Power<M>& A, const Power<M>& B) {
  Power<M> C{A.value * B.value, 0, 0};
  C.norm = norm1(lead(C.value));
  const auto n = lead(A.value).rows;
  C.error = A.norm * B.error + A.error * B.norm + A.error * B.error +
            Arithmetic<M>::productUnit(n) * A.norm * B.norm + static_cast<double>(n) * kTiny;
  return C;
}

// e^{A·2^-s} - I.
template <class M>
struct Start {
  M F;
  double error = 0;
  int squarings = 0;
};

template <class M>
Start<M> polynomial(const M& A) {
  using Kind = Arithmetic<M>;
  constexpr std::size_t q = Kind::root;
  constexpr std::size_t degree = q * q;
  const std::size_t n = lead(A).rows;

  // Powers of A scaled into a range where none overflows, then of A·2^-s; each step is exact.
  std::array<Power<M>, q + 1> powers;
  powers[1].value = A;
  const double size = norm1(lead(A));
  int squarings = 0;
  if (size > 0x1p60) squarings = std::ilogb(size) - 60;
  shift(powers[1].value, -squarings);
  powers[1].norm = norm1(lead(powers[1].value));
  powers[2] = multiply(powers[1], powers[1]);
  powers[3] = multiply(powers[2], powers[1]);
  // ‖A^k‖ <= alpha^k for every k >= 2, since k = 2i + 3j.
  double alpha = std::min(powers[1].norm, std::max(std::sqrt(powers[2].norm + powers[2].error),
                                                   std::cbrt(powers[3].norm + powers[3].error)));
  const int more = alpha > Kind::theta ? std::ilogb(alpha / Kind::theta) + 1 : 0;
  squarings += more;
  alpha = std::ldexp(alpha, -more);
  for (std::size_t k = 1; k <= 3; ++k) {
    const int by = -more * static_cast<int>(k);
    shift(powers[k].value, by);
    powers[k].norm = std::ldexp(powers[k].norm, by);
    powers[k].error = std::ldexp(powers[k].error, by);
  }
  powers[4] = multiply(powers[2], powers[2]);
  if constexpr (q == 5) powers[5] = multiply(powers[3], powers[2]);

  // Paterson & Stockmeyer: F = B_0 + A^q·(B_1 + A^q·(...)), B_j = Σ_{i<q} A^i/(qj+i)!, and
  // A^q/(q²)! on the last; B_0 without I. Horner from the last.
  Power<M> H{M(n, n), 0, 0};
  for (std::size_t j = q; j-- > 0;) {
    double parts = 0;  // Σ |c|·‖A^i‖
    if (j + 1 == q) {
      const DoubleDouble c = inverseFactorial(degree);
      accumulate(H.value, c, powers[q].value);
      parts += c.hi * powers[q].norm;
      H.error += c.hi * powers[q].error;
    } else {
      H = multiply(H, powers[q]);
      parts += H.norm;
    }
    for (std::size_t i = q; i-- > 0;) {
      const DoubleDouble c = inverseFactorial(q * j + i);
      if (i == 0) {
        if (j == 0) continue;
        accumulateIdentity(H.value, c);
        parts += c.hi;
        continue;
      }
      accumulate(H.value, c, powers[i].value);
      parts += c.hi * powers[i].norm;
      H.error += c.hi * powers[i].error;
    }
    H.error += static_cast<double>(q + 3) * Kind::unit * parts;
    H.norm = norm1(lead(H.value));
  }
  // Σ_{k>degree} alpha^k/k!; no std::pow, whose tables are 8 kB.
  double tail = 1 / (1 - alpha / static_cast<double>(degree + 2));
  for (std::size_t k = 1; k <= degree + 1; ++k) tail *= alpha / static_cast<double>(k);
  return {std::move(H.value), H.error + tail, squarings};
}

// Bounds on the error so far in the 1-norm and the 2-norm. A step squares: e^{2B} - I from
// F = e^B - I + δ errs (I+F)δ + δ(I+F) - δ² and the step's own rounding.
struct Errors {
  double one = 0;
  double two = 0;

  void square(double norm1OfE, double norm2OfE, double rounding1, double rounding2) {
    one = one * (2 * norm1OfE + one) + rounding1;
    two = two * (2 * norm2OfE + two) + rounding2;
  }
};

template <class M>
TaylorResult<M> scaleAndSquare(const M& A, bool minusIdentity) {
  using Kind = Arithmetic<M>;
  const std::size_t n = lead(A).rows;
  const double root = std::sqrt(static_cast<double>(n));
  const double unit = Kind::productUnit(n);
  const double logarithmic = logarithmicNorm(lead(A));

  Start<M> start = polynomial(A);
  M X = std::move(start.F);
  bool carriesF = true;
  Errors errors{start.error, root * start.error};
  for (int step = 0; step < start.squarings; ++step) {
    const Matrix& high = lead(X);
    const double one = carriesF ? norm1PlusIdentity(high) : norm1(high);
    if (carriesF && one < 0.5 && !minusIdentity) {
      accumulateIdentity(X, 1.0);
      carriesF = false;
      errors.one += Kind::unit;
      errors.two += Kind::unit;
    }
    const double frobenius = normFrobenius(high);
    const double two =
        std::min(carriesF ? 1 + frobenius : frobenius,
                 expRounded(std::ldexp(logarithmic, step - start.squarings)) * 1.0001 + errors.two);
    const double own = norm1(high);
    M squared = X * X;
    double extra = 0;
    if (carriesF) {
      accumulate(squared, 2.0, X);
      extra = Kind::unit * (own * own + 2 * own) * 2;
    }
    const double tiny = static_cast<double>(n) * kTiny;
    errors.square(one, two, unit * own * own + extra + tiny,
                  unit * frobenius * frobenius + root * extra + tiny * root);
    X = std::move(squared);
  }
  if (carriesF && !minusIdentity) {
    accumulateIdentity(X, 1.0);
    const double rounding = Kind::unit * norm1(lead(X));
    errors.one += rounding;
    errors.two += rounding;
  }
  return {std::move(X), std::min(errors.one, root * errors.two), start.squarings,
          static_cast<int>(Kind::root * Kind::root)};
}

// A·B where an exact zero contributes nothing, however large its partner.
Matrix masked(const Matrix& A, const Matrix& B) {
  Matrix C(A.rows, B.cols);
  for (std::size_t i = 0; i < A.rows; ++i) {
    for (std::size_t p = 0; p < A.cols; ++p) {
      const double factor = A(i, p);
      if (factor == 0) continue;
      for (std::size_t j = 0; j < B.cols; ++j) {
        if (B(p, j) != 0) C(i, j) += factor * B(p, j);
      }
    }
  }
  return C;
}

}  // namespace

TaylorResult<Matrix> taylor(const Matrix& A, bool minusIdentity) {
  return scaleAndSquare(A, minusIdentity);
}
TaylorResult<Twofold> taylor(const Twofold& A, bool minusIdentity) {
  return scaleAndSquare(A, minusIdentity);
}

// Squares twice over: in true scale, where entries within range keep their values and only sums of
// opposite infinities are lost; and with the whole matrix scaled to norm 1 at each step, where the
// largest entries, which are those that overflow, keep their signs.
Matrix recover(const Matrix& A) {
  const Start<Matrix> start = polynomial(A);
  Matrix plain = start.F;
  Matrix scaled = start.F;
  accumulateIdentity(scaled, 1.0);
  bool carriesF = true;
  for (int step = 0; step < start.squarings; ++step) {
    if (carriesF && norm1PlusIdentity(plain) < 0.5) {
      accumulateIdentity(plain, 1.0);
      carriesF = false;
    }
    Matrix squared = masked(plain, plain);
    if (carriesF) accumulate(squared, 2.0, plain);
    plain = std::move(squared);
    scaled = masked(scaled, scaled);
    const double size = norm1(scaled);
    if (size > 0) shift(scaled, -std::ilogb(size));
  }
  if (carriesF) accumulateIdentity(plain, 1.0);
  for (std::size_t i = 0; i < plain.data.size(); ++i) {
    if (!std::isnan(plain.data[i])) continue;
    plain.data[i] = scaled.data[i] == 0 ? 0 : std::copysign(HUGE_VAL, scaled.data[i]);
  }
  return plain;
}

}  // namespace etx
