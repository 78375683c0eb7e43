#include "linalg/taylor_twofold.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "linalg/batch.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

constexpr double kUnit = 0x1p-53;
constexpr double kSumUnit = 0x1p-100;  // of sum(), coefficients and powers of τ included
constexpr int kDegree = 25;
constexpr double kTheta = 0.7;
constexpr double kTail = 2.4e-31;  // Σ_{k>25} θ^k/k!

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

// τ^k/k!.
std::array<DoubleDouble, kDegree + 1> coefficients(double tau) {
  std::array<DoubleDouble, kDegree + 1> out = inverseFactorials();
  if (std::bit_cast<std::uint64_t>(tau) << 12 == 0) {  // a power of two: exactly
    double power = 1;
    for (DoubleDouble& c : out) {
      c = {c.hi * power, c.lo * power};
      power *= tau;
    }
  } else {
    DoubleDouble power{1};
    for (DoubleDouble& c : out) {
      c *= power;
      power *= tau;
    }
  }
  return out;
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
  products.resize(side);
  std::fill_n(powers[1].hi, 2 * square, 0.0);
  for (std::size_t i = 0; i < n; ++i) std::copy_n(A + i * n, n, powers[1].hi + i * side);
  size[1] = norm1(A, n);
  products.setRight(powers[1]);
  products.setLeft(powers[1]);
  raise(2, 1, 1);
  products.setLeft(powers[2]);
  raise(3, 2, 1);
  products.setRight(powers[2]);
  raise(4, 2, 2);
  products.setLeft(powers[3]);
  raise(5, 3, 2);
}

// The factors are set.
void TwofoldTaylor::raise(std::size_t to, std::size_t left, std::size_t right) {
  const double own = products.multiply(powers[to]);
  size[to] = norm1(powers[to].hi, side);
  wrong[to] = size[left] * wrong[right] + wrong[left] * size[right] + wrong[left] * wrong[right] +
              own + underflowOf(side);
}

// The least s for which every (2^-s·tA)^k, k >= 12 and so k = 4i + 5j, is at most θ^k; and a bound
// on the rest of the series.
int TwofoldTaylor::squarings(double time, double& tail) const {
  const double t = std::abs(time) / kTheta;
  const auto least = [](double ratio, int power) {  // s for which ratio <= 2^(power·s)
    return ratio > 1 ? std::ilogb(ratio) / power + 1 : 0;
  };
  const double fourth = (size[4] + wrong[4]) * (t * t) * (t * t);
  const double fifth = (size[5] + wrong[5]) * t * (t * t) * (t * t);
  int out = least(t * size[1], 1);
  if (fourth < HUGE_VAL && fifth < HUGE_VAL) {
    out = std::min(out, std::max(least(fourth, 4), least(fifth, 5)));
  }
  // i + j >= 6 for k > 25.
  const double share = std::max(std::ldexp(fourth, -4 * out), std::ldexp(fifth, -5 * out));
  tail = kTail;
  for (int power = 0; power < 6; ++power) tail *= std::min(share, 1.0);
  return out;
}

// F = e^{τA} - I, its norms into `last`; a bound on its error, but for the truncation.
// F = S₀ + A⁵(S₁ + A⁵(S₂ + A⁵(S₃ + A⁵·S₄))), S_j = Σ_{i<5} A^i·τ^{5j+i}/(5j+i)!, without I in S₀
// and with A⁵ in S₄; S₃ and S₄ in double.
double TwofoldTaylor::evaluate(double tau) {
  const std::size_t square = side * side;
  const std::array<DoubleDouble, kDegree + 1> c = coefficients(tau);

  // In double: G.hi = S₄, F.hi = S₃ + A⁵·S₄, G.hi = A⁵·F.hi.
  const auto plain = [&](std::size_t j, double* out, bool accumulate) {
    Batch part[kRoot + 1];
    for (std::size_t i = 1; i <= kRoot; ++i) {
      const std::size_t k = 5 * j + i;
      part[i] = Batch(k <= kDegree && (i < kRoot || j + 1 == kRoot) ? c[k].hi : 0);
    }
    for (std::size_t at = 0; at < square; at += kLanes) {
      Batch x = accumulate ? Batch::load_unaligned(out + at) : Batch(0.0);
      for (std::size_t i = 1; i <= kRoot; ++i) {
        x += part[i] * Batch::load_unaligned(powers[i].hi + at);
      }
      x.store_unaligned(out + at);
    }
    for (std::size_t i = 0; i < n; ++i) out[i * (side + 1)] += c[5 * j].hi;
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
  products.setLeft(powers[5]);
  products.setRight(F);
  const double own1 = products.multiply(G);
  const double size2 = norm1(F.hi, side);
  fine(1, G, F);
  products.setRight(F);
  const double own0 = products.multiply(G);
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
  return H.error + underflowOf(1024 * side);
}

// Its rows end to end.
void TwofoldTaylor::pack(double* A) const {
  if (side == n) return;
  for (std::size_t i = 1; i < n; ++i) std::copy_n(A + i * side, n, A + i * n);
}

TaylorResult TwofoldTaylor::at(double time, bool minusIdentity) {
  TaylorResult out;
  out.degree = kDegree;
  double tail = 0;
  out.squarings = squarings(time, tail);
  out.errorBound = evaluate(std::ldexp(time, -out.squarings)) + tail;
  // What a product errs beside the bound that it gives itself is an addition's.
  growth.begin(side, 0, kSumUnit, out.errorBound);

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
    products.setLeft(F);
    products.setRight(F);
    growth.round(products.multiply(F, carriesF ? F : Twofold{}));
    last = norms(F.hi, n, side);
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
