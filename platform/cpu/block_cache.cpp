#include "platform/cpu/block_cache.h"

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>

namespace docsis_vp::platform {

// A block under construction.
struct BlockCache::Draft {
  Block block = {};
  std::vector<MicroOp> operations;
  std::vector<Mark> marks;
  std::uint32_t size_bytes = 0;
  std::uint32_t cycles = 0;       // cycles to the end of the last instruction
  std::uint32_t worst_extra = 0;  // worst-case wait cycles of the instructions so far
  std::uint32_t worst_start = 0;  // worst-case start of the last instruction
  bool ended = false;             // by a jump, a branch or a system instruction
};

BlockCache::BlockCache(MemoryPort& memory, const CycleProfile& profile, const void* const* handlers)
    : memory_(memory),
      profile_(profile),
      extensions_(parse_isa(profile.isa)),
      handlers_(handlers) {}

BlockCache::Found BlockCache::find_in(Store& store, std::uint32_t pc, unsigned max_instructions) {
  Slot& slot = store.slots[slot_index(pc)];
  if (slot.pc == pc) {
    return {slot.block};
  }
  Found found;
  const auto known = store.blocks.find(pc);
  if (known != store.blocks.end()) {
    found.block = known->second;
  } else {
    if (storage_.size() >= kMaxBlocks) {
      flush();
    }
    found = build(pc, max_instructions);
    if (found.block == nullptr) {
      return found;
    }
    store.blocks.emplace(pc, found.block);
  }
  slot = {pc, found.block};
  return found;
}

BlockCache::Found BlockCache::build(std::uint32_t pc, unsigned max_instructions) {
  Found found;
  Draft draft;
  draft.block.pc = pc;
  draft.block.function = functions_ != nullptr ? functions_->function_at(pc) : CodeRange{};
  draft.operations.reserve(kMaxExtended + 1);
  draft.marks.reserve(kMaxExtended);
  do {
    const std::uint32_t address = pc + draft.size_bytes;
    const MemoryPort::Fetch fetch = memory_.fetch(address);
    found.disturbed |= fetch.disturbed;
    if (!fetch.ok) {
      if (draft.operations.empty()) {
        found.fault_address = fetch.fault_address;
        found.fault_wait_cycles = fetch.wait_cycles;
        return found;
      }
      break;
    }
    const Instruction instruction = decode(fetch.bits, extensions_);
    if (draft.operations.empty()) {
      const bool straddles = (pc & 2) != 0 && instruction.length_bytes == 4;
      draft.block.entry_cycles = (straddles ? profile_.misaligned_target : 0) +
                                 std::int64_t{fetch.wait_cycles} * (straddles ? 2 : 1);
      draft.block.first_rs1 = instruction.reads_rs1 ? instruction.rs1 : std::uint8_t{0};
      draft.block.first_rs2 = instruction.rs2;
    }
    append(draft, instruction, fetch.bits);
    if (!fetch.direct) {
      max_instructions = 1;
    }
  } while (may_go_on(draft, max_instructions));
  finish(draft, max_instructions == 1);
  memory_.hold_code(pc, pc + (draft.size_bytes - 1));
  found.block = place(draft);
  return found;
}

bool BlockCache::may_go_on(const Draft& draft, unsigned max_instructions) const {
  const std::size_t count = draft.operations.size();
  const std::uint32_t next_pc = draft.block.pc + draft.size_bytes;
  if (draft.ended || has_breakpoint(next_pc) || !draft.block.function.contains(next_pc)) {
    return false;
  }
  const bool stall_may_follow = profile_.load_use != 0 && draft.marks.back().loaded != 0;
  return count < max_instructions ||
         (max_instructions == kMaxInstructions && stall_may_follow && count < kMaxExtended);
}

bool BlockCache::has_breakpoint(std::uint32_t pc) const {
  return std::binary_search(breakpoints_.begin(), breakpoints_.end(), pc);
}

void BlockCache::set_breakpoints(std::vector<std::uint32_t> sorted) {
  breakpoints_ = std::move(sorted);
  flush();
}

void BlockCache::set_functions(const FunctionObserver& functions) {
  functions_ = &functions;
  flush();
}

void BlockCache::append(Draft& draft, const Instruction& instruction, std::uint32_t bits) const {
  const std::uint32_t pc = draft.block.pc + draft.size_bytes;
  MicroOp operation = {};
  operation.handler = handlers_[static_cast<std::size_t>(instruction.operation)];
  operation.operation = instruction.operation;
  operation.immediate = instruction.immediate;
  operation.rd = instruction.rd == 0 ? kDiscard : instruction.rd;
  operation.rs1 = instruction.rs1;
  operation.rs2 = instruction.rs2;

  const std::uint8_t awaited = draft.marks.empty() ? std::uint8_t{0} : draft.marks.back().loaded;
  if (awaited != 0 && ((instruction.reads_rs1 && instruction.rs1 == awaited) ||
                       (instruction.reads_rs2 && instruction.rs2 == awaited))) {
    draft.cycles += profile_.load_use;
  }
  Mark mark = {};
  mark.offset_bytes = static_cast<std::uint16_t>(draft.size_bytes);
  mark.length_bytes = instruction.length_bytes;
  mark.start = static_cast<std::uint16_t>(draft.cycles);
  mark.bits = bits;
  draft.worst_start = draft.cycles + draft.worst_extra;
  draft.size_bytes += instruction.length_bytes;
  draft.cycles += cycles_of(instruction);
  mark.end = static_cast<std::uint16_t>(draft.cycles);

  switch (instruction.cost) {
    case CostClass::kLoad:
      mark.loaded = profile_.load_use != 0 ? instruction.rd : std::uint8_t{0};
      draft.worst_extra += memory_.worst_extra_cycles();
      break;
    case CostClass::kStore:
      draft.worst_extra += memory_.worst_extra_cycles();
      break;
    case CostClass::kDivide:
      draft.worst_extra += std::max(profile_.divide, profile_.divide_by_zero) - profile_.divide;
      break;
    case CostClass::kBranch:
    case CostClass::kJump:
      draft.block.taken_pc = pc + instruction.immediate;  // jalr computes its own target
      draft.ended = true;
      break;
    case CostClass::kSystem:
      draft.ended = true;
      break;
    default:
      if (instruction.operation == Operation::auipc) {
        operation.immediate += pc;
      }
  }
  draft.operations.push_back(operation);
  draft.marks.push_back(mark);
}

void BlockCache::finish(Draft& draft, bool single) const {
  Block& block = draft.block;
  const Mark& last = draft.marks.back();
  const bool branches = draft.ended && draft.operations.back().operation >= Operation::beq &&
                        draft.operations.back().operation <= Operation::bgeu;
  block.count = draft.operations.size();
  block.stops = has_breakpoint(block.pc);
  block.latest_start = block.stops ? INT64_MAX : std::int64_t{draft.worst_start};
  block.next_pc = block.pc + draft.size_bytes;
  block.next_cycles = draft.cycles;
  block.taken_cycles = last.start + (branches ? profile_.branch_taken : profile_.jump);
  block.linkable = !single;
  // The slot after the last instruction runs only if that instruction does not end the block.
  MicroOp terminal = {};
  terminal.handler = handlers_[static_cast<std::size_t>(Operation::illegal) + 1];
  draft.operations.push_back(terminal);
}

Block* BlockCache::place(const Draft& draft) {
  const std::size_t operations_bytes = draft.operations.size() * sizeof(MicroOp);
  const std::size_t marks_bytes = draft.marks.size() * sizeof(Mark);
  storage_.push_back(std::make_unique<std::byte[]>(sizeof(Block) + operations_bytes + marks_bytes));
  auto* const block = new (storage_.back().get()) Block(draft.block);
  std::uninitialized_copy(draft.operations.begin(), draft.operations.end(), block->operations());
  std::uninitialized_copy(draft.marks.begin(), draft.marks.end(), block->marks());
  return block;
}

std::uint32_t BlockCache::cycles_of(const Instruction& instruction) const {
  switch (instruction.cost) {
    case CostClass::kAlu:
      return profile_.alu;
    case CostClass::kMul:
      return profile_.mul;
    case CostClass::kMulHigh:
      return profile_.mul_high;
    case CostClass::kDivide:
      return profile_.divide;
    case CostClass::kLoad:
      return profile_.load;
    case CostClass::kStore:
      return profile_.store;
    case CostClass::kBranch:
      return profile_.branch_not_taken;
    case CostClass::kJump:
      return profile_.jump;
    case CostClass::kFence:
      return profile_.fence;
    case CostClass::kSystem:
      return 0;  // the hart charges it
  }
  return 0;
}

void BlockCache::flush() {
  for (Store* store : {&whole_, &single_}) {
    store->blocks.clear();
    store->slots.fill(Slot{});
  }
  storage_.clear();
  memory_.forget_code();
  ++generation_;
}

}  // namespace docsis_vp::platform
