#pragma once

#include <cstddef>
#include <span>
#include <utility>

namespace etx {

/// Stable, by insertion: for short or nearly sorted lists, where std::sort would be 2 kB of wasm an
/// instance.
template <class T, class Less>
void insertionSort(std::span<T> items, const Less& less) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    for (std::size_t at = i; at > 0 && less(items[at], items[at - 1]); --at) {
      std::swap(items[at], items[at - 1]);
    }
  }
}

}  // namespace etx
