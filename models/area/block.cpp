#include "models/area/block.h"

namespace docsis_vp::area {

Gates register_file_cost(const Memory& memory) {
  return memory.words == 1
             ? cost(hold(memory.bits))
             : cost(register_file(memory.bits, static_cast<std::uint32_t>(memory.words)));
}

Block& Block::add(Memory memory) {
  if (memory.stored_bits() > 0) {
    memories.push_back(std::move(memory));
  }
  return *this;
}

Block& Block::add(Block block) {
  if (!block.is_empty()) {
    blocks.push_back(std::move(block));
  }
  return *this;
}

Block& Block::add_state(std::string state_name, std::uint64_t words, std::uint32_t bits,
                        std::string state_reason) {
  Memory memory{std::move(state_name), words, bits, 2, 1, std::move(state_reason)};
  if (memory.is_sram()) {
    add(flip_flops(bits), "a word of " + memory.name + " from its reading to its writing back");
  }
  return add(std::move(memory));
}

Totals totals(const Block& block) {
  Totals one;
  for (const Part& part : block.parts) {
    one.gates = one.gates + part.count * cost(part.shape);
    one.stored_bits += part.count * stored_bits(part.shape);
  }
  for (const Memory& memory : block.memories) {
    if (memory.is_sram()) {
      one.sram_bits += memory.count * memory.stored_bits();
    } else {
      one.gates = one.gates + memory.count * register_file_cost(memory);
      one.stored_bits += memory.count * memory.stored_bits();
    }
  }
  for (const Block& inner : block.blocks) {
    const Totals of = totals(inner);
    one.gates = one.gates + of.gates;
    one.stored_bits += of.stored_bits;
    one.sram_bits += of.sram_bits;
  }
  return {block.count * one.gates, block.count * one.stored_bits, block.count * one.sram_bits};
}

}  // namespace docsis_vp::area
