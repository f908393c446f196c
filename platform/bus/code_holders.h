// How masters that keep decoded code come to know that somebody changed it.
#pragma once

#include <bitset>
#include <cstdint>
#include <tlm>
#include <unordered_map>

namespace docsis_vp::platform {

// A set of 32-bit words of the address space.
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

// A master says by debug transport that it holds decoded code of a range: TLM_IGNORE_COMMAND with
// this extension, so that targets which do not know it do nothing. From then on the Interconnect
// answers every write to the range, by a transaction or by debug transport, with an invalidation
// of the written words, as a snooping bus does.
struct HoldsCode : tlm::tlm_extension<HoldsCode> {
  std::uint64_t first = 0;  // both ends included
  std::uint64_t last = 0;

  tlm::tlm_extension_base* clone() const override { return new HoldsCode(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const HoldsCode&>(other);
  }
};

}  // namespace docsis_vp::platform
