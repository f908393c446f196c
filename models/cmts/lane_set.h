// A set of small numbers that is gone through in a circle.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace docsis_vp::cmts {

// Numbers below a limit; no memory is taken after the construction.
class LaneSet {
 public:
  void resize(unsigned limit) { words_.resize((limit + kBits - 1) / kBits); }
  bool empty() const { return count_ == 0; }

  void insert(unsigned lane) {
    count_ += contains(lane) ? 0 : 1;
    words_[lane / kBits] |= bit(lane);
  }
  void erase(unsigned lane) {
    count_ -= contains(lane) ? 1 : 0;
    words_[lane / kBits] &= ~bit(lane);
  }
  bool contains(unsigned lane) const { return (words_[lane / kBits] & bit(lane)) != 0; }

  // The lowest that is not below `from`.
  std::optional<unsigned> at_or_after(unsigned from) const {
    std::size_t index = from / kBits;
    if (index >= words_.size()) {
      return {};
    }
    std::uint64_t word = words_[index] & ~(bit(from) - 1);
    while (word == 0 && ++index < words_.size()) {
      word = words_[index];
    }
    if (word == 0) {
      return {};
    }
    return static_cast<unsigned>(index * kBits) + static_cast<unsigned>(__builtin_ctzll(word));
  }

 private:
  static constexpr unsigned kBits = 64;
  static std::uint64_t bit(unsigned lane) { return std::uint64_t{1} << (lane % kBits); }

  std::vector<std::uint64_t> words_;
  unsigned count_ = 0;
};

}  // namespace docsis_vp::cmts
