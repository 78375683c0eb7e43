#include "attention/sandwich.hpp"

#include "linalg/double_double.hpp"

namespace etx {

Result<Operator> sandwich(std::size_t dimension, std::size_t heads, std::size_t head) {
  if (dimension % 2 != 0) {
    return fail(ErrorCode::shape, {"dimension is ", text(dimension), " but must be even"});
  }
  if (head < 1 || head > heads) {
    return fail(ErrorCode::range,
                {"head is ", text(head), " but must lie between 1 and heads, ", text(heads)});
  }
  Result<Operator> A = resolve(NoPosition{dimension});
  if (!A) return A;
  A->additive = true;
  std::vector<Block>& blocks = std::get_if<Generator>(&A->generator)->blocks;
  const double scale = static_cast<double>(heads) / (8 * static_cast<double>(head));
  const DoubleDouble logarithm = log(DoubleDouble{10000});
  const std::size_t pairs = dimension / 2;
  for (std::size_t i = 1; i <= pairs; ++i) {
    const DoubleDouble exponent = logarithm * -static_cast<double>(2 * i);
    const double frequency = exp(exponent / static_cast<double>(dimension)).hi;
    blocks.push_back({Block::Kind::pair, 0, frequency, 1});
    A->queryTail.insert(A->queryTail.end(), {1, 0});
    A->keyTail.insert(A->keyTail.end(), {scale, 0});
  }
  blocks.push_back({});
  A->queryTail.push_back(1);
  A->keyTail.push_back(-scale * static_cast<double>(pairs));
  return A;
}

}  // namespace etx
