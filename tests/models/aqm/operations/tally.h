// Operations of one call of a law.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace docsis_vp::aqm {

struct Tally {
  std::uint32_t additions = 0;
  std::uint32_t multiplications = 0;
  std::uint32_t divisions = 0;
  std::uint32_t comparisons = 0;
  std::uint32_t words_read = 0;
  std::uint32_t words_written = 0;
  std::uint32_t random_words = 0;
};

inline Tally& tally() {
  static Tally tally;
  return tally;
}

// A law's state and parameters. A word counts once in a call, and as read only if the call has not
// written it before.
class Memory {
 public:
  struct Block {
    const unsigned char* begin = nullptr;
    std::size_t bytes = 0;
  };

  void watch(Block state, Block params) {
    blocks_ = {state, params};
    read_ = {};
    written_ = {};
  }
  void read(const void* at, std::size_t bytes) {
    for_each_word(at, bytes, [this](std::size_t word) {
      if (!read_[word] && !written_[word]) {
        read_[word] = true;
        ++tally().words_read;
      }
    });
  }
  void write(const void* at, std::size_t bytes) {
    for_each_word(at, bytes, [this](std::size_t word) {
      if (!written_[word]) {
        written_[word] = true;
        ++tally().words_written;
      }
    });
  }

 private:
  static constexpr std::size_t kWordsOfABlock = 2'048;

  template <class Visit>
  void for_each_word(const void* at, std::size_t bytes, const Visit& visit) {
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const auto begin = reinterpret_cast<std::uintptr_t>(blocks_[i].begin);
      if (address >= begin && address < begin + blocks_[i].bytes) {
        for (std::size_t word = 0; word < (bytes + 3) / 4; ++word) {
          visit(i * kWordsOfABlock + (address - begin) / 4 + word);
        }
      }
    }
  }

  std::array<Block, 2> blocks_{};
  std::array<bool, 2 * kWordsOfABlock> read_{};
  std::array<bool, 2 * kWordsOfABlock> written_{};
};

inline Memory& memory() {
  static Memory memory;
  return memory;
}

}  // namespace docsis_vp::aqm
