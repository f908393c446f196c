// Declares the inventory of a block: primitives and memories, each with the reason for it, and the
// blocks inside.
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

// Storage of `words` words of `bits` bits. With one port, it reads or writes in a clock; with two,
// one port reads while the other writes. The technology (technology.h) uses flip-flops, latches or
// an SRAM, whichever costs least.
struct Memory {
  std::string name;
  std::uint64_t words = 0;
  std::uint32_t bits = 0;
  std::uint32_t ports = 1;  // 1 or 2
  std::uint64_t count = 1;
  std::string reason;
  // The data path works on one word at a time. An SRAM then needs a copy of the word in flip-flops,
  // from its read to its write-back.
  bool is_state = false;

  std::uint64_t stored_bits() const { return words * bits; }
};

struct Block {
  std::string name;
  std::string reason;
  std::uint64_t count = 1;  // number of identical instances
  std::vector<Part> parts{};
  std::vector<Memory> memories{};
  std::vector<Block> blocks{};

  Block& add(Shape shape, std::string part_reason) { return add(1, shape, std::move(part_reason)); }
  Block& add(std::uint64_t number, Shape shape, std::string part_reason) {
    parts.push_back({shape, number, std::move(part_reason)});
    return *this;
  }
  // Adds a memory. Has no effect if it has no words or no bits.
  Block& add(Memory memory);
  Block& add(Block block);
  // Adds a memory with two ports and `is_state`.
  Block& add_state(std::string state_name, std::uint64_t words, std::uint32_t bits,
                   std::string state_reason);

  bool is_empty() const { return parts.empty() && memories.empty() && blocks.empty(); }
};

// Totals over all instances of a block and of all blocks inside.
struct Totals {
  Gates gates;                    // of primitives, without memories
  std::uint64_t stored_bits = 0;  // in flip-flops of primitives
  std::uint64_t memory_bits = 0;
};
Totals totals(const Block& block);

// Returns the gates of one memory, without `count`, made of flip-flops: a multiplexer for reading,
// an address decoder for writing.
Gates flip_flop_cost(const Memory& memory);
// Returns the same for latches, with a clock gate per word and a word of input flip-flops.
Gates latch_cost(const Memory& memory);
// Returns the gates of all instances with every memory made of flip-flops, as Verilog without
// macros is synthesized.
Gates gates_with_flip_flops(const Block& block);

}  // namespace docsis_vp::area
