#include "linalg/taylor.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/batch.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

constexpr double kUnit = 0x1p-53;

// Roundings of a sum of five terms and of their coefficients, with powers of τ that are exact where
// τ is a power of two.
double sumUnit(double tau) {
  int exponent = 0;
  return (std::abs(std::frexp(tau, &exponent)) == 0.5 ? 6 : 10) * kUnit;
}

// product()'s: ‖fl(XY) - XY‖ <= this·‖|X||Y|‖.
double productUnit(std::size_t n) {
  const std::size_t blocks = n / 64;
  return static_cast<double>(std::min<std::size_t>(n, 64) + blocks + 2) * kUnit;
}

// Coefficients of A, A², A³, A⁶.
struct Sum {
  double of[4];

  [[nodiscard]] Sum scaled(double tau) const {
    const double cube = tau * tau * tau;
    return {{of[0] * tau, of[1] * (tau * tau), of[2] * cube, of[3] * (cube * cube)}};
  }
  [[nodiscard]] double bound(const double* sizes) const {
    double sum = 0;
    for (std::size_t k = 0; k < 4; ++k) sum += std::abs(of[k]) * sizes[k];
    return sum;
  }
};

}  // namespace

// With L, R, N₀, M₀, G₀ sums over A, A², A³, A⁶:
//   N = N₀ + L·R,  M = M₀ + m·N,  F = G₀ + g·N + M·N.
// Degrees 12 and 18 are published with I = c·d as a product of the constants of their last two
// factors; multiplied out, these keep none. Their coefficients were solved for anew, with 60
// digits.
struct Taylor::Form {
  double theta;  // for α <= theta the backward error is below u; their table 1
  Sum L, R, N, M, G;
  double m, g;
  int degree;
  bool inner;  // L·R is not 0

  static const Form all[4];
};

const Taylor::Form Taylor::Form::all[4] = {
    {3.397168839976962e-4, {}, {}, {{0, 1}}, {{1.0 / 6, 1.0 / 24}}, {{1, 0.5}}, 0, 0, 4, false},
    {4.991228871115323e-2,
     {{0, 1}},
     {{0x1.bbdc940ef503ap-4, 0x1.bbdc940ef503ap-6}},
     {{0, 2.0 / 3}},
     {{0x1.49fc346242b21p-3, 0x1.cdbb2e2ed5250p-7 - 0x1.14d4a1c010d67p-5 * 2 / 3}},
     {{1, 0x1.157d04e6f24b6p-3}},
     0x1.14d4a1c010d67p-5,
     0x1.17f11e296523cp-1,
     8,
     true},
    {2.996158913811580e-1,
     {{-0x1.0df2b89e7a7efp-3, -0x1.4c3e6d11d1d75p-6, -0x1.bafde6c26d1f1p-8}},
     {{-0x1.0df2b89e7a7efp-3, -0x1.4c3e6d11d1d75p-6, -0x1.bafde6c26d1f1p-8}},
     {{0x1.c2ca0c2b82dc7p-5, 0x1.7f0a895401352p-4, 0x1.903a8bfe20900p-8}},
     {{0x1.330338ab8efa1p+0, 0x1.826e89efd1d0cp-7, 0x1.6b589eee833fep-7}},
     {{0x1.5ffa07ca255a0p-1, -0x1.973e4590d6b23p-3, -0x1.6a4582c20c22fp-5}},
     1,
     0x1.6b8120cee6913p+2,
     12,
     true},
    {1.090863719290036,
     {{-0x1.9b18f082b236bp-4, -0x1.071a3386d874fp-7, -0x1.d3bccd6180cfdp-11}},
     {{0, -0x1.7a35cc43f1c58p-4, -0x1.157ccdda4250cp-6, -0x1.d60da4b326dc4p-17}},
     {{-0x1.150e278d3ebf8p-4, 0x1.14dfae072527cp-4, 0x1.e43bbb9b27271p-6, -0x1.d302ee4c95506p-17}},
     {{0x1.ae1ed802350e6p+0, 0x1.d466ecc3a4c3ap-5, -0x1.c994386b10affp-8, 0x1.18ff5650a5cd6p-15}},
     {{0x1.f79fc7242ddeap-3, 0x1.5cd7bffdb702fp+0, 0x1.fee5274287c90p-2, -0x1.5007d2cf4793ep-11}},
     1,
     -0x1.64c0894de426bp+3,
     18,
     true}};

void Taylor::prepare(const double* A, std::size_t order) {
  n = order;
  stride = n * n + n % 2;  // whole registers: the last one's second half is 0 and stays so
  if (numbers.size() < kPlaces * stride) numbers.resize(kPlaces * stride);
  for (std::size_t p = 0; p < kPlaces; ++p) numbers[(p + 1) * stride - 1] = 0;
  std::copy_n(A, n * n, place(kA));
  for (std::size_t k = 0; k < kLeft; ++k) have[k] = false, size[k] = wrong[k] = 0;
  have[kA] = true;
  size[kA] = norm1(A, n);
}

void Taylor::raise(Place to, Place left, Place right) {
  if (have[to]) return;
  have[to] = true;
  product(place(left), place(right), place(to), n, n, n);
  size[to] = to == kA6 ? size[kA3] * size[kA3] : norm1(place(to), n);
  wrong[to] = size[left] * wrong[right] + wrong[left] * size[right] + wrong[left] * wrong[right] +
              productUnit(n) * size[left] * size[right] + static_cast<double>(n) * 0x1p-1070;
}

// alpha with ‖A^k‖ <= alpha^k for every k >= 2, since k = 2i + 3j.
double Taylor::highPowers() const {
  if (!have[kA3]) return size[kA];
  const double square = std::sqrt(size[kA2] + wrong[kA2]);
  return std::min(size[kA], std::max(square, std::cbrt(size[kA3] + wrong[kA3])));
}

const Taylor::Form& Taylor::choose(double time, int& squarings) {
  squarings = 0;
  const double t = std::abs(time);
  raise(kA2, kA, kA);
  for (const int small : {0, 1}) {
    if (size[kA] * t <= Form::all[small].theta) return Form::all[small];
  }
  raise(kA3, kA2, kA);
  const double alpha = t * highPowers();
  if (alpha <= Form::all[2].theta) return Form::all[2];
  raise(kA6, kA3, kA3);
  const double ratio = alpha / Form::all[3].theta;
  if (ratio > 1) squarings = std::ilogb(ratio) + 1;
  return Form::all[3];
}

// F into kOuter, its norms into `last`; a bound on its error.
double Taylor::evaluate(const Form& form, double tau) {
  // A form that does not need a power has 0 for its coefficient, but the power may not be there.
  const double* power[kLeft];
  for (std::size_t k = 0; k < kLeft; ++k) power[k] = place(have[k] ? Place(k) : kA);
  const auto at = [&](const Sum& sum, std::size_t i) {
    return sum.of[0] * Batch::load_unaligned(power[0] + i) +
           sum.of[1] * Batch::load_unaligned(power[1] + i) +
           sum.of[2] * Batch::load_unaligned(power[2] + i) +
           sum.of[3] * Batch::load_unaligned(power[3] + i);
  };
  const Sum L = form.L.scaled(tau);
  const Sum R = form.R.scaled(tau);
  const Sum N = form.N.scaled(tau);
  const Sum M = form.M.scaled(tau);
  const Sum G = form.G.scaled(tau);
  double* left = place(kLeft);
  double* right = place(kRight);
  double* inner = place(kInner);
  double* outer = place(kOuter);
  if (form.inner) {
    for (std::size_t i = 0; i < stride; i += kLanes) {
      at(L, i).store_unaligned(left + i);
      at(R, i).store_unaligned(right + i);
    }
    product(left, right, inner, n, n, n);
  }
  for (std::size_t i = 0; i < stride; i += kLanes) {
    Batch inside = at(N, i);
    if (form.inner) inside += Batch::load_unaligned(inner + i);
    inside.store_unaligned(inner + i);
    (at(M, i) + form.m * inside).store_unaligned(left + i);
    (at(G, i) + form.g * inside).store_unaligned(right + i);
  }
  product(left, inner, outer, n, n, n);
  last = add(outer, right, n);

  // The same in norms: sizes and bounds on errors.
  struct Bounded {
    double size, error;
  };
  const double unit = sumUnit(tau);
  const auto bounded = [&](const Sum& sum) {
    const double total = sum.bound(size);
    return Bounded{total, sum.bound(wrong) + unit * total};
  };
  const auto times = [&](Bounded x, Bounded y) {
    return Bounded{x.size * y.size, x.size * y.error + x.error * y.size + x.error * y.error +
                                        productUnit(n) * x.size * y.size};
  };
  const auto plus = [&](Bounded x, double c, Bounded y) {
    const double more = std::abs(c) * y.size;
    return Bounded{x.size + more,
                   x.error + std::abs(c) * y.error + kUnit * x.size + 3 * kUnit * more};
  };
  const Bounded inside = plus(bounded(N), 1, times(bounded(L), bounded(R)));
  const Bounded outside = plus(bounded(M), form.m, inside);
  const Bounded F = plus(plus(bounded(G), form.g, inside), 1, times(outside, inside));
  // Σ_{k>degree} α^k/k!
  const double alpha = std::abs(tau) * highPowers();
  double tail = 1 / (1 - alpha / (form.degree + 2));
  for (int k = 1; k <= form.degree + 1; ++k) tail *= alpha / k;
  return F.error + tail + static_cast<double>(n) * 0x1p-1060;
}

TaylorResult Taylor::start(double time) {
  TaylorResult out;
  const Form& form = choose(time, out.squarings);
  out.degree = form.degree;
  out.errorBound = evaluate(form, std::ldexp(time, -out.squarings));
  out.norm = last.one;
  out.value = place(kOuter);
  return out;
}

TaylorResult Taylor::at(double time, bool minusIdentity) {
  TaylorResult out = start(time);
  double* X = place(kOuter);
  double* Y = place(kLeft);
  bool carriesF = true;
  growth.begin(n, productUnit(n), kUnit, out.errorBound);
  const auto addIdentity = [&] {
    for (std::size_t i = 0; i < n; ++i) X[i * (n + 1)] += 1;
    carriesF = false;
  };
  for (int step = 0; step < out.squarings && last.one < HUGE_VAL; ++step) {
    if (carriesF && last.onePlusIdentity < 0.5 && !minusIdentity) {
      addIdentity();
      last = norms(X, n);
      growth.round(kUnit);
    }
    growth.square(last, carriesF);
    product(X, X, Y, n, n, n);
    last = carriesF ? addTwice(Y, X, n) : norms(Y, n);
    std::swap(X, Y);
  }
  if (carriesF && !minusIdentity) {
    addIdentity();
    last.one = last.onePlusIdentity;
    growth.round(kUnit * last.one);
  }
  out.value = X;
  out.norm = last.one;
  out.errorBound = growth.oneNorm();
  // The other way costs a pass over A: only where this one says little.
  const double enough = std::max(64 * productUnit(n), 0x1p-40) * last.one;
  if (!(out.errorBound <= enough)) {
    const double logarithmic = std::abs(time) * logarithmicNorm(place(kA), n, time < 0 ? -1 : 1);
    const double other = growth.throughTwoNorm(logarithmic);
    if (!(out.errorBound <= other)) out.errorBound = other;
  }
  return out;
}

}  // namespace etx
