// Caches decoded blocks, indexed by address.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "platform/cpu/block.h"
#include "platform/cpu/cycle_profile.h"
#include "platform/cpu/function_observer.h"
#include "platform/cpu/memory_port.h"

namespace docsis_vp::platform {

// Code is read when it first runs and kept until flush(). The cache informs the memory port which
// code it holds; the port reports changes of that code (MemoryPort::code_changed()). A core without
// an instruction cache runs the current contents of memory, with or without fence.i. Code without a
// host pointer is read one instruction at a time when it runs, because reading ahead could have
// side effects.
class BlockCache {
 public:
  // Direct-mapped first level of the cache, small enough that the engine searches it inline.
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
    std::uint32_t fault_wait_cycles = 0;
    bool disturbed = false;
  };

  // handlers: indexed by operation; the last one ends a block that does not end with a jump.
  BlockCache(MemoryPort& memory, const CycleProfile& profile, const void* const* handlers);

  Found find(std::uint32_t pc) { return find_in(whole_, pc, kMaxInstructions); }
  // Finds a block of one instruction that is linked to no other block.
  Found find_single(std::uint32_t pc) { return find_in(single_, pc, 1); }
  const Slot* slots() const { return whole_.slots.data(); }

  // Addresses at which blocks must begin, so that the engine does not run past them. Flushes.
  void set_breakpoints(std::vector<std::uint32_t> sorted);
  // From now on blocks end where a function ends. Flushes.
  void set_functions(const FunctionObserver& functions);

  // Invalidates every Block returned so far and changes generation(); find() may do so, too.
  void flush();
  std::uint64_t generation() const { return generation_; }

 private:
  // A block of kMaxInstructions whose last instruction is a load continues where a stall may
  // follow.
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
  std::vector<std::uint32_t> breakpoints_;  // ascending
  const FunctionObserver* functions_ = nullptr;
};

}  // namespace docsis_vp::platform
