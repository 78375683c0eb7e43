#include "linalg/orthogonal.hpp"

#include <vector>

#include "linalg/norms.hpp"
#include "linalg/product.hpp"

namespace etx {

bool isSkewSymmetric(const double* A, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      if (A[i * n + j] != -A[j * n + i]) return false;
    }
  }
  return true;
}

double orthogonalise(double* E, std::size_t n) {
  std::vector<double> half(n * n);
  std::vector<double> change(n * n);
  productTransposed(E, n, E, half.data(), n, n, n);
  for (double& entry : half) entry *= -0.5;
  for (std::size_t i = 0; i < n; ++i) half[i * (n + 1)] += 0.5;
  product(E, half.data(), change.data(), n, n, n);
  for (std::size_t i = 0; i < n * n; ++i) E[i] += change[i];
  return norm1(change.data(), n);
}

}  // namespace etx
