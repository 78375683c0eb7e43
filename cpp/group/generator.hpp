#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "group/block.hpp"
#include "linalg/matrix.hpp"

namespace etx {

/// X = P · diag(blocks) · P⁻¹. Without a basis P is the identity or, if there is one, the
/// permutation: coordinate i of the block form is coordinate permutation[i] of the vector.
struct Generator {
  std::vector<Block> blocks;
  std::optional<Matrix> basis;
  std::optional<std::vector<std::uint32_t>> permutation;

  // Out of line: written at every early return they would be a good part of the wasm file.
  Generator();
  Generator(std::vector<Block> diagonal, std::optional<Matrix> P,
            std::optional<std::vector<std::uint32_t>> places);
  Generator(const Generator& other);
  Generator(Generator&& other) noexcept;
  Generator& operator=(const Generator& other);
  Generator& operator=(Generator&& other) noexcept;
  ~Generator();

  [[nodiscard]] std::size_t dimension() const { return etx::dimension(blocks); }
};

/// The largest dimension of a generator without basis, whose curves need no n×n matrix.
inline constexpr std::size_t kMaxDimension = 65536;

/// Blocks sound; "range" where basis and permutation stand together, where the basis is singular to
/// working precision or the permutation repeats or leaves a coordinate; "shape" where they don't
/// fit the blocks; "too-large" beyond kMaxOrder with a basis, kMaxDimension without.
Status check(const Generator& generator);

/// X, dense. "too-large" beyond kMaxOrder. Without a basis its entries are the blocks' own; with
/// one it errs like Gaussian elimination, about cond(P)·n·u·‖X‖.
Result<Matrix> denseMatrix(const Generator& generator);

/// Block coordinates of a key: x̂ = P⁻¹x. Solved by LU and refined with double-double residuals:
/// while cond(P)·n·u < 1/4, about u relative to the exact x̂ componentwise (Higham, Accuracy and
/// Stability, theorem 12.1).
std::vector<double> intoBlocks(const Generator& generator, std::span<const double> x);

/// Of a query: Pᵀx, so that qᵀ e^{τX} k = (Pᵀq)ᵀ e^{τ·diag(blocks)} (P⁻¹k). Summed in
/// double-double.
std::vector<double> transposedIntoBlocks(const Generator& generator, std::span<const double> x);

/// Back again: P·x̂.
std::vector<double> outOfBlocks(const Generator& generator, std::span<const double> x);

}  // namespace etx
