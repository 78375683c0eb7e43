#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "linalg/norms.hpp"

namespace etx {

/// n·2^-1070: what underflow may add to the 1-norm of a product of order n < 2^48. Put together
/// from bits, since a multiplication that gives a subnormal number takes as long as fifty others.
inline double underflowOf(std::size_t n) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(n) << 4);
}

/// A bound on the error of e^B, B = 2^s·C, from that of F = e^C - I + δ. A squaring makes
/// (I+F)δ + δ(I+F) - δ² of δ and adds its own rounding. Followed twice: in the 1-norm, with the
/// norms that the squares turned out to have, and in the 2-norm, where ‖e^{tB}‖₂ <= e^{t·μ} knows
/// an isometry. The lesser holds.
class ErrorGrowth {
 public:
  /// ‖fl(XY) - XY‖ <= productUnit·‖|X|‖‖|Y|‖ of order n; unit is an addition's.
  void begin(std::size_t order, double productUnit, double unit, double errorOfF);
  /// X, which has these norms, is squared: F <- 2F + F² where `ofF`, else E <- E².
  void square(const Norms& X, bool ofF);
  /// The matrix was changed by a rounding of this 1-norm.
  void round(double error) { one += error, pending += error; }

  /// In the 1-norm, absolute, by the 1-norm's way.
  [[nodiscard]] double oneNorm() const { return one; }
  /// In the 1-norm, by the 2-norm's way: `logarithmic` bounds the logarithmic 2-norm of B.
  [[nodiscard]] double throughTwoNorm(double logarithmic) const;

 private:
  struct Step {
    double before = 0;   // rounding since the last one
    double squares = 0;  // ‖X‖_F²
    double extra = 0;    // rounding beside the product's
    bool ofF = false;
  };

  std::size_t n = 0;
  double unitOfProduct = 0, unitOfSum = 0;
  double one = 0;      // the bound so far
  double pending = 0;  // what came since the last step, or the start
  std::vector<Step> steps;
};

}  // namespace etx
