#include "group/classify.hpp"

#include <algorithm>
#include <cmath>

#include "group/jordan.hpp"
#include "group/peak_norm.hpp"
#include "linalg/components.hpp"
#include "linalg/distance.hpp"
#include "linalg/norms.hpp"
#include "linalg/singular.hpp"
#include "linalg/sort.hpp"

namespace etx {
namespace {

// A block of one of the components, whose P has its columns from `column` on.
struct Part {
  Block block;
  std::size_t component = 0;
  std::size_t column = 0;
};

// Eigenvalues of different components that are one within the tolerance become the first of them.
class Values {
 public:
  explicit Values(double tolerance) : square(tolerance * tolerance) {}

  // A Block or an Eigenspace.
  template <class Value>
  void unite(Value& value) {
    for (const Complex& one : known) {
      const double x = value.rate - one.re;
      const double y = value.frequency - one.im;
      if ((value.frequency > 0) != (one.im > 0) || !(x * x + y * y <= square)) continue;
      value.rate = one.re;
      value.frequency = one.im;
      return;
    }
    known.push_back({value.rate, value.frequency});
  }

 private:
  double square;
  std::vector<Complex> known;
};

// Rates that follow one another within the tolerance are one rate to the order.
void sort(std::vector<Part>& parts, double tolerance) {
  insertionSort(std::span(parts),
                [](const Part& a, const Part& b) { return a.block.rate < b.block.rate; });
  for (std::size_t first = 0; first < parts.size();) {
    std::size_t end = first + 1;
    while (end < parts.size() && parts[end].block.rate - parts[end - 1].block.rate <= tolerance) {
      ++end;
    }
    insertionSort(std::span(parts).subspan(first, end - first), [](const Part& x, const Part& y) {
      const Block& a = x.block;
      const Block& b = y.block;
      if (a.kind != b.kind) return a.kind == Block::Kind::real;
      if (a.frequency != b.frequency) return a.frequency < b.frequency;
      return a.size < b.size;
    });
    first = end;
  }
}

Family familyOf(std::span<const Block> blocks, double tolerance) {
  bool longer = false;
  bool real = false;
  bool undamped = false;
  bool damped = false;
  for (const Block& block : blocks) {
    if (block.rate > tolerance) return Family::growth;
    const bool still = block.rate >= -tolerance;
    longer = longer || block.size > 1;
    if (block.kind == Block::Kind::real) {
      real = real || !still;
    } else {
      (still ? undamped : damped) = true;
    }
  }
  if (longer) return Family::polynomial;
  if (!real && !undamped && !damped) return Family::nope;
  if (real && !undamped && !damped) return Family::decay;
  if (!real && undamped && !damped) return Family::rotation;
  if (!real && damped && !undamped) return Family::dampedRotation;
  return Family::mixed;
}

bool bounded(std::span<const Block> blocks, double tolerance) {
  return std::all_of(blocks.begin(), blocks.end(), [&](const Block& block) {
    return block.rate < -tolerance || (block.rate <= tolerance && block.size == 1);
  });
}

}  // namespace

const char* familyName(Family family) {
  switch (family) {
    case Family::nope:
      return "nope";
    case Family::decay:
      return "decay";
    case Family::rotation:
      return "rotation";
    case Family::dampedRotation:
      return "damped-rotation";
    case Family::mixed:
      return "mixed";
    case Family::polynomial:
      return "polynomial";
    case Family::growth:
      return "growth";
  }
  return "mixed";
}

double defaultTolerance(std::size_t order) {
  return 1e6 * static_cast<double>(std::max<std::size_t>(order, 1)) * 0x1p-53;
}

namespace {

// For an X whose squares stay within range.
Result<Classification> classifyModerate(const Matrix& X, double relative) {
  const double norm = norm2(X);
  const double absolute = relative * norm;
  const std::vector<std::vector<std::size_t>> places = components(X);

  Classification out;
  std::vector<Part> parts;
  std::vector<JordanForm> forms;
  std::vector<Eigenspace> spaces;
  Values values(absolute / 2);
  double normOfP = 0;
  double normOfInverse = 0;
  out.peakNorm = X.rows == 0 ? 0 : 1;
  for (const std::vector<std::size_t>& own : places) {
    const bool whole = own.size() == X.rows;
    const Matrix local = whole ? Matrix() : restricted(X, own);
    const Matrix& x = whole ? X : local;
    Result<JordanForm> found = jordanForm(x, norm, relative);
    if (!found) return found.error();
    std::size_t column = 0;
    for (Block& block : found->blocks) {
      values.unite(block);
      parts.push_back({block, forms.size(), column});
      column += block.dimension();
    }
    for (Eigenspace& space : found->eigenspaces) {
      if (space.semisimple) values.unite(space);
      spaces.push_back(space);
    }
    keepLarger(normOfP, found->normOfP);
    keepLarger(normOfInverse, found->normOfInverse);
    const bool stable = bounded(found->blocks, absolute);
    out.stable = out.stable && stable;
    const double peak =
        stable ? peakNorm(x, found->blocks, found->P, found->inverse, absolute) : HUGE_VAL;
    out.peakNorm = std::max(out.peakNorm, peak);
    forms.push_back(std::move(*found));
  }

  sort(parts, absolute);
  const std::size_t n = X.rows;
  Matrix P(n, n);
  std::size_t at = 0;
  for (const Part& part : parts) {
    const Matrix& own = forms[part.component].P;
    const std::size_t dimension = part.block.dimension();
    for (std::size_t i = 0; i < own.rows; ++i) {
      for (std::size_t j = 0; j < dimension; ++j) {
        P(places[part.component][i], at + j) = own(i, part.column + j);
      }
    }
    at += dimension;
    out.generator.blocks.push_back(part.block);
  }
  out.generator.basis = std::move(P);
  out.basisCondition = n == 0 ? 1 : normOfP * normOfInverse;
  if (std::isnan(out.basisCondition)) out.basisCondition = HUGE_VAL;
  out.distanceToDefective = distanceToDefective(spaces);
  if (std::isfinite(out.distanceToDefective)) out.distanceToDefective /= norm;
  out.family = familyOf(out.generator.blocks, absolute);
  return out;
}

// From X·2^-exponent to X. A chain's columns, of equal length before, are 2^exponent apart then.
void rescale(Classification& found, int exponent) {
  Matrix& P = *found.generator.basis;
  std::size_t at = 0;
  for (Block& block : found.generator.blocks) {
    block.rate = std::ldexp(block.rate, exponent);
    block.frequency = std::ldexp(block.frequency, exponent);
    if (block.size > 1) found.basisCondition = HUGE_VAL;
    const std::size_t unit = block.dimension() / block.size;
    for (std::size_t j = 0; j < block.dimension(); ++j) {
      const int power = -exponent * static_cast<int>(j / unit);
      for (std::size_t i = 0; i < P.rows; ++i) P(i, at + j) = std::ldexp(P(i, at + j), power);
    }
    at += block.dimension();
  }
}

}  // namespace

Result<Classification> classify(const Matrix& X, std::optional<double> tolerance) {
  if (Status sound = checkSquare(X, "x"); !sound) return sound.error();
  const double relative = tolerance.value_or(defaultTolerance(X.rows));
  if (!(relative >= 0 && relative < 1)) {
    return fail(ErrorCode::range,
                {"tolerance is ", text(relative), " but must be 0 or more and below 1"});
  }
  double largest = 0;
  for (const double entry : X.data) largest = std::max(largest, std::abs(entry));
  constexpr int kModerate = 200;
  const int exponent = largest > 0 ? std::ilogb(largest) : 0;
  if (std::abs(exponent) <= kModerate) return classifyModerate(X, relative);
  Matrix scaled = X;
  for (double& entry : scaled.data) entry = std::ldexp(entry, -exponent);
  Result<Classification> found = classifyModerate(scaled, relative);
  if (found) rescale(*found, exponent);
  return found;
}

}  // namespace etx
