#include "attention/score_moments.hpp"

namespace etx {
namespace {

// Row and column i of a covariance by lift[i].
Matrix lifted(Matrix S, const std::vector<double>& lift) {
  for (std::size_t i = 0; i < S.rows; ++i) {
    for (std::size_t j = 0; j < S.cols; ++j) S(i, j) *= lift[i] * lift[j];
  }
  return S;
}

Gaussian lifted(Gaussian gaussian, const std::vector<double>& lift) {
  for (std::size_t i = 0; i < lift.size(); ++i) gaussian.mean[i] *= lift[i];
  if (auto* full = std::get_if<Matrix>(&gaussian.variance)) {
    *full = lifted(std::move(*full), lift);
    return gaussian;
  }
  auto& variances = *std::get_if<std::vector<double>>(&gaussian.variance);
  for (std::size_t i = 0; i < lift.size(); ++i) variances[i] *= lift[i] * lift[i];
  return gaussian;
}

}  // namespace

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
  JointGaussian seen = query ? given(joint, *query) : joint;
  if (!A.lift.empty()) {
    seen.query = lifted(std::move(seen.query), A.lift);
    seen.key = lifted(std::move(seen.key), A.lift);
    if (seen.cross) seen.cross = lifted(std::move(*seen.cross), A.lift);
  }
  const Lags along = A.mirrored ? lags.mirrored() : lags;
  return std::visit([&](const auto& X) { return moments(X, seen, along); }, A.generator);
}

}  // namespace etx
