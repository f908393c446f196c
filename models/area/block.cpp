#include "models/area/block.h"

namespace docsis_vp::area {

Gates flip_flop_cost(const Memory& memory) {
  return memory.words == 1
             ? cost(hold(memory.bits))
             : cost(register_file(memory.bits, static_cast<std::uint32_t>(memory.words)));
}

Gates latch_cost(const Memory& memory) {
  return cost(latch_array(memory.bits, static_cast<std::uint32_t>(memory.words)));
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
  return add(Memory{std::move(state_name), words, bits, 2, 1, std::move(state_reason), true});
}

Totals totals(const Block& block) {
  Totals one;
  for (const Part& part : block.parts) {
    one.gates = one.gates + part.count * cost(part.shape);
    one.stored_bits += part.count * stored_bits(part.shape);
  }
  for (const Memory& memory : block.memories) {
    one.memory_bits += memory.count * memory.stored_bits();
  }
  for (const Block& inner : block.blocks) {
    const Totals of = totals(inner);
    one.gates = one.gates + of.gates;
    one.stored_bits += of.stored_bits;
    one.memory_bits += of.memory_bits;
  }
  return {block.count * one.gates, block.count * one.stored_bits, block.count * one.memory_bits};
}

Gates gates_with_flip_flops(const Block& block) {
  Gates one;
  for (const Part& part : block.parts) {
    one = one + part.count * cost(part.shape);
  }
  for (const Memory& memory : block.memories) {
    one = one + memory.count * flip_flop_cost(memory);
  }
  for (const Block& inner : block.blocks) {
    one = one + gates_with_flip_flops(inner);
  }
  return block.count * one;
}

}  // namespace docsis_vp::area
