#include "group/moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "group/curve.hpp"
#include "group/exponential_polynomial.hpp"
#include "linalg/product.hpp"
#include "linalg/solve.hpp"

namespace etx {
namespace {

constexpr std::size_t kLongestChain = 64;
constexpr std::size_t kMostEntries = 16384;  // whose products are 2^28

// A = Σ_c w_c·E_c over real weights w_c; an entry of E_c is ±1 in block coordinates.
struct Entry {
  std::size_t row;
  std::size_t column;
  double sign;
};
using Feature = std::vector<Entry>;

// A block's features in the order of its rows of weights: for each l the real part, which shifts a
// chain by l, and where it turns the imaginary part, which also turns a quarter.
std::vector<Feature> featuresOf(const Block& block, std::size_t at) {
  const std::size_t side = block.kind == Block::Kind::pair ? 2 : 1;
  const bool turning = eigenvalue(block).turning();
  std::vector<Feature> features;
  for (std::size_t l = 0; l < block.size; ++l) {
    Feature real;
    Feature imaginary;
    for (std::size_t i = 0; i + l < block.size; ++i) {
      const std::size_t row = at + side * i;
      const std::size_t column = row + side * l;
      for (std::size_t c = 0; c < side; ++c) real.push_back({row + c, column + c, 1});
      if (!turning) continue;
      imaginary.push_back({row, column + 1, -1});
      imaginary.push_back({row + 1, column, 1});
    }
    features.push_back(std::move(real));
    if (turning) features.push_back(std::move(imaginary));
  }
  return features;
}

// The joint distribution in block coordinates, q̂ = Pᵀq and k̂ = P⁻¹k.
Covariance permuted(const Covariance& S, const std::vector<std::uint32_t>& from) {
  const std::size_t n = from.size();
  if (const auto* variances = std::get_if<std::vector<double>>(&S)) {
    std::vector<double> out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = (*variances)[from[i]];
    return out;
  }
  Matrix out(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) out(i, j) = entry(S, from[i], from[j]);
  }
  return out;
}

JointGaussian intoBlocks(const Generator& X, JointGaussian joint) {
  joint.query.mean = transposedIntoBlocks(X, joint.query.mean);
  joint.key.mean = intoBlocks(X, joint.key.mean);
  if (X.permutation) {
    joint.query.variance = permuted(joint.query.variance, *X.permutation);
    joint.key.variance = permuted(joint.key.variance, *X.permutation);
    if (joint.cross) {
      joint.cross = std::get<Matrix>(permuted(Covariance{*joint.cross}, *X.permutation));
    }
  }
  if (X.basis) {
    const Matrix& P = *X.basis;
    const Matrix inverse = Solver(P).inverse();
    joint.query.variance = transpose(P) * dense(joint.query.variance) * P;
    joint.key.variance = inverse * dense(joint.key.variance) * transpose(inverse);
    if (joint.cross) joint.cross = inverse * *joint.cross * P;
  }
  return joint;
}

// Whether a covariance joins components of different blocks.
bool coupled(const Generator& X, const JointGaussian& joint) {
  std::vector<std::size_t> owner;
  for (std::size_t b = 0; b < X.blocks.size(); ++b) {
    owner.insert(owner.end(), X.blocks[b].dimension(), b);
  }
  const auto joins = [&](const Matrix* S) {
    if (S == nullptr) return false;
    for (std::size_t i = 0; i < S->rows; ++i) {
      for (std::size_t j = 0; j < S->cols; ++j) {
        if ((*S)(i, j) != 0 && owner[i] != owner[j]) return true;
      }
    }
    return false;
  };
  return joins(std::get_if<Matrix>(&joint.query.variance)) ||
         joins(std::get_if<Matrix>(&joint.key.variance)) ||
         joins(joint.cross ? &*joint.cross : nullptr);
}

// The coefficient of w_c·w_d in the variance.
double covariation(const JointGaussian& joint, const Feature& c, const Feature& d) {
  const auto& q = joint.query.mean;
  const auto& k = joint.key.mean;
  double sum = 0;
  for (const Entry& e : c) {
    for (const Entry& f : d) {
      const double Sq = entry(joint.query.variance, e.row, f.row);
      const double Sk = entry(joint.key.variance, e.column, f.column);
      double term = Sk * (Sq + q[e.row] * q[f.row]) + k[e.column] * k[f.column] * Sq;
      if (joint.cross) {
        const Matrix& C = *joint.cross;
        term += C(e.column, f.row) * (C(f.column, e.row) + 2 * q[e.row] * k[f.column]);
      }
      sum += e.sign * f.sign * term;
    }
  }
  return sum;
}

// μqᵀAμk + tr(AC).
ExponentialPolynomial meanOf(const Generator& X, const JointGaussian& joint) {
  ExponentialPolynomial mean = contract(X.blocks, joint.query.mean, joint.key.mean);
  if (!joint.cross) return mean;
  std::size_t at = 0;
  for (std::size_t b = 0; b < mean.size(); ++b) {
    const std::size_t width = eigenvalue(X.blocks[b]).width();
    const std::vector<Feature> features = featuresOf(X.blocks[b], at);
    for (std::size_t c = 0; c < features.size(); ++c) {
      double trace = 0;
      for (const Entry& e : features[c]) trace += e.sign * (*joint.cross)(e.column, e.row);
      Complex& into = mean[b].coefficients[c / width];
      if (c % width == 0) {
        into.re += trace;
      } else {
        into.im -= trace;  // Re(c·w) = re·Re w - im·Im w
      }
    }
    at += X.blocks[b].dimension();
  }
  return mean;
}

// Where blocks stay apart: w_l·w_m = binomial(l + m, l)·e^{2λτ}·τ^{l+m}/(l + m)!, and w_l·conj(w_m)
// the same with λ + λ̄.
ExponentialPolynomial varianceOf(const Generator& X, const JointGaussian& joint) {
  double binomial[kLongestChain][kLongestChain];
  for (std::size_t l = 0; l < kLongestChain; ++l) {
    for (std::size_t m = 0; m < kLongestChain; ++m) {
      binomial[l][m] = l == 0 || m == 0 ? 1 : binomial[l - 1][m] + binomial[l][m - 1];
    }
  }
  ExponentialPolynomial still;
  ExponentialPolynomial turning;
  std::size_t at = 0;
  for (const Block& block : X.blocks) {
    const std::size_t width = eigenvalue(block).width();
    const std::vector<Feature> features = featuresOf(block, at);
    at += block.dimension();
    std::vector<Complex> constant(2 * block.size - 1);
    std::vector<Complex> twice(2 * block.size - 1);
    bool turns = false;
    for (std::size_t l = 0; l < block.size; ++l) {
      for (std::size_t m = 0; m < block.size; ++m) {
        const double times = binomial[l][m];
        const auto form = [&](std::size_t c, std::size_t d) {
          return times * covariation(joint, features[l * width + c], features[m * width + d]);
        };
        const double rr = form(0, 0);
        if (width == 1) {
          constant[l + m].re += rr;
          continue;
        }
        const double ii = form(1, 1);
        constant[l + m].re += (rr + ii) / 2;
        const Complex more = {(rr - ii) / 2, -(form(0, 1) + form(1, 0)) / 2};
        twice[l + m].re += more.re;
        twice[l + m].im += more.im;
        turns = turns || more.re != 0 || more.im != 0;
      }
    }
    still.push_back({2 * block.rate, 0, std::move(constant)});
    if (turns) turning.push_back({2 * block.rate, 2 * block.frequency, std::move(twice)});
  }
  still.insert(still.end(), turning.begin(), turning.end());
  return merged(still);
}

// Where they do not: w(τ)ᵀ·M·w(τ), some lags at a time.
std::vector<double> quadraticForm(const Generator& X, const JointGaussian& joint,
                                  const Lags& lags) {
  std::vector<Feature> features;
  std::size_t at = 0;
  std::size_t chain = 1;
  for (const Block& block : X.blocks) {
    for (Feature& feature : featuresOf(block, at)) features.push_back(std::move(feature));
    at += block.dimension();
    chain = std::max(chain, block.size);
  }
  const std::size_t n = features.size();
  Matrix M(n, n);
  std::vector<bool> used(n);
  for (std::size_t c = 0; c < n; ++c) {
    for (std::size_t d = 0; d < n; ++d) {
      M(c, d) = covariation(joint, features[c], features[d]);
      if (M(c, d) != 0) used[c] = used[d] = true;
    }
  }
  constexpr std::size_t kChunk = 128;
  std::vector<double> variance(lags.count());
  for (std::size_t first = 0; first < lags.count(); first += kChunk) {
    std::vector<DoubleDouble> some(std::min(kChunk, lags.count() - first));
    for (std::size_t i = 0; i < some.size(); ++i) some[i] = lags.at(static_cast<double>(first + i));
    const LagTable table(some, chain);
    const std::size_t stride = table.stride();
    std::vector<double> W(n * stride);
    double* rows = W.data();
    for (const Block& block : X.blocks) {
      const Eigenvalue own = eigenvalue(block);
      own.weights(table, block.size, rows);
      rows += block.size * own.width() * stride;
    }
    for (std::size_t c = 0; c < n; ++c) {  // 0·∞ = 0
      if (!used[c]) std::fill_n(W.data() + c * stride, stride, 0.0);
    }
    std::vector<double> MW(n * stride);
    product(M.data.data(), W.data(), MW.data(), n, n, stride);
    for (std::size_t c = 0; c < n; ++c) {
      for (std::size_t i = 0; i < some.size(); ++i) {
        variance[first + i] += W[c * stride + i] * MW[c * stride + i];
      }
    }
  }
  return variance;
}

Status checkChains(const Generator& X, bool together) {
  std::size_t entries = 0;
  for (std::size_t b = 0; b < X.blocks.size(); ++b) {
    const Block& block = X.blocks[b];
    if (block.size > kLongestChain) {
      return fail(ErrorCode::tooLarge,
                  {"generator.blocks[", text(b), "].size is ", text(block.size),
                   " but moments take chains up to ", text(kLongestChain)});
    }
    entries += block.dimension() * (block.size + 1);
  }
  if (together && entries > kMostEntries) {
    return fail(ErrorCode::tooLarge,
                {"generator.blocks have chains too long for covariances that "
                 "couple blocks: ",
                 text(entries), " entries but the most are ", text(kMostEntries)});
  }
  return success();
}

std::vector<double> values(const ExponentialPolynomial& sum, const Lags& lags) {
  std::vector<double> out(lags.count());
  evaluate(sum, lags, Arithmetic::binary64, [&](std::size_t first, std::span<const double> part) {
    std::copy(part.begin(), part.end(), out.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return out;
}

}  // namespace

void intoDeviations(std::vector<double>& variances) {
  for (double& value : variances) {
    // Below zero by rounding alone; NaN where terms beyond range meet.
    value = std::isnan(value) ? std::numeric_limits<double>::infinity()
                              : std::sqrt(std::max(value, 0.0));
  }
}

ExponentialPolynomial meanPolynomial(const Generator& X, const JointGaussian& joint) {
  return merged(meanOf(X, intoBlocks(X, joint)));
}

std::optional<ExponentialPolynomial> variancePolynomial(const Generator& X,
                                                        const JointGaussian& joint) {
  const JointGaussian hat = intoBlocks(X, joint);
  if (coupled(X, hat) || !checkChains(X, false)) return {};
  return varianceOf(X, hat);
}

Result<Moments> moments(const Generator& X, const JointGaussian& joint, const Lags& lags) {
  if (Status near = checkPhases(X, lags); !near) return near.error();
  const JointGaussian hat = intoBlocks(X, joint);
  const bool together = coupled(X, hat);
  if (Status fits = checkChains(X, together); !fits) return fits.error();
  Moments out;
  out.mean = values(merged(meanOf(X, hat)), lags);
  out.deviation = together ? quadraticForm(X, hat, lags) : values(varianceOf(X, hat), lags);
  intoDeviations(out.deviation);
  return out;
}

}  // namespace etx
