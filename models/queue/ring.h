// Implements a FIFO ring buffer without an allocation per element.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace docsis_vp::queue {

// Grows by doubling, never shrinks. Element 0 is the oldest. An emptied ring restarts at its first
// slot, so that short rings stay within the same cache lines.
template <typename T>
class Ring {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  T& operator[](std::size_t index) { return slots_[(first_ + index) & mask()]; }
  const T& operator[](std::size_t index) const { return slots_[(first_ + index) & mask()]; }
  T& front() { return slots_[first_]; }
  const T& front() const { return slots_[first_]; }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }

  // `value` must not be an element of this ring.
  void push_back(T&& value) { next_slot() = std::move(value); }
  void push_back(const T& value) { next_slot() = value; }
  // The ring must not be empty.
  T pop_front() {
    T value = std::move(slots_[first_]);
    --size_;
    first_ = size_ == 0 ? 0 : (first_ + 1) & mask();
    return value;
  }
  // The ring must not be empty.
  T pop_back() {
    --size_;
    return std::move(slots_[(first_ + size_) & mask()]);
  }
  void clear() {
    while (!empty()) {
      pop_front();
    }
  }

 private:
  std::size_t mask() const { return slots_.size() - 1; }

  T& next_slot() {
    if (size_ == slots_.size()) {
      grow();
    }
    return slots_[(first_ + size_++) & mask()];
  }

  void grow() {
    std::vector<T> larger(slots_.empty() ? 8 : slots_.size() * 2);
    for (std::size_t i = 0; i < size_; ++i) {
      larger[i] = std::move((*this)[i]);
    }
    slots_ = std::move(larger);
    first_ = 0;
  }

  std::vector<T> slots_;  // a power of two, or none
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace docsis_vp::queue
