// Lists the inventory of a block: primitives and memories, each with the reason why it is there,
// and the blocks within it.
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
// Words of storage. A technology makes it of flip-flops, latches or an SRAM, whichever costs least
// (technology.h).
struct Memory {
  std::string name;
  std::uint64_t words = 0;
  std::uint32_t bits = 0;
  std::uint32_t ports = 1;  // 1 or 2
  std::uint64_t count = 1;
  std::string reason;
  // A data path works on one word at a time: an SRAM needs a copy of it in flip-flops, from its
  // reading to its writing back.
  bool is_state = false;

  std::uint64_t stored_bits() const { return words * bits; }
};

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
  // A memory of two ports with `is_state`.
  Block& add_state(std::string state_name, std::uint64_t words, std::uint32_t bits,
                   std::string state_reason);

  bool is_empty() const { return parts.empty() && memories.empty() && blocks.empty(); }
};

// All instances of a block, and of all within it.
struct Totals {
  Gates gates;                    // of primitives, without memories
  std::uint64_t stored_bits = 0;  // in flip-flops of primitives
  std::uint64_t memory_bits = 0;
};
Totals totals(const Block& block);

// Gates of one memory, without `count`, made of flip-flops: a multiplexer reads, a decoder of the
// address writes.
Gates flip_flop_cost(const Memory& memory);
// The same of latches, with a clock gate for each word and a word of flip-flops before them.
Gates latch_cost(const Memory& memory);
// All instances, with every memory made of flip-flops: what Verilog without macros synthesizes to.
Gates gates_with_flip_flops(const Block& block);

}  // namespace docsis_vp::area
