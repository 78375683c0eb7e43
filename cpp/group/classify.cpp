#include "group/classify.hpp"

#include <algorithm>
#include <cmath>

#include "group/peak_norm.hpp"
#include "linalg/distance.hpp"
#include "linalg/product.hpp"
#include "linalg/singular.hpp"
#include "linalg/sort.hpp"
#include "linalg/structure.hpp"

namespace etx {
namespace {

// A block and its columns of P.
struct Part {
  Block block;
  Matrix columns;  // n×dimension
};

// Real and imaginary part of a pair's eigenvector (the first two columns) made orthogonal by the
// complex factor that does it, and the chain given its length.
void normalise(Matrix& columns, bool pair) {
  const std::size_t n = columns.rows;
  if (pair) {
    double pp = 0;
    double rr = 0;
    double pr = 0;
    for (std::size_t i = 0; i < n; ++i) {
      pp += columns(i, 0) * columns(i, 0);
      rr += columns(i, 1) * columns(i, 1);
      pr += columns(i, 0) * columns(i, 1);
    }
    // (p, r) -> (cp + sr, cr - sp) with tan 2φ = 2pr/(pp - rr), cos 2φ >= 0.
    const double size = std::hypot(2 * pr, pp - rr);
    const double c = size > 0 ? std::sqrt((1 + std::abs(pp - rr) / size) / 2) : 1;
    const double s = size > 0 ? (pp < rr ? -pr : pr) / (size * c) : 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j + 1 < columns.cols; j += 2) {
        const double p = columns(i, j);
        const double r = columns(i, j + 1);
        columns(i, j) = c * p + s * r;
        columns(i, j + 1) = c * r - s * p;
      }
    }
  }
  const double length = normF(columns) / std::sqrt(static_cast<double>(columns.cols));
  if (length > 0 && std::isfinite(length)) {
    for (double& entry : columns.data) entry /= length;
  }
}

std::vector<Part> partsOf(const Structure& found, const Matrix& W) {
  const std::size_t n = W.rows;
  const Matrix QW = found.form.Q * W;
  std::vector<Part> parts;
  for (const Cluster& cluster : found.clusters) {
    const std::size_t m = cluster.rows.dimension;
    Matrix local(n, m);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < m; ++j) local(i, j) = QW(i, cluster.rows.first + j);
    }
    const Matrix chains = local * cluster.basis;
    const bool pair = cluster.frequency > 0;
    std::size_t at = 0;
    for (const std::size_t size : cluster.sizes) {
      const Block block{pair ? Block::Kind::pair : Block::Kind::real, cluster.rate,
                        cluster.frequency, size};
      Matrix columns(n, block.dimension());
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < columns.cols; ++j) columns(i, j) = chains(i, at + j);
      }
      at += columns.cols;
      normalise(columns, pair);
      parts.push_back({block, std::move(columns)});
    }
  }
  return parts;
}

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
  const Result<Structure> found = structure(X, relative);
  if (!found) return found.error();

  std::vector<Range> groups;
  for (const Cluster& cluster : found->clusters) groups.push_back(cluster.rows);
  const Matrix W = decouple(found->form, groups);
  std::vector<Part> parts = partsOf(*found, W);
  const double absolute = relative * found->norm;
  sort(parts, absolute);

  Classification out;
  const std::size_t n = X.rows;
  Matrix P(n, n);
  std::size_t at = 0;
  for (const Part& part : parts) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < part.columns.cols; ++j) P(i, at + j) = part.columns(i, j);
    }
    at += part.columns.cols;
    out.generator.blocks.push_back(part.block);
  }
  const Matrix inverse = invert(P);
  constexpr double kFine = 1e-4;
  std::vector<double> start;
  out.basisCondition = n == 0 ? 1 : norm2(P, start, kFine);
  start.clear();
  if (n > 0) out.basisCondition *= norm2(inverse, start, kFine);
  if (std::isnan(out.basisCondition)) out.basisCondition = HUGE_VAL;
  out.distanceToDefective = distanceToDefective(*found);
  const std::span<const Block> blocks = out.generator.blocks;
  out.stable = bounded(blocks, absolute);
  out.family = familyOf(blocks, absolute);
  out.peakNorm = out.stable ? peakNorm(X, blocks, P, inverse, relative) : HUGE_VAL;
  out.generator.basis = std::move(P);
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
