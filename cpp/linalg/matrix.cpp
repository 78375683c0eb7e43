#include "linalg/matrix.hpp"

#include <algorithm>
#include <cmath>

namespace etx {

Matrix identity(std::size_t order) {
  Matrix I(order, order);
  for (std::size_t i = 0; i < order; ++i) I(i, i) = 1;
  return I;
}

Matrix transpose(const Matrix& A) {
  Matrix T(A.cols, A.rows);
  for (std::size_t i = 0; i < A.rows; ++i) {
    for (std::size_t j = 0; j < A.cols; ++j) T(j, i) = A(i, j);
  }
  return T;
}

// max would drop a NaN, so a sum that is not finite ends the search.
double norm1(const Matrix& A) {
  std::vector<double> sums(A.cols);
  for (std::size_t i = 0; i < A.rows; ++i) {
    for (std::size_t j = 0; j < A.cols; ++j) sums[j] += std::abs(A(i, j));
  }
  double largest = 0;
  for (const double sum : sums) {
    if (std::isnan(sum)) return sum;
    largest = std::max(largest, sum);
  }
  return largest;
}

double normInf(const Matrix& A) {
  double largest = 0;
  for (std::size_t i = 0; i < A.rows; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < A.cols; ++j) sum += std::abs(A(i, j));
    if (std::isnan(sum)) return sum;
    largest = std::max(largest, sum);
  }
  return largest;
}

Status checkSquare(const Matrix& A, std::string_view name) {
  if (A.rows != A.cols) {
    return fail(ErrorCode::shape,
                {name, " is ", text(A.rows), "×", text(A.cols), " but must be square"});
  }
  if (A.rows > kMaxOrder) {
    return fail(ErrorCode::tooLarge,
                {name, " has order ", text(A.rows), " but the largest is ", text(kMaxOrder)});
  }
  if (A.data.size() != A.rows * A.cols) {
    return fail(ErrorCode::shape, {name, " is ", text(A.rows), "×", text(A.cols), " but has ",
                                   text(A.data.size()), " entries"});
  }
  for (std::size_t i = 0; i < A.rows; ++i) {
    for (std::size_t j = 0; j < A.cols; ++j) {
      if (!std::isfinite(A(i, j))) {
        return fail(ErrorCode::notFinite,
                    {name, "[", text(i), ", ", text(j), "] is ", text(A(i, j))});
      }
    }
  }
  return success();
}

Status checkFinite(std::span<const double> values, std::string_view name) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      return fail(ErrorCode::notFinite, {name, "[", text(i), "] is ", text(values[i])});
    }
  }
  return success();
}

}  // namespace etx
