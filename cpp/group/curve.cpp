#include "group/curve.hpp"

#include <algorithm>
#include <cmath>

namespace etx {
namespace {

constexpr std::size_t kChunk = 256;  // lags whose weights are in memory together

}  // namespace

Status checkPhases(const Generator& generator, const Lags& lags) {
  const double farthest = lags.farthest();
  for (const Block& block : generator.blocks) {
    if (block.kind != Block::Kind::pair) continue;
    if (std::abs(block.frequency) * farthest > kFarthestPhase) {
      return fail(ErrorCode::range,
                  {"lag ", text(farthest), " is too far for frequency ", text(block.frequency),
                   ": the phase is known to radian ", text(kFarthestPhase)});
    }
  }
  return success();
}

Status curve(const Generator& generator, std::span<const double> query, std::span<const double> key,
             const Lags& lags, Arithmetic arithmetic, const Sink& sink) {
  if (Status near = checkPhases(generator, lags); !near) return near;
  evaluate(merged(contract(generator.blocks, transposedIntoBlocks(generator, query),
                           intoBlocks(generator, key))),
           lags, arithmetic, sink);
  return success();
}

Status contributions(const Generator& generator, std::span<const double> query,
                     std::span<const double> key, const Lags& lags, const RowSink& sink) {
  if (Status near = checkPhases(generator, lags); !near) return near;
  const std::size_t rows = generator.blocks.size();
  if (Status fits = checkSize("contributions", lags.count(), rows); !fits) return fits;
  const ExponentialPolynomial sum = contract(
      generator.blocks, transposedIntoBlocks(generator, query), intoBlocks(generator, key));
  for (std::size_t row = 0; row < rows; ++row) {
    evaluate({sum[row]}, lags, Arithmetic::binary64,
             [&](std::size_t first, std::span<const double> part) { sink(row, first, part); });
  }
  return success();
}

Result<Matrix> orbit(const Generator& generator, std::span<const double> vector,
                     const Lags& times) {
  if (Status near = checkPhases(generator, times); !near) return near.error();
  const std::size_t n = generator.dimension();
  if (Status fits = checkSize("orbit", times.count(), n); !fits) return fits.error();
  const std::vector<double> start = intoBlocks(generator, vector);
  std::size_t chain = 1;
  for (const Block& block : generator.blocks) chain = std::max(chain, block.size);
  Matrix rows(times.count(), n);
  for (std::size_t first = 0; first < times.count(); first += kChunk) {
    std::vector<DoubleDouble> some(std::min(kChunk, times.count() - first));
    for (std::size_t i = 0; i < some.size(); ++i)
      some[i] = times.at(static_cast<double>(first + i));
    const LagTable table(some, chain);
    std::vector<double> weights(2 * chain * table.stride());
    Matrix moved(some.size(), n);
    std::size_t at = 0;
    for (const Block& block : generator.blocks) {
      const std::size_t size = block.dimension();
      eigenvalue(block).weights(table, block.size, weights.data());
      for (std::size_t i = 0; i < some.size(); ++i) {
        applyBlock(block, weights.data() + i, table.stride(), std::span(start).subspan(at, size),
                   std::span(moved.data).subspan(i * n + at, size));
      }
      at += size;
    }
    for (std::size_t i = 0; i < some.size(); ++i) {
      const std::vector<double> row =
          outOfBlocks(generator, std::span(moved.data).subspan(i * n, n));
      std::copy(row.begin(), row.end(),
                rows.data.begin() + static_cast<std::ptrdiff_t>((first + i) * n));
    }
  }
  return rows;
}

}  // namespace etx
