#include "group/gaussian.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "linalg/cholesky.hpp"
#include "linalg/product.hpp"

namespace etx {
namespace {

Status checkMatrix(const Matrix& S, std::size_t dimension, std::string_view name) {
  if (Status square = checkSquare(S, name); !square) return square;
  if (S.rows == dimension) return success();
  return fail(ErrorCode::shape, {name, " has order ", text(S.rows),
                                 " but the encoding's dimension is ", text(dimension)});
}

std::string at(std::string_view name, std::size_t i) { return concat({name, "[", text(i), "]"}); }

Status checkSymmetric(const Matrix& S, std::string_view name) {
  const double tolerance = 16 * static_cast<double>(S.rows) * 0x1p-53;
  for (std::size_t i = 0; i < S.rows; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double size = std::sqrt(std::abs(S(i, i))) * std::sqrt(std::abs(S(j, j)));
      if (std::abs(S(i, j) - S(j, i)) > tolerance * size) {
        return fail(ErrorCode::range,
                    {name, " is not symmetric: entry (", text(i), ", ", text(j), ") is ",
                     text(S(i, j)), ", (", text(j), ", ", text(i), ") is ", text(S(j, i))});
      }
    }
  }
  return success();
}

Status checkAlone(const Gaussian& gaussian, std::size_t dimension, std::string_view name) {
  const std::string meanName = concat({name, ".mean"});
  const std::string varianceName = concat({name, ".variance"});
  const auto lengthOf = [&](std::span<const double> values, std::string_view part) -> Status {
    if (values.size() == dimension) return checkFinite(values, part);
    return fail(ErrorCode::shape,
                {part, " has ", text(values.size()), " components but the encoding's dimension is ",
                 text(dimension)});
  };
  if (Status fits = lengthOf(gaussian.mean, meanName); !fits) return fits;
  if (const auto* full = std::get_if<Matrix>(&gaussian.variance)) {
    if (Status fits = checkMatrix(*full, dimension, varianceName); !fits) return fits;
    return checkSymmetric(*full, varianceName);
  }
  const auto& variances = *std::get_if<std::vector<double>>(&gaussian.variance);
  if (Status fits = lengthOf(variances, varianceName); !fits) return fits;
  for (std::size_t i = 0; i < dimension; ++i) {
    if (variances[i] < 0) {
      return fail(ErrorCode::range,
                  {at(varianceName, i), " is ", text(variances[i]), " but must not be negative"});
    }
  }
  return success();
}

// S split into the sets of variables that covary with each other and no others, each factored.
bool semidefinite(const Matrix& S) {
  const std::size_t n = S.rows;
  std::vector<std::size_t> parent(n);
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (S(i, j) != 0) parent[root(i)] = root(j);
    }
  }
  std::vector<std::vector<std::size_t>> sets(n);
  for (std::size_t i = 0; i < n; ++i) sets[root(i)].push_back(i);
  for (const std::vector<std::size_t>& set : sets) {
    Matrix part(set.size(), set.size());
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (std::size_t j = 0; j < set.size(); ++j) part(i, j) = S(set[i], set[j]);
    }
    if (!factorSemidefinite(part)) return false;
  }
  return true;
}

// [[Sq, Cᵀ], [C, Sk]].
Matrix jointMatrix(const JointGaussian& joint) {
  const std::size_t d = joint.query.mean.size();
  Matrix S(2 * d, 2 * d);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      S(i, j) = entry(joint.query.variance, i, j);
      S(d + i, d + j) = entry(joint.key.variance, i, j);
      S(d + i, j) = S(j, d + i) = (*joint.cross)(i, j);
    }
  }
  return S;
}

}  // namespace

Gaussian::Gaussian() = default;
Gaussian::Gaussian(std::vector<double> center, Covariance spread)
    : mean(std::move(center)), variance(std::move(spread)) {}
Gaussian::Gaussian(const Gaussian& other) = default;
Gaussian::Gaussian(Gaussian&& other) noexcept = default;
Gaussian& Gaussian::operator=(const Gaussian& other) = default;
Gaussian& Gaussian::operator=(Gaussian&& other) noexcept = default;
Gaussian::~Gaussian() = default;

JointGaussian::JointGaussian() = default;
JointGaussian::JointGaussian(Gaussian q, Gaussian k, std::optional<Matrix> covariance)
    : query(std::move(q)), key(std::move(k)), cross(std::move(covariance)) {}
JointGaussian::JointGaussian(const JointGaussian& other) = default;
JointGaussian::JointGaussian(JointGaussian&& other) noexcept = default;
JointGaussian& JointGaussian::operator=(const JointGaussian& other) = default;
JointGaussian& JointGaussian::operator=(JointGaussian&& other) noexcept = default;
JointGaussian::~JointGaussian() = default;

Matrix dense(const Covariance& S) {
  if (const auto* full = std::get_if<Matrix>(&S)) return *full;
  const auto& variances = *std::get_if<std::vector<double>>(&S);
  Matrix out(variances.size(), variances.size());
  for (std::size_t i = 0; i < variances.size(); ++i) out(i, i) = variances[i];
  return out;
}

Status check(const JointGaussian& joint, std::size_t dimension) {
  if (Status sound = checkAlone(joint.query, dimension, "query"); !sound) return sound;
  if (Status sound = checkAlone(joint.key, dimension, "key"); !sound) return sound;
  const auto refuse = [](std::string_view name) {
    return fail(ErrorCode::range, {name, " is not positive semidefinite"});
  };
  if (joint.cross) {
    if (Status fits = checkMatrix(*joint.cross, dimension, "cross"); !fits) return fits;
    if (semidefinite(jointMatrix(joint))) return success();
    // Which of the three is to blame?
  }
  const auto* query = std::get_if<Matrix>(&joint.query.variance);
  if (query != nullptr && !semidefinite(*query)) return refuse("query.variance");
  const auto* key = std::get_if<Matrix>(&joint.key.variance);
  if (key != nullptr && !semidefinite(*key)) return refuse("key.variance");
  if (joint.cross) return refuse("cross: the joint covariance of query and key");
  return success();
}

JointGaussian given(const JointGaussian& joint, std::span<const double> query) {
  const std::size_t d = query.size();
  JointGaussian out;
  out.query.mean.assign(query.begin(), query.end());
  out.query.variance = std::vector<double>(d);
  out.key = joint.key;
  if (!joint.cross) return out;
  const auto factor = factorSemidefinite(dense(joint.query.variance));
  if (!factor) return out;  // check() would not have let it through
  // Y and y with YᵀY = C Sq⁻¹ Cᵀ and Yᵀy = C Sq⁻¹ (q - μq).
  const Matrix Y = factor->whiten(transpose(*joint.cross));
  Matrix shift(d, 1);
  for (std::size_t i = 0; i < d; ++i) shift(i, 0) = query[i] - joint.query.mean[i];
  const Matrix y = factor->whiten(shift);
  const Matrix moved = transpose(Y) * y;
  for (std::size_t i = 0; i < d; ++i) out.key.mean[i] += moved(i, 0);
  Matrix S = dense(joint.key.variance);
  const Matrix explained = transpose(Y) * Y;
  for (std::size_t i = 0; i < S.data.size(); ++i) S.data[i] -= explained.data[i];
  out.key.variance = std::move(S);
  return out;
}

}  // namespace etx
