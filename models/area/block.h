// The inventory of a block: primitives and memories, each with the reason why it is there, and the
// blocks within it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/area/primitive.h"

namespace docsis_vp::area {

struct Part {
  Shape shape;
  std::uint64_t count = 1;
  std::string reason;
};

// Words of `bits`. One port reads or writes in a clock; with two, one reads while the other writes.
struct Memory {
  std::string name;
  std::uint64_t words = 0;
  std::uint32_t bits = 0;
  std::uint32_t ports = 1;  // 1 or 2
  std::uint64_t count = 1;
  std::string reason;

  std::uint64_t stored_bits() const { return words * bits; }
  // A macro's decoders and amplifiers do not pay below 2 kbit.
  bool is_sram() const { return stored_bits() >= kSmallestSramBits; }
  static constexpr std::uint64_t kSmallestSramBits = 2048;
};

// Of one, without `count`. A memory that is no SRAM is registers with a multiplexer that reads and
// a decoder of the address that writes; a second port adds nothing.
Gates register_file_cost(const Memory& memory);

struct Block {
  std::string name;
  std::string reason;
  std::uint64_t count = 1;  // so many alike
  std::vector<Part> parts{};
  std::vector<Memory> memories{};
  std::vector<Block> blocks{};

  Block& add(Shape shape, std::string part_reason) { return add(1, shape, std::move(part_reason)); }
  Block& add(std::uint64_t number, Shape shape, std::string part_reason) {
    parts.push_back({shape, number, std::move(part_reason)});
    return *this;
  }
  // Without words, or without bits, there is nothing to add.
  Block& add(Memory memory);
  Block& add(Block block);
  // State of `words` alike that one data path works on: while it is a memory, a copy of one word is
  // at hand between its reading and its writing back.
  Block& add_state(std::string state_name, std::uint64_t words, std::uint32_t bits,
                   std::string state_reason);

  bool is_empty() const { return parts.empty() && memories.empty() && blocks.empty(); }
};

// All instances of a block, and of all within it.
struct Totals {
  Gates gates;                    // small memories included
  std::uint64_t stored_bits = 0;  // in flip-flops, those of small memories included
  std::uint64_t sram_bits = 0;
};
Totals totals(const Block& block);

}  // namespace docsis_vp::area
