#include "attention/score_moments.hpp"

namespace etx {
namespace {

// L·S·L with zeros for the tail, which does not vary.
Matrix lifted(const Operator& A, const Matrix& S) {
  const std::size_t n = A.liftedDimension();
  Matrix out(n, n);
  for (std::size_t i = 0; i < S.rows; ++i) {
    for (std::size_t j = 0; j < S.cols; ++j) {
      out(i, j) = S(i, j) * (A.lift.empty() ? 1 : A.lift[i] * A.lift[j]);
    }
  }
  return out;
}

Gaussian lifted(const Operator& A, Gaussian gaussian, std::span<const double> tail) {
  for (std::size_t i = 0; i < A.lift.size(); ++i) gaussian.mean[i] *= A.lift[i];
  gaussian.mean.insert(gaussian.mean.end(), tail.begin(), tail.end());
  if (auto* full = std::get_if<Matrix>(&gaussian.variance)) {
    *full = lifted(A, *full);
    return gaussian;
  }
  auto& variances = *std::get_if<std::vector<double>>(&gaussian.variance);
  for (std::size_t i = 0; i < A.lift.size(); ++i) variances[i] *= A.lift[i] * A.lift[i];
  variances.resize(A.liftedDimension());
  return gaussian;
}

}  // namespace

JointGaussian lifted(const Operator& A, JointGaussian joint) {
  joint.query = lifted(A, std::move(joint.query), A.queryTail);
  joint.key = lifted(A, std::move(joint.key), A.keyTail);
  if (joint.cross) joint.cross = lifted(A, *joint.cross);
  return joint;
}

Result<Moments> moments(const Operator& A, const JointGaussian& joint,
                        const std::optional<std::vector<double>>& query, const Lags& lags) {
  if (Status sound = lags.check("lags"); !sound) return sound.error();
  if (Status sound = check(joint, A.dimension()); !sound) return sound.error();
  if (query && query->size() != A.dimension()) {
    return fail(ErrorCode::shape,
                {"given has ", text(query->size()), " components but the encoding's dimension is ",
                 text(A.dimension())});
  }
  if (query) {
    if (Status finite = checkFinite(*query, "given"); !finite) return finite.error();
  }
  const JointGaussian seen = lifted(A, query ? given(joint, *query) : joint);
  Lags along = A.mirrored ? lags.mirrored() : lags;
  if (A.clock) {
    Result<Lags> told = onClock(*A.clock, lags);
    if (!told) return told.error();
    along = std::move(*told);
  }
  return std::visit([&](const auto& X) { return moments(X, seen, along); }, A.generator);
}

}  // namespace etx
