#include "attention/normals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "group/lags.hpp"
#include "linalg/batch.hpp"
#include "linalg/elementary.hpp"

namespace etx {
namespace {

// 53 bits; the high word is drawn first.
double uniform53(MersenneTwister& bits) {
  const std::uint64_t high = bits.next();
  const std::uint64_t low = bits.next();
  return static_cast<double>(((high << 32) | low) & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
}

}  // namespace

NormalDraw::NormalDraw(TorchGenerator& source, double center, double spread, std::size_t count)
    : generator(source), mean(center), deviation(spread), whole(count) {
  if (count < kBlock) {
    whole = 0;
    rest = count;
    return;
  }
  // torch converts both to the tensor's type.
  mean = static_cast<double>(static_cast<float>(center));
  deviation = static_cast<double>(static_cast<float>(spread));
  if (count % kBlock != 0) {
    rest = kBlock + count % kBlock;
    whole = count - rest;
  }
}

void NormalDraw::transform(std::size_t first, std::size_t blocks) {
  std::array<std::uint32_t, kBlock * kBlocks> words;
  const std::size_t count = blocks * kBlock;
  generator.bits.fill(std::span(words).first(count));
  constexpr std::size_t kHalf = kBlock / 2;
  constexpr auto kCircle = 0x1.921fb6p+2F;  // 2π
  for (std::size_t block = 0; block < count; block += kBlock) {
    std::array<double, kHalf> rests;
    std::array<double, kHalf> turns;
    for (std::size_t i = 0; i < kHalf; ++i) {
      const auto uniform = [&](std::size_t at) {
        return static_cast<float>(static_cast<std::int32_t>(words[at] & 0xffffffU)) * 0x1p-24F;
      };
      rests[i] = static_cast<double>(1.0F - uniform(block + i));
      turns[i] = static_cast<double>(kCircle * uniform(block + kHalf + i)) * kInverseTurn.hi;
    }
    std::array<double, kBlock> normal;
    for (std::size_t i = 0; i < kHalf; i += kLanes) {
      const Batch radius =
          xsimd::sqrt(-2.0 * log(Batch::load_unaligned(rests.data() + i))) * deviation;
      const Batch turn = Batch::load_unaligned(turns.data() + i);
      const Batch angle = turn - nearest(turn);
      (radius * cosTurns(angle) + mean).store_unaligned(normal.data() + i);
      (radius * sinTurns(angle) + mean).store_unaligned(normal.data() + kHalf + i);
    }
    for (std::size_t i = 0; i < kBlock; ++i) {
      made[first + block + i] = static_cast<float>(normal[i]);
    }
  }
}

void NormalDraw::few() {
  for (std::size_t i = 0; i < rest; ++i) {
    double normal = 0;
    if (generator.kept) {
      normal = *generator.kept;
      generator.kept.reset();
    } else {
      const double turn = uniform53(generator.bits);
      const double angle = turn < 0.5 ? turn : turn - 1;
      const double radius = std::sqrt(-2 * logRounded(1 - uniform53(generator.bits)));
      normal = radius * cosTurns(angle);
      generator.kept = radius * sinTurns(angle);
    }
    made[i] = static_cast<float>(normal * deviation + mean);
  }
}

void NormalDraw::refill() {
  from = 0;
  if (whole > 0) {
    const std::size_t blocks = std::min(whole / kBlock, kBlocks);
    transform(0, blocks);
    to = blocks * kBlock;
    whole -= to;
    return;
  }
  if (rest < kBlock) {
    few();
  } else {
    // The last whole block, then 16 new ones over what the uniforms after it would have become.
    transform(0, 1);
    generator.bits.skip(rest - kBlock);
    transform(rest - kBlock, 1);
  }
  to = rest;
  rest = 0;
}

void NormalDraw::read(std::span<float> out) {
  while (!out.empty()) {
    if (from == to) refill();
    const std::size_t count = std::min(to - from, out.size());
    std::copy_n(made.begin() + static_cast<std::ptrdiff_t>(from), count, out.begin());
    from += count;
    out = out.subspan(count);
  }
}

void NormalDraw::skip(std::size_t count) {
  while (count > 0) {
    if (from == to) {
      const std::size_t passed = std::min(count, whole) / kBlock * kBlock;
      generator.bits.skip(passed);
      whole -= passed;
      count -= passed;
      if (count == 0) return;
      refill();
    }
    const std::size_t step = std::min(to - from, count);
    from += step;
    count -= step;
  }
}

Status checkNormal(double mean, double deviation) {
  if (!std::isfinite(mean)) return fail(ErrorCode::notFinite, {"mean is ", text(mean)});
  if (!std::isfinite(deviation)) {
    return fail(ErrorCode::notFinite, {"deviation is ", text(deviation)});
  }
  if (deviation < 0) {
    return fail(ErrorCode::range, {"deviation is ", text(deviation), " but must not be negative"});
  }
  constexpr auto kMost = static_cast<double>(std::numeric_limits<float>::max());
  if (std::abs(mean) > kMost || deviation > kMost) {
    return fail(ErrorCode::range, {"mean ", text(mean), " or deviation ", text(deviation),
                                   " is beyond the range of f32"});
  }
  return success();
}

Result<std::vector<std::vector<float>>> normals(std::uint32_t seed, double mean, double deviation,
                                                std::span<const std::size_t> counts) {
  if (Status sound = checkNormal(mean, deviation); !sound) return sound.error();
  std::size_t total = 0;
  for (const std::size_t count : counts) {
    if (count > kMaxCount || (total += count) > kMaxCount) {
      return fail(ErrorCode::tooLarge, {"counts add up beyond ", text(kMaxCount)});
    }
  }
  TorchGenerator generator(seed);
  std::vector<std::vector<float>> draws;
  draws.reserve(counts.size());
  for (const std::size_t count : counts) {
    draws.emplace_back(count);
    NormalDraw(generator, mean, deviation, count).read(draws.back());
  }
  return draws;
}

}  // namespace etx
