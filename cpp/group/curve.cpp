#include "group/curve.hpp"

#include <algorithm>
#include <cmath>

namespace etx {
namespace {

Status checkPhases(const Generator& generator, const Lags& lags) {
  for (const Block& block : generator.blocks) {
    if (block.kind != Block::Kind::pair) continue;
    if (std::abs(block.frequency) * lags.farthest() > kFarthestPhase) {
      return fail(ErrorCode::range,
                  {"lag ", text(lags.farthest()), " is too far for frequency ",
                   text(block.frequency), ": the phase is known to radian ", text(kFarthestPhase)});
    }
  }
  return success();
}

}  // namespace

Status curve(const Generator& generator, std::span<const double> query, std::span<const double> key,
             const Lags& lags, const Sink& sink) {
  if (Status near = checkPhases(generator, lags); !near) return near;
  evaluate(merged(contract(generator.blocks, transposedIntoBlocks(generator, query),
                           intoBlocks(generator, key))),
           lags, sink);
  return success();
}

Result<Matrix> orbit(const Generator& generator, std::span<const double> vector,
                     const Lags& times) {
  if (Status near = checkPhases(generator, times); !near) return near.error();
  const std::size_t n = generator.dimension();
  if (n > 0 && times.count() > kMaxCount / n) {
    return fail(ErrorCode::tooLarge, {"orbit has ", text(times.count()), "×", text(n),
                                      " values but the most are ", text(kMaxCount)});
  }
  const std::vector<double> start = intoBlocks(generator, vector);
  Matrix rows(times.count(), n);
  std::vector<double> moved(n);
  for (std::size_t j = 0; j < times.count(); ++j) {
    const DoubleDouble time = times.at(static_cast<double>(j));
    std::size_t at = 0;
    for (const Block& block : generator.blocks) {
      const std::size_t size = block.dimension();
      applyBlock(block, time, std::span(start).subspan(at, size),
                 std::span(moved).subspan(at, size));
      at += size;
    }
    const std::vector<double> row = outOfBlocks(generator, moved);
    std::copy(row.begin(), row.end(), rows.data.begin() + static_cast<std::ptrdiff_t>(j * n));
  }
  return rows;
}

}  // namespace etx
