// Biases b(τ), one with the query's position: T5, KERPLE, FIRE.

#include <algorithm>
#include <cmath>

#include "attention/outsider.hpp"
#include "attention/seeded.hpp"
#include "linalg/elementary.hpp"

namespace etx {
namespace {

DoubleDouble onePlus(double factor, DoubleDouble lag) {
  return DoubleDouble{1} + abs(lag) * factor;
}

// Raffel et al., Exploring the Limits of Transfer Learning (T5), 2020, section 2.1: one learned
// number a bucket of distances. The table may be given; else it is drawn from N(0, 1), number
// bucket·heads + head - 1 of the seed, as T5's own table lies in memory.
// values: heads, head, buckets, maxDistance, bidirectional, seed. lists: table or none.
class Buckets final : public Addition {
 public:
  explicit Buckets(const CatalogueEntry& t5)
      : count(t5.whole(2)), maxDistance(t5.value(3)), bidirectional(t5.value(4) != 0) {
    table.assign(t5.list(0).begin(), t5.list(0).end());
    for (std::size_t i = table.size(); i < count; ++i) {
      table.push_back(seededNormal(t5.whole(5), i * t5.whole(0) + t5.whole(1) - 1));
    }
  }
  [[nodiscard]] double at(DoubleDouble lag) const override {
    return table[relativeBucket(-lag.hi, bidirectional, count, maxDistance)];
  }

 private:
  std::vector<double> table;
  std::size_t count;
  double maxDistance;
  bool bidirectional;
};

// Chi et al., KERPLE, 2022, section 4: -p·ln(1 + a|τ|), or -a|τ|^p. values: p, a, form (1: power).
class Kernel final : public Addition {
 public:
  explicit Kernel(const CatalogueEntry& kerple)
      : p(kerple.value(0)), a(kerple.value(1)), power(kerple.value(2) != 0) {}
  [[nodiscard]] double at(DoubleDouble lag) const override {
    if (!power) return -p * logRounded(onePlus(a, lag));
    const DoubleDouble distance = abs(lag);
    if (distance.hi == 0) return 0;
    return -a * expRounded(log(distance) * p);
  }

 private:
  double p;
  double a;
  bool power;
};

// Li et al., Functional Interpolation for Relative Position Encodings, 2024, eq. 6:
// f(ln(c|τ|+1)/(ln(c·max(t, L)+1) + 1e-6)), f a network of 32 ReLUs whose weights are drawn as
// PyTorch initialises linear layers: uniform in ±1/√inputs. Numbers 0-31 of the seed are the first
// layer's weights, 32-63 its biases, 64-95 the second's weights, 96 its bias.
// values: c, threshold, seed.
class Interpolated final : public Addition {
 public:
  Interpolated(const CatalogueEntry& fire, double position)
      : c(fire.value(0)), scale(logRounded(onePlus(c, std::max(position, fire.value(1)))) + 1e-6) {
    for (std::size_t i = 0; i < 3 * kHidden + 1; ++i) {
      const double range = i < 2 * kHidden ? 1 : 0x1.6a09e667f3bcdp-3;  // 1/√32
      weights[i] = (2 * seededUniform(fire.whole(2), i) - 1) * range;
    }
  }
  [[nodiscard]] double at(DoubleDouble lag) const override {
    const double x = logRounded(onePlus(c, lag)) / scale;
    double sum = weights[3 * kHidden];
    for (std::size_t i = 0; i < kHidden; ++i) {
      sum += weights[2 * kHidden + i] * std::max(0.0, weights[i] * x + weights[kHidden + i]);
    }
    return sum;
  }

 private:
  static constexpr std::size_t kHidden = 32;
  double c;
  double scale;
  double weights[3 * kHidden + 1];
};

constexpr double kAnyLag = 0x1p53;

}  // namespace

std::size_t relativeBucket(double keyLessQuery, bool bidirectional, std::size_t count,
                           double maxDistance) {
  std::size_t first = 0;
  double distance = std::max(0.0, -keyLessQuery);
  if (bidirectional) {
    count /= 2;
    if (keyLessQuery > 0) first = count;
    distance = std::abs(keyLessQuery);
  }
  const std::size_t half = count / 2;
  const auto exact = static_cast<double>(half);
  if (distance < exact) return first + static_cast<std::size_t>(distance);
  const double wide = static_cast<double>(count) - exact;
  const double place = logRounded(distance / exact) / logRounded(maxDistance / exact) * wide;
  return first + static_cast<std::size_t>(std::min(exact + std::floor(place), exact + wide - 1));
}

Added relativeBuckets(const Question& question) {
  const CatalogueEntry& t5 = question.encoding;
  const std::size_t count = t5.whole(2);
  const std::size_t least = t5.value(4) != 0 ? 4 : 2;  // one bucket exact, one not, a direction
  if (count < least || count > 65536) {
    return fail(ErrorCode::range,
                {"buckets is ", text(count), " but must be at least ", text(least)});
  }
  const std::size_t exact = count / least;
  if (!(t5.value(3) > static_cast<double>(exact))) {
    return fail(ErrorCode::range, {"maxDistance is ", text(t5.value(3)),
                                   " but must exceed the exact buckets' ", text(exact)});
  }
  if (Status whole = checkWhole(question.lags, -kAnyLag, kAnyLag); !whole) return whole.error();
  return std::unique_ptr<Addition>(std::make_unique<Buckets>(t5));
}

Added kernelBias(const Question& question) {
  return std::unique_ptr<Addition>(std::make_unique<Kernel>(question.encoding));
}

Added interpolatedBias(const Question& question) {
  const Result<double> position = positionOf(question);
  if (!position) return position.error();
  return std::unique_ptr<Addition>(std::make_unique<Interpolated>(question.encoding, *position));
}

}  // namespace etx
