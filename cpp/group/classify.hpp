#pragma once

#include <limits>
#include <optional>

#include "group/generator.hpp"
#include "linalg/matrix.hpp"

namespace etx {

/// What a generator's eigenvalues and blocks make of the score; zero blocks aside.
enum class Family { nope, decay, rotation, dampedRotation, mixed, polynomial, growth };

/// "nope", "decay", "rotation", "damped-rotation", "mixed", "polynomial", "growth".
const char* familyName(Family family);

struct Classification {
  /// X = P·diag(blocks)·P⁻¹ within the tolerance. Blocks: rate ascending (rates within the
  /// tolerance are equal), real before pair, frequency ascending and positive, size ascending. P is
  /// the basis; the real and imaginary parts of an eigenvector are orthogonal, a chain's columns
  /// have root mean square length 1.
  Generator generator;
  /// ‖P‖₂·‖P⁻¹‖₂, within a percent. Infinity where P is singular to working precision.
  double basisCondition = 1;
  /// About the least ‖E‖₂/‖X‖₂ with X + E defective: min |λᵢ-λⱼ|/(κᵢ+κⱼ) over the eigenvalues as
  /// computed, κ the norm of an eigenvalue's spectral projector, after equal semisimple eigenvalues
  /// are merged; within a factor of 4 for a Jordan block with ε in its corner, as long as ε is well
  /// above n·u. Infinity with one (merged) eigenvalue: the identity is not near-defective.
  double distanceToDefective = std::numeric_limits<double>::infinity();
  bool stable = true;  // e^{tX} is bounded for t >= 0
  Family family = Family::nope;
  /// max over t >= 0 of ‖e^{tX}‖₂; Infinity where unbounded. See peakNorm.
  double peakNorm = 1;
};

/// 1e6·n·u: what a computed Jordan block of order 8 in a basis of condition 1e4 needs.
double defaultTolerance(std::size_t order);

/// Jordan structure of X within tolerance·‖X‖₂: of each of its components (linalg), whose
/// eigenvalues are one where they are within half of that (structure, in linalg). Blocks longer
/// than kLongestChain are not looked for. Entries beyond 2^±200 are scaled by a power of two; a
/// chain's columns are then as far apart as that. "shape", "not-finite", "too-large" as
/// checkSquare; "range" unless 0 <= tolerance < 1.
Result<Classification> classify(const Matrix& X, std::optional<double> tolerance = {});

}  // namespace etx
