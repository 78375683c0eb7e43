#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "linalg/balance.hpp"
#include "linalg/expm.hpp"
#include "linalg/taylor.hpp"
#include "linalg/taylor_twofold.hpp"

namespace etx {

/// How an exponential was made and how far it may be off.
struct Outcome {
  double errorBound = 0;  // ‖value + low - e^{tX}‖₁ <= errorBound·‖e^{tX}‖₁
  int degree = 0;         // of the Taylor polynomial; 0: a closed form
  int squarings = 0;
  bool twofold = false;  // low was written
  bool balanced = false;
  bool overflow = false;
};

/// Whether time·X, X n×n, is finite and has a finite 1-norm.
bool hasExponent(std::span<const double> X, std::size_t n, double time);
/// The same in words: whether X, n×n, is finite and time·X has a finite 1-norm: else "not-finite"
/// or "overflow", naming the entry if one is to blame. `name` is X's.
Status checkExponent(std::span<const double> X, std::size_t n, double time, std::string_view name);

/// expm's algorithms (expm.hpp) without its checks and without a Matrix, for many exponentials of
/// one order: a workspace that is allocated once. X finite; times·X of a finite 1-norm.
class Exponentiator {
 public:
  explicit Exponentiator(std::size_t order) : n(order) {}

  /// X: n×n, row-major, read until the next load. longest: the largest |time| that will be asked
  /// for.
  void load(const double* X, double longest);

  /// value, low: n×n; low is written where the outcome says twofold, and must be there where
  /// options.precision is not bits53. Uses all of the options.
  Outcome at(const ExpmOptions& options, double* value, double* low);

 private:
  void prepare();
  void measure();
  void normalise();
  void prepareTaylor();
  Outcome ofOrder1(const ExpmOptions& options, double* value, double* low);
  Outcome inDouble(const ExpmOptions& options, double* value);
  Outcome inDoubleDouble(const ExpmOptions& options, double* value, double* low);
  Outcome finish(const TaylorResult& result, const ExpmOptions& options, double* value);
  void overflowed(const ExpmOptions& options, double* value);
  [[nodiscard]] double scaledTime(double time) const;

  std::size_t n;
  const double* X = nullptr;
  double longestTime = 0;
  const double* A = nullptr;    // X, or balanced, times 2^-exponent
  std::vector<double> shifted;  // A where exponent is not 0
  std::vector<double> sums;     // of absolute values, in A's rows, then in its columns
  double size = 0;              // ‖A‖₁
  int exponent = 0;
  Balance balance;
  bool prepared = false, inTaylor = false, inTwofold = false;  // has A
  Taylor taylor;
  TwofoldTaylor twofoldTaylor;
};

}  // namespace etx
