// Holds decoded straight-line code in the layout that the execution engine runs.
#pragma once

#include <cstdint>

#include "platform/cpu/decoder.h"
#include "platform/cpu/function_observer.h"

namespace docsis_vp::platform {

// A micro-operation, the unit of dispatch: 16 bytes.
struct MicroOp {
  const void* handler;      // a label of the engine
  std::uint32_t immediate;  // includes every constant, such as auipc's and link addresses
  std::uint8_t rd;          // kDiscard replaces x0
  std::uint8_t rs1;
  std::uint8_t rs2;
  Operation operation;
};
constexpr std::uint8_t kDiscard = 32;  // register that receives the writes to x0

// Address and time of a micro-operation, for the slow paths. It has the size of a MicroOp, so that
// a micro-operation and its mark have the same distance throughout a block.
struct alignas(MicroOp) Mark {
  std::uint16_t offset_bytes;  // of the instruction from the block's start
  std::uint16_t start;         // cycles from the block's entry if no memory adds wait states
  std::uint16_t end;
  std::uint8_t length_bytes;
  // loaded register that causes a load-use stall in the next instruction, or 0
  std::uint8_t loaded;
  std::uint32_t bits;
};

// A block holds `count` instructions, then one terminal micro-operation, which runs only if the
// last instruction does not end the block itself. The micro-operations follow the structure in
// memory, then the marks.
struct Block {
  std::uint64_t count;
  // Worst-case cycles from entry to the start of the last instruction. The block may run as a whole
  // if more cycles than that are left. With a breakpoint it never may.
  std::int64_t latest_start;
  // Cycles of the whole block for each way it ends. Once `taken` is linked, taken_cycles includes
  // the target's entry_cycles.
  std::int64_t taken_cycles;
  std::int64_t next_cycles;
  // Cycles of a transfer to this block in addition to those of the transferring instruction.
  std::int64_t entry_cycles;
  Block* taken;
  Block* next;
  std::uint32_t pc;
  std::uint32_t taken_pc;
  std::uint32_t next_pc;
  CodeRange function;  // contains the whole block; without a FunctionObserver: all addresses
  bool linkable;       // false for a one-instruction block that replaces a longer one
  bool stops;          // a breakpoint lies at pc
  // Registers that the first instruction reads, or 0.
  std::uint8_t first_rs1;
  std::uint8_t first_rs2;

  MicroOp* operations() { return reinterpret_cast<MicroOp*>(this + 1); }
  // There is one more micro-operation than instructions.
  Mark* marks() { return reinterpret_cast<Mark*>(operations() + count + 1); }
  const Mark& mark_of(const MicroOp* operation) const {
    return *reinterpret_cast<const Mark*>(operation + count + 1);
  }
};
static_assert(sizeof(MicroOp) == 16 && sizeof(Mark) == sizeof(MicroOp) &&
              sizeof(Block) % alignof(MicroOp) == 0);

}  // namespace docsis_vp::platform
