#include "attention/alibi.hpp"

#include <bit>

#include "linalg/double_double.hpp"

namespace etx {

Result<double> alibiSlope(std::size_t heads, std::size_t head) {
  if (heads > kMaxHeads) {
    return fail(ErrorCode::tooLarge,
                {"heads is ", text(heads), " but the most are ", text(kMaxHeads)});
  }
  if (head < 1 || head > heads) {
    return fail(ErrorCode::range,
                {"head is ", text(head), " but must lie between 1 and heads, ", text(heads)});
  }
  const std::size_t regular = std::bit_floor(heads);
  const bool first = head <= regular;
  const std::size_t of = first ? regular : 2 * regular;
  const std::size_t place = first ? head : 2 * (head - regular) - 1;
  // 8·place/of is exact: `of` is a power of two.
  const double exponent = -8 * static_cast<double>(place) / static_cast<double>(of);
  return exp(kLn2 * DoubleDouble{exponent}).hi;
}

Result<Operator> alibi(std::size_t dimension, double slope, bool bidirectional) {
  if (!std::isfinite(slope)) return fail(ErrorCode::notFinite, {"slope is ", text(slope)});
  Result<Operator> A = resolve(NoPosition{dimension});
  if (!A) return A;
  std::get_if<Generator>(&A->generator)->blocks.push_back({Block::Kind::real, 0, 0, 2});
  A->mirrored = bidirectional;
  A->queryTail = {-slope, 0};
  A->keyTail = {0, 1};
  return A;
}

}  // namespace etx
