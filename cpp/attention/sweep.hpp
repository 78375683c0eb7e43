#pragma once

#include <optional>
#include <vector>

#include "attention/encoding.hpp"
#include "group/moments.hpp"

namespace etx {

enum class Statistic { mean, deviation };

/// The score's mean, or its variance where the deviation is asked for, as an exponential polynomial
/// of the operator's lags; nothing where it is none: dense generators, a clock, covariances that
/// couple blocks. joint is sound (check) and of the operator's dimension.
std::optional<ExponentialPolynomial> polynomial(const Operator& A, const JointGaussian& joint,
                                                Statistic statistic);

/// Mean or deviation of the score at every lag, made for pictures: undamped rotations on a grid in
/// 32-bit products, |error| <= 6e-7·Σ|c|, of the variance where the deviation is asked for; all
/// else as moments().
Status sweep(const Operator& A, const JointGaussian& joint, Statistic statistic, const Lags& lags,
             const Sink& sink);

/// A polynomial of single blocks as a product of two tables in 32 bits, s(start_j + r·step) =
/// Σ_k left[j][k]·right[k][r], made in double-double phases and rounded once.
struct SweepTables {
  std::size_t columns = 0;   // k, filled up with zeros to a multiple of 4
  std::vector<float> left;   // columns a start
  std::vector<float> right;  // fours of columns, each `width` entries of four
};

/// starts: numbers of lags of the grid.
SweepTables sweepTables(const ExponentialPolynomial& sum, const Lags& lags,
                        const std::vector<double>& starts, double step, std::size_t width);

}  // namespace etx
