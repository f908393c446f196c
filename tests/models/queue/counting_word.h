// A 32-bit word that counts the operations on it: replaces the word of DeficitRoundRobinOf.
#pragma once

#include <cstdint>

#include "models/aqm/registry.h"

namespace docsis_vp::queue {

// A word built from a plain number is memory. It counts once a step, and as read only if the step
// has not written it before. Copies and results are in registers and do not count.
class CountingWord {
 public:
  CountingWord(std::uint32_t initial) : value_(initial), is_memory_(true) { ++words(); }
  CountingWord(const CountingWord& other) : value_(other.read()) {}
  ~CountingWord() { words() -= is_memory_ ? 1 : 0; }
  static CountingWord in_hand(std::uint32_t value) {
    CountingWord word(value, false);
    return word;
  }
  CountingWord& operator=(const CountingWord& other) { return write(other.read()); }
  CountingWord& operator=(std::uint32_t value) { return write(value); }
  explicit operator std::uint32_t() const { return read(); }

  CountingWord operator+(const CountingWord& other) const {
    ++counts().additions;
    return {read() + other.read(), false};
  }
  CountingWord operator-(const CountingWord& other) const { return *this - other.read(); }
  CountingWord operator-(std::uint32_t other) const {
    ++counts().additions;
    return {read() - other, false};
  }
  bool operator<(std::uint32_t other) const { return ++counts().comparisons, read() < other; }
  bool operator==(std::uint32_t other) const { return ++counts().comparisons, read() == other; }
  bool operator!=(std::uint32_t other) const { return ++counts().comparisons, read() != other; }
  bool operator<=(const CountingWord& other) const {
    return ++counts().comparisons, read() <= other.read();
  }

  // Operations since the step began.
  static aqm_operations& counts() {
    static aqm_operations counts;
    return counts;
  }
  static void begin_step() {
    counts() = {};
    ++step();
  }
  // Number of words that exist as memory.
  static std::int64_t& words() {
    static std::int64_t words = 0;
    return words;
  }

 private:
  CountingWord(std::uint32_t value, bool is_memory) : value_(value), is_memory_(is_memory) {}

  static std::uint64_t& step() {
    static std::uint64_t step = 1;
    return step;
  }
  std::uint32_t read() const {
    if (is_memory_ && read_in_ != step() && written_in_ != step()) {
      read_in_ = step();
      ++counts().words_read;
    }
    return value_;
  }
  CountingWord& write(std::uint32_t value) {
    if (is_memory_ && written_in_ != step()) {
      written_in_ = step();
      ++counts().words_written;
    }
    value_ = value;
    return *this;
  }

  std::uint32_t value_;
  bool is_memory_ = false;
  mutable std::uint64_t read_in_ = 0;
  std::uint64_t written_in_ = 0;
};

}  // namespace docsis_vp::queue
