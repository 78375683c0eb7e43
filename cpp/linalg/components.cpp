#include "linalg/components.hpp"

#include <functional>
#include <numeric>

#include "linalg/sort.hpp"

namespace etx {

std::vector<std::vector<std::size_t>> components(const Matrix& X) {
  std::vector<std::vector<std::size_t>> out;
  std::vector<std::size_t> rest(X.rows);  // ascending
  std::iota(rest.begin(), rest.end(), std::size_t{0});
  while (!rest.empty()) {
    std::vector<std::size_t> part = {rest.front()};
    rest.erase(rest.begin());
    for (std::size_t at = 0; at < part.size() && !rest.empty(); ++at) {
      const std::size_t i = part[at];
      std::size_t kept = 0;
      for (const std::size_t j : rest) {
        if (X(i, j) != 0 || X(j, i) != 0) {
          part.push_back(j);
        } else {
          rest[kept++] = j;
        }
      }
      rest.resize(kept);
    }
    insertionSort(std::span(part), std::less<>());
    out.push_back(std::move(part));
  }
  return out;
}

Matrix restricted(const Matrix& X, std::span<const std::size_t> places) {
  Matrix out(places.size(), places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < places.size(); ++j) out(i, j) = X(places[i], places[j]);
  }
  return out;
}

}  // namespace etx
