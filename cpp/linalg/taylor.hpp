#pragma once

#include <cstddef>
#include <vector>

#include "linalg/diagonal_blocks.hpp"
#include "linalg/growth.hpp"

namespace etx {

/// e^{tA}, or e^{tA} - I, as an algorithm made it.
struct TaylorResult {
  const double* value = nullptr;  // in the workspace, until the next call; padded in double
  const double* low = nullptr;    // double-double: value + low is the result
  double norm = 0;                // ‖value‖₁; Infinity or NaN where an entry is
  /// ‖value + low - e^{tA}‖₁ (or of e^{tA} - I), absolute; Infinity or NaN where it blew up.
  double errorBound = 0;
  int degree = 0;
  int squarings = 0;
};

/// Scaling and squaring with a Taylor polynomial in double, for one A and any number of times,
/// which share A's powers; no allocation after the first use of an order.
///
/// F = e^{τA} - I, τ = t·2^-s, by the Taylor polynomial of degree 4, 8, 12 or 18 in 2, 3, 4 or 5
/// products after Bader, Blanes & Casas (Computing the matrix exponential with an optimized Taylor
/// polynomial approximation, Mathematics 7 (2019) 1174, section 3), rearranged so that no constant
/// term appears: I would swallow F's last digits. s is the least for which the rest of the series,
/// Σ ‖(τA)^k‖/k! with the norms of A², A³ and A⁶ for those of the higher powers, is below u/2
/// (Al-Mohy & Higham, A new scaling and squaring algorithm for the matrix exponential, 2009,
/// section 4: powers' norms instead of the norm's powers). Then F <- 2F + F² while ‖I + F‖₁ >= 1/2,
/// and E <- E² after: carrying F keeps the digits of small eigenvalues. The diagonal blocks of a
/// quasi-triangular A are written anew before each squaring and at the end (diagonal_blocks.hpp).
class Taylor {
 public:
  /// A: n×n, row-major, finite, its 1-norm (`norm`) of moderate size (within 2^±20, or 0) so that
  /// its powers stay in range; copied.
  void prepare(const double* A, std::size_t n, double norm);

  TaylorResult at(double time, bool minusIdentity);

  /// F alone and s, for a caller who squares by other rules. value: F, padded.
  TaylorResult start(double time);

 private:
  struct Form;
  struct Bounded {
    double size = 0, error = 0;
    [[nodiscard]] double most() const { return size + error; }  // a bound on what is meant
  };
  enum Place { kA, kA2, kA3, kA6, kLeft, kRight, kInner, kOuter, kPlaces };

  double* place(Place which) { return numbers.data() + which * entries; }
  void raise(Place to, Place left, Place right);
  [[nodiscard]] double longTail(double tau) const;
  const Form& choose(double time, int& squarings, double& tail);
  double evaluate(const Form& form, double tau);

  std::size_t n = 0;
  double unitOfProduct = 0;
  std::size_t entries = 0;  // of a padded matrix
  std::vector<double> numbers;
  Place highest = kA;     // the powers up to this one are computed
  Bounded power[kLeft];   // their 1-norms, and bounds on their errors
  Norms last;             // of the matrix just made
  DiagonalBlocks blocks;  // of A where that is quasi-triangular
  ErrorGrowth growth;
};

}  // namespace etx
