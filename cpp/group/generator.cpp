#include "group/generator.hpp"

#include <algorithm>
#include <string>

#include "linalg/product.hpp"
#include "linalg/solve.hpp"

namespace etx {
namespace {

Status checkPermutation(std::span<const std::uint32_t> permutation, std::size_t n) {
  constexpr std::string_view name = "generator.permutation";
  if (permutation.size() != n) {
    return fail(ErrorCode::shape, {name, " has ", text(permutation.size()),
                                   " entries but the blocks have dimension ", text(n)});
  }
  std::vector<bool> seen(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t to = permutation[i];
    if (to >= n || seen[to]) {
      return fail(ErrorCode::range,
                  {name, "[", text(i), "] is ", text(std::size_t{to}),
                   (to < n ? " a second time" : ""), ": not a permutation of 0..", text(n - 1)});
    }
    seen[to] = true;
  }
  return success();
}

Status checkBasis(const Matrix& P, std::size_t n) {
  constexpr std::string_view name = "generator.basis";
  if (Status square = checkSquare(P, name); !square) return square;
  if (P.rows != n) {
    return fail(ErrorCode::shape,
                {name, " has order ", text(P.rows), " but the blocks have dimension ", text(n)});
  }
  if (n == 0) return success();
  const double reciprocal = Solver(P).reciprocalCondition();
  if (reciprocal < 0x1p-53) {
    return fail(ErrorCode::range,
                {name, " is singular: its reciprocal condition number is ", text(reciprocal)});
  }
  return success();
}

}  // namespace

Generator::Generator() = default;
Generator::Generator(std::vector<Block> diagonal, std::optional<Matrix> P,
                     std::optional<std::vector<std::uint32_t>> places)
    : blocks(std::move(diagonal)), basis(std::move(P)), permutation(std::move(places)) {}
Generator::Generator(const Generator& other) = default;
Generator::Generator(Generator&& other) noexcept = default;
Generator& Generator::operator=(const Generator& other) = default;
Generator& Generator::operator=(Generator&& other) noexcept = default;
Generator::~Generator() = default;

Status check(const Generator& generator) {
  if (Status sound = checkBlocks(generator.blocks, "generator.blocks"); !sound) return sound;
  if (generator.basis && generator.permutation) {
    return fail(ErrorCode::range, {"generator has a basis and a permutation: give one of them"});
  }
  // Each size is tested on its own first, so that the sum cannot wrap.
  std::size_t n = 0;
  for (const Block& block : generator.blocks) {
    if (block.size > kMaxDimension || (n += block.dimension()) > kMaxDimension) {
      return fail(ErrorCode::tooLarge,
                  {"generator.blocks have a dimension beyond ", text(kMaxDimension)});
    }
  }
  if (generator.permutation) return checkPermutation(*generator.permutation, n);
  if (generator.basis) return checkBasis(*generator.basis, n);
  return success();
}

Result<Matrix> denseMatrix(const Generator& generator) {
  const std::size_t n = generator.dimension();
  if (n > kMaxOrder) {
    return fail(ErrorCode::tooLarge, {"the generator's matrix has order ", text(n),
                                      " but the largest is ", text(kMaxOrder)});
  }
  Matrix D(n, n);
  std::size_t at = 0;
  for (const Block& block : generator.blocks) {
    writeBlock(block, D, at);
    at += block.dimension();
  }
  if (generator.permutation) {
    const auto& to = *generator.permutation;
    Matrix X(n, n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) X(to[i], to[j]) = D(i, j);
    }
    return X;
  }
  if (!generator.basis) return D;

  // Row i of X solves Pᵀ·xᵢ = (row i of P·D).
  const Solver solver(transpose(*generator.basis));
  Matrix X = *generator.basis * D;
  for (std::size_t i = 0; i < n; ++i) {
    const std::span<double> row(X.data.data() + i * n, n);
    const std::vector<double> solved = solver.solve(row);
    std::copy(solved.begin(), solved.end(), row.begin());
  }
  return X;
}

std::vector<double> intoBlocks(const Generator& generator, std::span<const double> x) {
  if (generator.basis) return Solver(*generator.basis).solve(x);
  std::vector<double> out(x.begin(), x.end());
  if (generator.permutation) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = x[(*generator.permutation)[i]];
  }
  return out;
}

std::vector<double> transposedIntoBlocks(const Generator& generator, std::span<const double> x) {
  if (!generator.basis) return intoBlocks(generator, x);  // a permutation's transpose inverts it
  const Matrix columns = transpose(*generator.basis);
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = dot(std::span<const double>(columns.data.data() + i * columns.cols, columns.cols), x);
  }
  return out;
}

std::vector<double> outOfBlocks(const Generator& generator, std::span<const double> x) {
  std::vector<double> out(x.begin(), x.end());
  if (generator.permutation) {
    for (std::size_t i = 0; i < out.size(); ++i) out[(*generator.permutation)[i]] = x[i];
  }
  if (generator.basis) {
    const Matrix& P = *generator.basis;
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = dot(std::span<const double>(P.data.data() + i * P.cols, P.cols), x);
    }
  }
  return out;
}

}  // namespace etx
