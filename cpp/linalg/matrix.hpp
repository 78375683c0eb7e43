#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "linalg/result.hpp"

namespace etx {

/// The largest order of a dense matrix that any call accepts.
inline constexpr std::size_t kMaxOrder = 1024;

/// Dense real matrix, row-major, owning. data.size() == rows * cols.
struct Matrix {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<double> data;

  Matrix() = default;
  Matrix(std::size_t rowCount, std::size_t colCount)
      : rows(rowCount), cols(colCount), data(rowCount * colCount) {}
  Matrix(std::size_t rowCount, std::size_t colCount, std::vector<double> entries)
      : rows(rowCount), cols(colCount), data(std::move(entries)) {}

  double& operator()(std::size_t i, std::size_t j) { return data[i * cols + j]; }
  double operator()(std::size_t i, std::size_t j) const { return data[i * cols + j]; }
};

Matrix identity(std::size_t order);
Matrix transpose(const Matrix& A);

/// Largest sum of absolute values in a column. Infinity or NaN where an entry is.
double norm1(const Matrix& A);
/// Largest sum of absolute values in a row.
double normInf(const Matrix& A);

/// "shape" unless rows * cols entries and square, "too-large" beyond kMaxOrder,
/// "not-finite" with the first bad entry's place and value. `name` is the argument's.
Status checkSquare(const Matrix& A, std::string_view name);

/// "not-finite" naming the first NaN or ±Infinity: "query[3] is NaN".
Status checkFinite(std::span<const double> values, std::string_view name);

}  // namespace etx
