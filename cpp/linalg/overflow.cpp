#include "linalg/overflow.hpp"

#include <cmath>

#include "linalg/norms.hpp"

namespace etx {
namespace {

using Entries = std::vector<double>;

// X·X, in which an exact zero contributes nothing, however large its partner.
Entries masked(const Entries& X, std::size_t n) {
  Entries C(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t p = 0; p < n; ++p) {
      const double factor = X[i * n + p];
      if (factor == 0) continue;
      for (std::size_t j = 0; j < n; ++j) {
        if (X[p * n + j] != 0) C[i * n + j] += factor * X[p * n + j];
      }
    }
  }
  return C;
}

void addIdentity(Entries& X, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) X[i * (n + 1)] += 1;
}

}  // namespace

// Squares twice over: in true scale, where entries within range keep their values and only sums of
// opposite infinities are lost; and with the whole matrix scaled to norm 1 at each step, where the
// largest entries, which are those that overflow, keep their signs.
std::vector<double> squareWithOverflow(const double* F, std::size_t n, int squarings) {
  Entries plain(F, F + n * n);
  Entries scaled = plain;
  addIdentity(scaled, n);
  bool carriesF = true;
  for (int step = 0; step < squarings; ++step) {
    if (carriesF && norms(plain.data(), n, n).onePlusIdentity < 0.5) {
      addIdentity(plain, n);
      carriesF = false;
    }
    Entries squared = masked(plain, n);
    for (std::size_t i = 0; carriesF && i < squared.size(); ++i) squared[i] += 2 * plain[i];
    plain = std::move(squared);
    scaled = masked(scaled, n);
    const double size = norms(scaled.data(), n, n).one;
    if (!(size > 0)) continue;
    const int exponent = std::ilogb(size);
    for (double& entry : scaled) entry = std::ldexp(entry, -exponent);
  }
  if (carriesF) addIdentity(plain, n);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (!std::isnan(plain[i])) continue;
    plain[i] = scaled[i] == 0 ? 0 : std::copysign(HUGE_VAL, scaled[i]);
  }
  return plain;
}

}  // namespace etx
