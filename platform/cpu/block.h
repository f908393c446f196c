// Straight-line code, decoded once and laid out for the execution engine.
#pragma once

#include <cstdint>

#include "platform/cpu/decoder.h"

namespace docsis_vp::platform {

// What the engine dispatches on: 16 bytes.
struct MicroOp {
  const void* handler;      // a label of the engine
  std::uint32_t immediate;  // with everything added that is known: auipc, link addresses
  std::uint8_t rd;          // kDiscard instead of x0
  std::uint8_t rs1;
  std::uint8_t rs2;
  Operation operation;
};
constexpr std::uint8_t kDiscard = 32;  // the register that writes to x0 end up in

// What only the slow paths need to know of a micro-operation: where and when it is. As large as
// one, so that it always lies as far behind it.
struct alignas(MicroOp) Mark {
  std::uint16_t offset_bytes;  // of the instruction from the block's start
  std::uint16_t start;         // cycles from entering the block, all memory answering at once
  std::uint16_t end;
  std::uint8_t length_bytes;
  std::uint8_t loaded;  // the register that a following load-use stall waits for, or 0
  std::uint32_t bits;
};

// `count` instructions, then one terminal micro-operation unless the last instruction ends the
// block itself; behind the structure lie the micro-operations, behind them the marks.
struct Block {
  std::uint64_t count;
  // Cycles from entry to the start of the last instruction, at worst: the block may run as a
  // whole if more than that many are left. With a breakpoint: never.
  std::int64_t latest_start;
  // Cycles of the whole block, by how it ends. Once `taken` is linked, taken_cycles contains the
  // target's entry_cycles.
  std::int64_t taken_cycles;
  std::int64_t next_cycles;
  // What a transfer to this block costs beyond the transferring instruction.
  std::int64_t entry_cycles;
  Block* taken;
  Block* next;
  std::uint32_t pc;
  std::uint32_t taken_pc;
  std::uint32_t next_pc;
  bool linkable;  // not a block of one instruction that stands in for a longer one
  bool stops;     // a breakpoint lies at pc
  // Registers that the first instruction reads; 0 where none.
  std::uint8_t first_rs1;
  std::uint8_t first_rs2;

  MicroOp* operations() { return reinterpret_cast<MicroOp*>(this + 1); }
  // One more micro-operation than instructions has its place.
  Mark* marks() { return reinterpret_cast<Mark*>(operations() + count + 1); }
  const Mark& mark_of(const MicroOp* operation) const {
    return *reinterpret_cast<const Mark*>(operation + count + 1);
  }
};
static_assert(sizeof(MicroOp) == 16 && sizeof(Mark) == sizeof(MicroOp) &&
              sizeof(Block) % alignof(MicroOp) == 0);

}  // namespace docsis_vp::platform
