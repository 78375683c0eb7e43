#include "group/block.hpp"

#include <cmath>

namespace etx {

std::size_t dimension(std::span<const Block> blocks) {
  std::size_t sum = 0;
  for (const Block& block : blocks) sum += block.dimension();
  return sum;
}

Status checkBlocks(std::span<const Block> blocks, std::string_view name) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::string place = concat({name, "[", text(i), "]"});
    const Block& block = blocks[i];
    if (block.size < 1) return fail(ErrorCode::range, {place, ".size is 0 but must be at least 1"});
    if (!std::isfinite(block.rate)) {
      return fail(ErrorCode::notFinite, {place, ".rate is ", text(block.rate)});
    }
    if (!std::isfinite(block.frequency)) {
      return fail(ErrorCode::notFinite, {place, ".frequency is ", text(block.frequency)});
    }
  }
  return success();
}

void applyBlock(const Block& block, const double* weights, std::size_t stride,
                std::span<const double> x, std::span<double> y) {
  const bool pair = block.kind == Block::Kind::pair;
  const std::size_t width = eigenvalue(block).width();
  const auto weight = [&](std::size_t l) {
    const double* at = weights + l * width * stride;
    return Complex{*at, width == 2 ? at[stride] : 0};
  };
  for (std::size_t i = 0; i < block.size; ++i) {
    Complex sum;
    for (std::size_t l = 0; i + l < block.size; ++l) {
      const std::size_t at = i + l;
      const Complex term =
          times(weight(l), pair ? Complex{x[2 * at], x[2 * at + 1]} : Complex{x[at], 0});
      sum = {sum.re + term.re, sum.im + term.im};
    }
    if (pair) {
      y[2 * i] = sum.re;
      y[2 * i + 1] = sum.im;
    } else {
      y[i] = sum.re;
    }
  }
}

// The weights' conjugates, down the chain.
void applyTransposed(const Block& block, const double* weights, std::size_t stride,
                     std::span<const double> x, std::span<double> y) {
  const bool pair = block.kind == Block::Kind::pair;
  const std::size_t width = eigenvalue(block).width();
  for (std::size_t i = 0; i < block.size; ++i) {
    Complex sum;
    for (std::size_t l = 0; l <= i; ++l) {
      const std::size_t from = i - l;
      const double* at = weights + l * width * stride;
      const Complex term = times({at[0], width == 2 ? -at[stride] : 0},
                                 pair ? Complex{x[2 * from], x[2 * from + 1]} : Complex{x[from]});
      sum = {sum.re + term.re, sum.im + term.im};
    }
    if (pair) {
      y[2 * i] = sum.re;
      y[2 * i + 1] = sum.im;
    } else {
      y[i] = sum.re;
    }
  }
}

void writeBlock(const Block& block, Matrix& X, std::size_t at) {
  const std::size_t width = block.kind == Block::Kind::real ? 1 : 2;
  for (std::size_t i = 0; i < block.size; ++i) {
    const std::size_t place = at + i * width;
    for (std::size_t c = 0; c < width; ++c) {
      X(place + c, place + c) = block.rate;
      if (i + 1 < block.size) X(place + c, place + width + c) = 1;
    }
    if (width == 2) {
      X(place, place + 1) = -block.frequency;
      X(place + 1, place) = block.frequency;
    }
  }
}

}  // namespace etx
