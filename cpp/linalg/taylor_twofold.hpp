#pragma once

#include <cstddef>
#include <vector>

#include "linalg/taylor.hpp"
#include "linalg/twofold.hpp"

namespace etx {

/// As Taylor, in double-double: the polynomial of degree 25 by Paterson & Stockmeyer's scheme, in
/// which the terms from A^15 on, below 2^-47 of the first, are computed in double. An odd order is
/// filled up with zeros to the next even one, whose products are faster.
class TwofoldTaylor {
 public:
  /// A: n×n, row-major, finite, its 1-norm within 2^±20, or 0; copied.
  void prepare(const double* A, std::size_t n);

  /// time is exact.
  TaylorResult at(double time, bool minusIdentity);

 private:
  static constexpr std::size_t kRoot = 5;

  void raise(std::size_t to, std::size_t left, std::size_t right);
  double evaluate(double tau);
  int squarings(double time, double& tail) const;

  void pack(double* A) const;

  std::size_t n = 0;
  std::size_t side = 0;  // n, or the even number above it
  std::vector<double> numbers;
  Twofold powers[kRoot + 1];  // [k] is A^k
  Twofold F, G;
  double size[kRoot + 1] = {};   // 1-norms of the powers
  double wrong[kRoot + 1] = {};  // bounds on their errors
  TwofoldProduct products;
  Norms last;
  ErrorGrowth growth;
};

}  // namespace etx
