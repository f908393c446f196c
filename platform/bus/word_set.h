// Stores a set of 32-bit words of the address space.
#pragma once

#include <bitset>
#include <cstdint>
#include <unordered_map>

namespace docsis_vp::platform {

class WordSet {
 public:
  // Ranges of bytes; both ends included. A word belongs to a range if they share a byte.
  void insert(std::uint64_t first, std::uint64_t last);
  void erase(std::uint64_t first, std::uint64_t last);
  bool intersects(std::uint64_t first, std::uint64_t last) const;
  bool has_page(std::uint32_t address) const { return pages_.count(address >> kPageBits) != 0; }
  bool empty() const { return pages_.empty(); }
  void clear() { pages_.clear(); }

 private:
  static constexpr unsigned kPageBits = 12;
  static constexpr unsigned kWordBits = 2;
  static constexpr std::uint64_t kWordsOfPage = std::uint64_t{1} << (kPageBits - kWordBits);
  using Page = std::bitset<kWordsOfPage>;

  std::unordered_map<std::uint32_t, Page> pages_;
};

}  // namespace docsis_vp::platform
