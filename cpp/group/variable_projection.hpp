#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "group/weights.hpp"
#include "linalg/matrix.hpp"

namespace etx {

/// A block of a curve, per sample. frequency 0: real; π: real with alternating sign, whose
/// imaginary part is zero at every sample.
struct CurveBlock {
  double rate = 0;
  double frequency = 0;
  std::size_t size = 1;

  [[nodiscard]] bool turning() const;
  [[nodiscard]] std::size_t width() const { return turning() ? 2 : 1; }
};

/// Blocks with the coefficients that imitate samples best, in the sense of least squares.
struct CurveModel {
  std::vector<CurveBlock> blocks;
  std::vector<double> coefficients;  // a block's: real and, where it turns, imaginary part by chain
  std::vector<double> rest;          // samples - curve
  double size = HUGE_VAL;            // ‖rest‖₂, or that where beyond range
  Matrix weights;                    // each block's, of one chain more than its size
};

/// Samples, or some of them, and models of them.
///
/// A curve is linear in its coefficients: for given eigenvalues they are solved for, and what is
/// left is minimised over the eigenvalues alone (Golub & Pereyra, The differentiation of
/// pseudo-inverses and nonlinear least squares problems whose variables separate, 1973), by
/// Levenberg's and Marquardt's method (1944, 1963): nearly dependent exponentials would take Gauss
/// and Newton's step far beyond where it holds. Rates are kept within range, and at most 0 where
/// `stable`.
class VariableProjection {
 public:
  /// Of at most `count` samples (spread.hpp), whose squares are within range. For blocks of size at
  /// most `order`.
  VariableProjection(std::span<const double> samples, std::size_t count, std::size_t order,
                     bool stable);

  [[nodiscard]] CurveModel solve(std::vector<CurveBlock> blocks) const;

  /// At most so many steps; ends before where one gains less than a hundredth.
  [[nodiscard]] CurveModel refined(CurveModel model, int steps) const;

 private:
  struct Move {
    double rate = 0;
    double frequency = 0;
  };

  [[nodiscard]] Matrix weightsOf(std::span<const CurveBlock> blocks) const;
  [[nodiscard]] std::vector<Move> moves(const CurveModel& model, double damping) const;

  double most;  // the largest rate
  std::vector<double> values;
  LagTable lags;
};

}  // namespace etx
