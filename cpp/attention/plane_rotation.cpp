#include "attention/plane_rotation.hpp"

#include <cmath>
#include <vector>

#include "linalg/product.hpp"
#include "linalg/solve.hpp"

namespace etx {
namespace {

using Vector = std::vector<double>;

double norm(const Vector& x) { return std::sqrt(dot(x, x)); }

void scale(Vector& x, double factor) {
  for (double& entry : x) entry *= factor;
}

void subtract(Vector& x, double factor, const Vector& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] -= factor * y[i];
}

// The vector of the Householder reflection that exchanges the unit vector x and sign·e_place.
Vector reflection(Vector x, std::size_t place, double sign) {
  x[place] -= sign;
  return x;
}

void reflect(const Vector& v, Vector& x) { subtract(x, 2 * dot(v, x) / dot(v, v), v); }

}  // namespace

Result<Generator> planeRotation(std::span<const double> a, std::span<const double> b) {
  const std::size_t n = a.size();
  if (b.size() != n) {
    return fail(ErrorCode::shape, {"b has ", text(b.size()), " components but a has ", text(n)});
  }
  if (n > kMaxOrder) {
    return fail(ErrorCode::tooLarge,
                {"a has ", text(n), " components but the most are ", text(kMaxOrder)});
  }
  if (Status finite = checkFinite(a, "a"); !finite) return finite.error();
  if (Status finite = checkFinite(b, "b"); !finite) return finite.error();
  const Generator still{std::vector<Block>(n), {}, {}};
  Vector first(a.begin(), a.end());
  const double length = norm(first);
  if (length == 0) return still;
  scale(first, 1 / length);
  Vector second(b.begin(), b.end());
  for (int twice = 0; twice < 2; ++twice) subtract(second, dot(first, second), first);
  const double height = norm(second);
  const double speed = length * height;
  if (!std::isfinite(speed)) {
    return fail(ErrorCode::overflow, {"a and b are too long: they turn by ", text(speed)});
  }
  if (!(height > 0)) return still;  // parallel: no plane
  scale(second, 1 / height);

  // P = H₁H₂ with P·e₀ = ±first and P·e₁ = ±second.
  const double firstSign = first[0] > 0 ? -1 : 1;
  const Vector v1 = reflection(first, 0, firstSign);
  reflect(v1, second);
  const double secondSign = second[1] > 0 ? -1 : 1;
  const Vector v2 = reflection(second, 1, secondSign);
  Matrix P(n, n);
  for (std::size_t j = 0; j < n; ++j) {
    Vector column(n);
    column[j] = 1;
    reflect(v2, column);
    reflect(v1, column);
    for (std::size_t i = 0; i < n; ++i) P(i, j) = column[i];
  }
  Generator out{std::vector<Block>(n - 1), std::move(P), {}};
  out.blocks[0] = {Block::Kind::pair, 0, firstSign * secondSign * speed, 1};
  return out;
}

}  // namespace etx
