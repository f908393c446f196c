// Decoded code, found by address.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "platform/cpu/block.h"
#include "platform/cpu/cycle_profile.h"
#include "platform/cpu/memory_port.h"

namespace docsis_vp::platform {

// Code is read when it is first run and kept until flush(). The memory port is told of it, and says
// when it was changed (MemoryPort::code_changed()): a core without an instruction cache runs what
// memory holds, fence.i or not. Code that host pointers do not reach is read one instruction at a
// time, when it runs, because reading ahead could have effects.
class BlockCache {
 public:
  // A direct-mapped front of the map, small enough for the engine to search by itself.
  struct Slot {
    std::uint32_t pc = kNoPc;
    Block* block = nullptr;
  };
  static constexpr std::uint32_t kNoPc = 1;  // odd: no instruction lies there
  static constexpr std::size_t kSlots = 4096;
  static std::size_t slot_index(std::uint32_t pc) { return (pc >> 1) & (kSlots - 1); }

  struct Found {
    Block* block = nullptr;  // null: the instruction cannot be fetched
    std::uint32_t fault_address = 0;
    bool disturbed = false;
  };

  // handlers: by operation, then the one that ends a block without a jump.
  BlockCache(MemoryPort& memory, const CycleProfile& profile, const void* const* handlers);

  Found find(std::uint32_t pc) { return find_in(whole_, pc, kMaxInstructions); }
  // A block of one instruction, linked to none.
  Found find_single(std::uint32_t pc) { return find_in(single_, pc, 1); }
  const Slot* slots() const { return whole_.slots.data(); }

  // Where blocks end and begin, so that the engine does not run past. Flushes.
  void set_breakpoints(std::vector<std::uint32_t> sorted);

  // Invalidates every Block handed out; so may find(). The generation then is another.
  void flush();
  std::uint64_t generation() const { return generation_; }

 private:
  // A block that would end with a load goes on a little where a stall might follow it.
  static constexpr unsigned kMaxInstructions = 48;
  static constexpr unsigned kMaxExtended = 64;
  static constexpr std::size_t kMaxBlocks = 100'000;

  struct Store {
    std::unordered_map<std::uint32_t, Block*> blocks;
    std::array<Slot, kSlots> slots;
  };
  struct Draft;

  Found find_in(Store& store, std::uint32_t pc, unsigned max_instructions);
  Found build(std::uint32_t pc, unsigned max_instructions);
  void append(Draft& draft, const Instruction& instruction, std::uint32_t bits) const;
  bool may_go_on(const Draft& draft, unsigned max_instructions) const;
  bool has_breakpoint(std::uint32_t pc) const;
  void finish(Draft& draft, bool single) const;
  Block* place(const Draft& draft);
  std::uint32_t cycles_of(const Instruction& instruction) const;

  MemoryPort& memory_;
  const CycleProfile profile_;
  const Extensions extensions_;
  const void* const* const handlers_;
  Store whole_;
  Store single_;
  std::vector<std::unique_ptr<std::byte[]>> storage_;
  std::uint64_t generation_ = 0;
  std::vector<std::uint32_t> breakpoints_;  // in order
};

}  // namespace docsis_vp::platform
