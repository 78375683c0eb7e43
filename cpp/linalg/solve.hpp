#pragma once

#include <memory>
#include <span>
#include <vector>

#include "linalg/matrix.hpp"

namespace etx {

/// P = LU with partial pivoting (Eigen's), kept to solve many systems. P is square and finite.
class Solver {
 public:
  explicit Solver(const Matrix& P);
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver();

  /// 1/cond₁(P), estimated (Hager & Higham): rarely more than three times too large. 0: singular.
  [[nodiscard]] double reciprocalCondition() const;

  /// x with P·x = b, refined with residuals in double-double until they no longer shrink.
  [[nodiscard]] std::vector<double> solve(std::span<const double> b) const;

  /// P⁻¹, unrefined, to be applied to many vectors: each errs about cond(P)·n·u of its norm.
  [[nodiscard]] Matrix inverse() const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors;
};

/// Σ aᵢ·bᵢ in double-double: one rounding, and n·2^-104 of Σ|aᵢ·bᵢ|.
double dot(std::span<const double> a, std::span<const double> b);

}  // namespace etx
