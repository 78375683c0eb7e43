#include "linalg/taylor_twofold.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "linalg/product.hpp"

namespace etx {
namespace {

constexpr double kUnit = 0x1p-53;
constexpr double kSumUnit = 0x1p-100;  // of sum(), coefficients and powers of τ included
constexpr double kTheta = 0.55;        // 0.55^26/26! is 2^-110 of 0.55
constexpr int kDegree = 25;

// 1/k! for k <= 25; k! is exact to 22!.
const std::array<DoubleDouble, kDegree + 1>& inverseFactorials() {
  static const auto table = [] {
    std::array<DoubleDouble, kDegree + 1> out;
    DoubleDouble factorial{1};
    for (int k = 0; k <= kDegree; ++k) {
      if (k > 1) factorial *= static_cast<double>(k);
      out[static_cast<std::size_t>(k)] = DoubleDouble{1} / factorial;
    }
    return out;
  }();
  return table;
}

struct Bounded {
  double size, error;
};

}  // namespace

void TwofoldTaylor::prepare(const double* A, std::size_t order) {
  n = order;
  side = n + n % 2;
  const std::size_t square = side * side;
  numbers.resize(std::max(numbers.size(), (2 * kRoot + 4) * square));
  double* next = numbers.data();
  const auto take = [&] {
    const Twofold taken{next, next + square};
    next += 2 * square;
    return taken;
  };
  for (std::size_t k = 1; k <= kRoot; ++k) powers[k] = take();
  F = take();
  G = take();
  product2.resize(side);
  std::fill_n(powers[1].hi, 2 * square, 0.0);
  for (std::size_t i = 0; i < n; ++i) std::copy_n(A + i * n, n, powers[1].hi + i * side);
  size[1] = norm1(A, n);
  raise(2, 1, 1);
  raise(3, 2, 1);
  raise(4, 2, 2);
  raise(5, 3, 2);
}

void TwofoldTaylor::raise(std::size_t to, std::size_t left, std::size_t right) {
  const double own = product2.multiply(powers[left], powers[right], powers[to]);
  size[to] = norm1(powers[to].hi, side);
  wrong[to] = size[left] * wrong[right] + wrong[left] * size[right] + wrong[left] * wrong[right] +
              own + underflowOf(side);
}

double TwofoldTaylor::highPowers() const {
  return std::min(size[1], std::max(std::sqrt(size[2] + wrong[2]), std::cbrt(size[3] + wrong[3])));
}

// F = e^{τA} - I, its norms into `last`; a bound on its error.
// F = S₀ + A⁵(S₁ + A⁵(S₂ + A⁵(S₃ + A⁵·S₄))), S_j = Σ_{i<5} A^i·τ^{5j+i}/(5j+i)!, without I in S₀
// and with A⁵ in S₄; S₃ and S₄ in double.
double TwofoldTaylor::evaluate(double tau) {
  const std::size_t square = side * side;
  std::array<DoubleDouble, kDegree + 1> c;
  const auto& inverse = inverseFactorials();
  DoubleDouble power{1};
  for (std::size_t k = 0; k <= kDegree; ++k) {
    c[k] = inverse[k] * power;
    power *= tau;
  }

  // In double: G.hi = S₄, F.hi = S₃ + A⁵·S₄, G.hi = A⁵·F.hi.
  const auto plain = [&](std::size_t j, double* out, bool accumulate) {
    double part[kRoot + 1];
    for (std::size_t i = 0; i <= kRoot; ++i) part[i] = 5 * j + i <= kDegree ? c[5 * j + i].hi : 0;
    if (j + 1 < kRoot) part[kRoot] = 0;
    for (std::size_t at = 0; at < square; ++at) {
      double x = accumulate ? out[at] : 0;
      for (std::size_t i = 1; i <= kRoot; ++i) x += part[i] * powers[i].hi[at];
      out[at] = x;
    }
    for (std::size_t i = 0; i < n; ++i) out[i * (side + 1)] += part[0];
  };
  plain(4, G.hi, false);
  product(powers[5].hi, G.hi, F.hi, side, side, side);
  plain(3, F.hi, true);
  product(powers[5].hi, F.hi, G.hi, side, side, side);

  // In double-double: what `extra` is already, plus S_j.
  const auto fine = [&](std::size_t j, Twofold extra, Twofold out) {
    TwofoldTerm terms[kRoot];
    for (std::size_t i = 1; i < kRoot; ++i) terms[i] = {c[5 * j + i], powers[i]};
    sum({terms + 1, kRoot - 1}, extra, square, out);
    if (j == 0) return;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t at = i * (side + 1);
      const DoubleDouble entry = DoubleDouble{out.hi[at], out.lo[at]} + c[5 * j];
      out.hi[at] = entry.hi;
      out.lo[at] = entry.lo;
    }
  };
  fine(2, {G.hi, nullptr}, F);
  const double own1 = product2.multiply(powers[5], F, G);
  const double size2 = norm1(F.hi, side);
  fine(1, G, F);
  const double own0 = product2.multiply(powers[5], F, G);
  const double size1 = norm1(F.hi, side);
  fine(0, G, F);
  last = norms(F.hi, n, side);

  // The same in norms.
  const auto part = [&](std::size_t j, double unit) {
    Bounded out{j > 0 ? c[5 * j].hi : 0, 0};
    for (std::size_t i = 1; i < kRoot + (j == 4); ++i) {
      const double factor = std::abs(c[5 * j + i].hi);
      out.size += factor * size[i];
      out.error += factor * wrong[i];
    }
    out.error += unit * out.size;
    return out;
  };
  const std::size_t blocks = side / 64;  // product()'s
  const double rounding = static_cast<double>(std::min<std::size_t>(side, 64) + blocks + 2) * kUnit;
  const auto onward = [&](Bounded H, double own, double unit, Bounded S) {
    const double product = size[5] * H.size;
    return Bounded{product + S.size,
                   size[5] * H.error + wrong[5] * H.size + own + unit * product + S.error};
  };
  Bounded H = part(4, 10 * kUnit);
  H = onward(H, 0, rounding + 4 * kUnit, part(3, 10 * kUnit));
  H = onward(H, 0, rounding + 4 * kUnit, part(2, kSumUnit));
  H.size = size2;
  H = onward(H, own1, kSumUnit, part(1, kSumUnit));
  H.size = size1;
  H = onward(H, own0, kSumUnit, part(0, kSumUnit));
  const double alpha = std::abs(tau) * highPowers();
  double tail = 1 / (1 - alpha / (kDegree + 2));
  for (int k = 1; k <= kDegree + 1; ++k) tail *= alpha / k;
  return H.error + tail + underflowOf(1024 * side);
}

// Its rows end to end.
void TwofoldTaylor::pack(double* A) const {
  if (side == n) return;
  for (std::size_t i = 1; i < n; ++i) std::copy_n(A + i * side, n, A + i * n);
}

TaylorResult TwofoldTaylor::at(double time, bool minusIdentity) {
  TaylorResult out;
  out.degree = kDegree;
  const double ratio =
      std::abs(time) * (highPowers() / (4 * kTheta));  // a quarter: never beyond range
  if (ratio > 0.25) out.squarings = std::ilogb(ratio) + 3;
  out.errorBound = evaluate(std::ldexp(time, -out.squarings));
  // What a product errs beside the bound that it gives itself is an addition's.
  growth.begin(side, 0, kSumUnit, out.errorBound);

  const std::size_t square = side * side;
  bool carriesF = true;
  const auto addIdentity = [&] {
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t at = i * (side + 1);
      const DoubleDouble entry = DoubleDouble{F.hi[at], F.lo[at]} + 1.0;
      F.hi[at] = entry.hi;
      F.lo[at] = entry.lo;
    }
    carriesF = false;
  };
  for (int step = 0; step < out.squarings && last.one < HUGE_VAL; ++step) {
    if (carriesF && last.onePlusIdentity < 0.5 && !minusIdentity) {
      addIdentity();
      last = norms(F.hi, n, side);
      growth.round(kSumUnit);
    }
    growth.square(last, carriesF);
    growth.round(product2.multiply(F, F, G));
    if (carriesF) {
      const TwofoldTerm twice[] = {{2.0, F}};
      sum(twice, G, square, G);
    }
    last = norms(G.hi, n, side);
    std::swap(F, G);
  }
  if (carriesF && !minusIdentity) {
    addIdentity();
    last.one = last.onePlusIdentity;
    growth.round(kSumUnit * last.one);
  }
  pack(F.hi);
  pack(F.lo);
  out.value = F.hi;
  out.low = F.lo;
  out.norm = last.one;
  out.errorBound = growth.oneNorm();
  if (!(out.errorBound <= kUnit / 2 * out.norm)) {
    const double other = growth.throughTwoNorm(
        std::abs(time) * logarithmicNorm(powers[1].hi, n, side, time < 0 ? -1 : 1));
    if (!(out.errorBound <= other)) out.errorBound = other;
  }
  return out;
}

}  // namespace etx
