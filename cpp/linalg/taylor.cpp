#include "linalg/taylor.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "linalg/batch.hpp"
#include "linalg/padded.hpp"

namespace etx {
namespace {

constexpr double kUnit = 0x1p-53;

int exponentOf(double x) {  // floor log2 of a normal x
  return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff) - 1023;
}
double powerOfTwo(int exponent) {  // at most 1023
  if (exponent < -1022) return std::ldexp(1.0, exponent);
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}

// Roundings of a sum of five terms and of their coefficients, with powers of τ that are exact where
// τ is a power of two.
double sumUnit(double tau) {
  const bool exact = (std::bit_cast<std::uint64_t>(tau) << 12) == 0;
  return (exact ? 6 : 10) * kUnit;
}

// product()'s: ‖fl(XY) - XY‖ <= this·‖|X||Y|‖.
double productUnit(std::size_t n) {
  const std::size_t blocks = n / 64;
  return static_cast<double>(std::min<std::size_t>(n, 64) + blocks + 2) * kUnit;
}

// Coefficients of A, A², A³, A⁶.
struct Sum {
  double of[4];
};

}  // namespace

// With L, R, N₀, M₀, G₀ sums over A, A², A³, A⁶:
//   N = N₀ + L·R,  M = M₀ + m·N,  F = G₀ + g·N + M·N.
// Degrees 12 and 18 are published with I = c·d as a product of the constants of their last two
// factors; multiplied out, these keep none. Their coefficients were solved for anew, with 60
// digits.
struct Taylor::Form {
  double theta;  // for α <= theta the backward error is below u; their table 1
  double tail;   // Σ_{k>degree} theta^k/k!
  Sum L, R, N, M, G;
  double m, g;
  int degree;
  bool inner;  // L·R is not 0

  static const Form all[4];
};

const Taylor::Form Taylor::Form::all[4] = {
    {3.397168839976962e-4,
     3.773e-20,
     {},
     {},
     {{0, 1}},
     {{1.0 / 6, 1.0 / 24}},
     {{1, 0.5}},
     0,
     0,
     4,
     false},
    {4.991228871115323e-2,
     5.327e-18,
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
     2.574e-17,
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
     4.54e-17,
     {{-0x1.9b18f082b236bp-4, -0x1.071a3386d874fp-7, -0x1.d3bccd6180cfdp-11}},
     {{0, -0x1.7a35cc43f1c58p-4, -0x1.157ccdda4250cp-6, -0x1.d60da4b326dc4p-17}},
     {{-0x1.150e278d3ebf8p-4, 0x1.14dfae072527cp-4, 0x1.e43bbb9b27271p-6, -0x1.d302ee4c95506p-17}},
     {{0x1.ae1ed802350e6p+0, 0x1.d466ecc3a4c3ap-5, -0x1.c994386b10affp-8, 0x1.18ff5650a5cd6p-15}},
     {{0x1.f79fc7242ddeap-3, 0x1.5cd7bffdb702fp+0, 0x1.fee5274287c90p-2, -0x1.5007d2cf4793ep-11}},
     1,
     -0x1.64c0894de426bp+3,
     18,
     true}};

void Taylor::prepare(const double* A, std::size_t order, double norm) {
  n = order;
  unitOfProduct = productUnit(n);
  entries = paddedSize(n);
  if (numbers.size() < kPlaces * entries) numbers.resize(kPlaces * entries);
  pad(A, n, place(kA));
  blocks.find(place(kA), n, paddedStride(n));
  highest = kA;
  power[kA] = {norm, 0};
}

void Taylor::raise(Place to, Place left, Place right) {
  if (to <= highest) return;
  highest = to;
  Norms norms;
  productPlus(place(left), place(right), 0, place(kA), place(to), n, &norms);
  const double size = norms.one;
  const Bounded x = power[left];
  const Bounded y = power[right];
  power[to] = {size, x.most() * y.error + x.error * y.size + unitOfProduct * x.size * y.size +
                         underflowOf(n)};
}

// Σ_{k>18} ‖(τA)^k‖/k! with A^k = A^6i·A^r, r = 2, 3, 4 = 2+2, 5 = 2+3, 6 and 7 = 6+1 or 2+2+3.
double Taylor::longTail(double tau) const {
  const double t = std::abs(tau);
  const double a2 = power[kA2].most() * (t * t);
  const double a3 = power[kA3].most() * (t * t * t);
  const double a6 =
      std::min({power[kA6].most() * (t * t * t) * (t * t * t), a2 * a2 * a2, a3 * a3});
  const double a7 = std::min(a6 * (power[kA].size * t), a2 * a2 * a3);
  // Six powers further on, terms are a6·19!/25! times these or less: a hundredth covers them all.
  if (!(a6 < 1e6)) return HUGE_VAL;
  constexpr double k19 = 1.01 / 121645100408832000;
  constexpr double k20 = k19 / 20, k21 = k20 / 21, k22 = k21 / 22, k23 = k22 / 23, k24 = k23 / 24;
  const double above18 = k20 * a2 + k21 * a3 + k22 * (a2 * a2) + k23 * (a2 * a3) + k24 * a6;
  return (a6 * a6) * (k19 * a7 + a6 * above18);
}

const Taylor::Form& Taylor::choose(double time, int& squarings, double& tail) {
  squarings = 0;
  const double t = std::abs(time);
  const double a1 = power[kA].size * t;
  // The tail where ‖(τA)^k‖ <= share·θ^k for k > degree.
  const auto take = [&](const Form* form, double share) -> const Form& {
    tail = form->tail * share;
    return *form;
  };
  const auto raised = [](double x, int k) {
    double out = 1;
    for (; k > 0; --k) out *= x;
    return out;
  };
  raise(kA2, kA, kA);
  // α² and α³ of an α with ‖(tA)^k‖ <= α^k for every k >= 2, since k = 2i + 3j.
  const double a2 = power[kA2].most() * t * t;
  // A² = 0: the shortest form is I + tA to the last bit, whatever the norm.
  if (power[kA2].size == 0 && a2 <= 1) {
    tail = a2 * a2 * (a1 + a2);
    return Form::all[0];
  }
  for (const int small : {0, 1}) {
    const Form& form = Form::all[small];
    if (a1 <= form.theta) return take(&form, raised(a1 / form.theta, form.degree + 1));
  }
  raise(kA3, kA2, kA);
  const double a3 = power[kA3].most() * t * t * t;
  const auto shares = [&](const Form& form) {
    const double inverse = 1 / form.theta;
    return std::pair{a2 * (inverse * inverse), a3 * (inverse * inverse * inverse)};
  };
  const Form& middle = Form::all[2];
  const auto [square, cube] = shares(middle);
  if (a1 <= middle.theta || (square <= 1 && cube <= 1)) {
    return take(&middle, std::min(1.0, std::max(raised(square, 6), raised(cube, 4))));
  }
  raise(kA6, kA3, kA3);
  const Form& longest = Form::all[3];
  // 2^s·θ above the like α, then as far down as all the norms allow.
  const auto [squareOfLongest, cubeOfLongest] = shares(longest);
  squarings = std::max(0, exponentOf(a1 / longest.theta) + 1);
  if (squareOfLongest < HUGE_VAL && cubeOfLongest < HUGE_VAL) {
    const int fewer =
        std::max((exponentOf(squareOfLongest) + 2) / 2, (exponentOf(cubeOfLongest) + 3) / 3);
    squarings = std::min(squarings, std::max(0, fewer));
  }
  tail = longTail(t * powerOfTwo(-squarings));
  while (squarings > 0) {
    const double other = longTail(t * powerOfTwo(1 - squarings));
    if (!(other <= longest.tail)) break;
    tail = other;
    --squarings;
  }
  return longest;
}

// F into kOuter, its norms into `last`; a bound on its error, but for the truncation.
double Taylor::evaluate(const Form& form, double tau) {
  // A form that does not need a power has 0 for its coefficient, but the power may not be there.
  const double* from[kLeft];
  for (std::size_t k = 0; k < kLeft; ++k) from[k] = place(k <= highest ? Place(k) : kA);
  const double cube = tau * tau * tau;
  const Batch scale[] = {Batch(tau), Batch(tau * tau), Batch(cube), Batch(cube * cube)};
  double* left = place(kLeft);
  double* right = place(kRight);
  double* inner = place(kInner);
  double* outer = place(kOuter);
  // make(i, sums) for each register i, with each of `wanted` summed there. All in registers: what
  // is stored by halves cannot be loaded whole until the store is done.
  const auto eachRegister = [&]<std::size_t Count>(const Sum* const(&wanted)[Count],
                                                   const auto& make) {
    Batch factors[Count][4];
    for (std::size_t sum = 0; sum < Count; ++sum) {
      for (std::size_t k = 0; k < 4; ++k) factors[sum][k] = Batch(wanted[sum]->of[k]) * scale[k];
    }
    for (std::size_t i = 0; i < entries; i += kLanes) {
      Batch sums[Count];
      const Batch first = Batch::load_unaligned(from[0] + i);
      for (std::size_t sum = 0; sum < Count; ++sum) sums[sum] = first * factors[sum][0];
      for (std::size_t k = 1; k < 4; ++k) {
        const Batch next = Batch::load_unaligned(from[k] + i);
        for (std::size_t sum = 0; sum < Count; ++sum) {
          sums[sum] = multiplyAdd(next, factors[sum][k], sums[sum]);
        }
      }
      make(i, sums);
    }
  };
  if (form.inner) {
    eachRegister({&form.L, &form.R, &form.N}, [&](std::size_t i, const Batch* sums) {
      sums[0].store_unaligned(left + i);
      sums[1].store_unaligned(right + i);
      sums[2].store_unaligned(outer + i);
    });
    productPlus(left, right, 1, outer, inner, n);
  } else {
    eachRegister({&form.N},
                 [&](std::size_t i, const Batch* sums) { sums[0].store_unaligned(inner + i); });
  }
  const Batch m(form.m);
  const Batch g(form.g);
  eachRegister({&form.M, &form.G}, [&](std::size_t i, const Batch* sums) {
    const Batch inside = Batch::load_unaligned(inner + i);
    multiplyAdd(m, inside, sums[0]).store_unaligned(left + i);
    multiplyAdd(g, inside, sums[1]).store_unaligned(right + i);
  });
  productPlus(left, inner, 1, right, outer, n, &last);

  // The same in norms: sizes and bounds on errors.
  Bounded scaled[4];
  for (std::size_t k = 0; k < 4; ++k) {
    const double by = std::abs(scale[k].get(0));
    scaled[k] = {by * power[k].size, by * power[k].error};
  }
  const double unit = sumUnit(tau);
  const auto bounded = [&](const Sum& sum) {
    Bounded out;
    for (std::size_t k = 0; k < 4; ++k) {
      out.size += std::abs(sum.of[k]) * scaled[k].size;
      out.error += std::abs(sum.of[k]) * scaled[k].error;
    }
    out.error += unit * out.size;
    return out;
  };
  const auto times = [&](Bounded x, Bounded y) {
    return Bounded{x.size * y.size,
                   x.most() * y.error + x.error * y.size + unitOfProduct * x.size * y.size};
  };
  const auto plus = [&](Bounded x, double c, Bounded y) {
    const double more = std::abs(c) * y.size;
    return Bounded{x.size + more,
                   x.error + std::abs(c) * y.error + kUnit * x.size + 3 * kUnit * more};
  };
  const Bounded inside = plus(bounded(form.N), 1, times(bounded(form.L), bounded(form.R)));
  const Bounded outside = plus(bounded(form.M), form.m, inside);
  const Bounded F = plus(plus(bounded(form.G), form.g, inside), 1, times(outside, inside));
  return F.error + underflowOf(1024 * n);
}

TaylorResult Taylor::start(double time) {
  TaylorResult out;
  double tail = 0;
  const Form& form = choose(time, out.squarings, tail);
  out.degree = form.degree;
  out.errorBound = evaluate(form, time * powerOfTwo(-out.squarings)) + tail;
  out.norm = last.one;
  out.value = place(kOuter);
  return out;
}

TaylorResult Taylor::at(double time, bool minusIdentity) {
  TaylorResult out = start(time);
  double* X = place(kOuter);
  double* Y = place(kLeft);
  bool carriesF = true;
  growth.begin(n, unitOfProduct, kUnit, out.errorBound);
  const auto addIdentity = [&] {
    addIdentityPadded(X, n);
    carriesF = false;
    last.one = last.onePlusIdentity;
    growth.round(kUnit * last.one);
  };
  // What is known of e^{2^-left·tA} goes into X.
  const auto writeBlocks = [&](int left) {
    if (out.squarings == 0 || blocks.none() || !(last.one < HUGE_VAL)) return;
    double change = 0;
    last = blocks.write(place(kA), time * powerOfTwo(-left), carriesF, X, change);
    growth.round(change);
  };
  for (int step = 0; step < out.squarings && last.one < HUGE_VAL; ++step) {
    if (carriesF && last.onePlusIdentity < 0.5 && !minusIdentity) {
      addIdentity();
      last.squares = static_cast<double>(n) * last.one * last.one;
    }
    writeBlocks(out.squarings - step);
    growth.square(last, carriesF);
    productPlus(X, X, carriesF ? 2 : 0, X, Y, n, &last);
    std::swap(X, Y);
  }
  if (carriesF && !minusIdentity) addIdentity();
  writeBlocks(0);
  out.value = X;
  out.norm = last.one;
  out.errorBound = growth.oneNorm();
  // The other way costs a pass over A: only where this one says little.
  const double enough = std::max(64 * unitOfProduct, 0x1p-40) * last.one;
  if (!(out.errorBound <= enough)) {
    const double logarithmic =
        std::abs(time) * logarithmicNorm(place(kA), n, paddedStride(n), time < 0 ? -1 : 1);
    const double other = growth.throughTwoNorm(logarithmic);
    if (!(out.errorBound <= other)) out.errorBound = other;
  }
  return out;
}

}  // namespace etx
