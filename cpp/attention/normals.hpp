#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "attention/mersenne_twister.hpp"
#include "linalg/result.hpp"

namespace etx {

/// torch's CPU generator after torch.manual_seed(seed): its bits, and the second normal that a
/// draw of fewer than 16 may have left over for the next such draw.
struct TorchGenerator {
  explicit TorchGenerator(std::uint32_t seed) : bits(seed) {}

  MersenneTwister bits;
  std::optional<double> kept;
};

/// One torch.normal(mean, deviation, (count,)) of a TorchGenerator, read in order; what is skipped
/// costs its random bits alone. It must be read or skipped to its end before the generator's next.
///
/// Method (pytorch, aten/src/ATen/native/cpu/DistributionTemplates.h): from 16 on, uniforms of 24
/// bits, one a sample, by Box-Muller in blocks of 16: the first eight give radii r = √(-2 ln(1-u)),
/// the last eight angles 2π·u; where count is no multiple of 16, the last 16 are drawn again. Fewer
/// than 16: doubles, 53 bits a uniform, the angle's first, and each pair's second is kept.
/// Error: within 3 f32 ulp of max(|sample|, |mean|, deviation·r) of torch's own: the angle is
/// rounded to f32 as there, everything after it once.
class NormalDraw {
 public:
  NormalDraw(TorchGenerator& from, double mean, double deviation, std::size_t count);

  /// The next out.size() samples; no more than are left.
  void read(std::span<float> out);
  void skip(std::size_t count);

 private:
  static constexpr std::size_t kBlock = 16;
  static constexpr std::size_t kBlocks = 32;  // transformed together

  void refill();
  void few();
  void transform(std::size_t first, std::size_t blocks);

  TorchGenerator& generator;
  double mean;
  double deviation;
  std::size_t whole;     // samples still to be made in whole blocks ...
  std::size_t rest = 0;  // ... and at the end otherwise
  std::array<float, kBlock * kBlocks> made{};
  std::size_t from = 0;  // made[from] to made[to] are to be read
  std::size_t to = 0;
};

/// "range" where the deviation is negative or the numbers are beyond f32; "not-finite".
Status checkNormal(double mean, double deviation);

/// One draw a count, after one another, from one generator. "too-large" beyond kMaxCount in all.
Result<std::vector<std::vector<float>>> normals(std::uint32_t seed, double mean, double deviation,
                                                std::span<const std::size_t> counts);

}  // namespace etx
