// Execution engine: direct-threaded code over pre-decoded, linked blocks.
#include <cstring>

#include "platform/cpu/hart.h"

// Labels as values make it fast: every micro-operation jumps directly to the next one.
#pragma GCC diagnostic ignored "-Wpedantic"
// Pages store host address minus guest address, so that one addition gives the pointer.
// Signed bytes are extended by design.
// NOLINTBEGIN(performance-no-int-to-ptr,bugprone-signed-char-misuse)

namespace docsis_vp::platform {

namespace {

using std::int32_t;
using std::int64_t;
using std::uint32_t;
using std::uint64_t;

int32_t as_signed(uint32_t value) {
  return static_cast<int32_t>(value);
}
uint32_t as_unsigned(int32_t value) {
  return static_cast<uint32_t>(value);
}

uint32_t high_half(int64_t product) {
  return static_cast<uint32_t>(static_cast<uint64_t>(product) >> 32);
}

constexpr uint32_t kMostNegative = 0x80000000;

// Divisor not 0.
uint32_t divide_signed(uint32_t a, uint32_t b) {
  const bool overflows = a == kMostNegative && b == ~0U;
  return overflows ? a : as_unsigned(as_signed(a) / as_signed(b));
}
uint32_t remainder_signed(uint32_t a, uint32_t b) {
  const bool overflows = a == kMostNegative && b == ~0U;
  return overflows ? 0 : as_unsigned(as_signed(a) % as_signed(b));
}

uint32_t rotate_right(uint32_t value, uint32_t amount) {
  return value >> (amount & 31) | value << (-amount & 31);
}

uint32_t or_combine_bytes(uint32_t value) {
  uint32_t result = 0;
  for (uint32_t byte = 0xff; byte != 0; byte <<= 8) {
    result |= (value & byte) != 0 ? byte : 0;
  }
  return result;
}

}  // namespace

const void* const* Hart::labels_of(Hart& hart) {
  const void* const* labels = nullptr;
  hart.execute(nullptr, &labels);
  return labels;
}

#define RS1 x[op->rs1]
#define RS2 x[op->rs2]
#define IMMEDIATE op->immediate
#define NEXT()          \
  do {                  \
    ++op;               \
    goto * op->handler; \
  } while (false)
#define COMPUTE(label, value) \
  label:                      \
  x[op->rd] = (value);        \
  NEXT()
// Enters the target if it fits the limit as a whole, else leaves the engine.
#define ENTER(target, way)                  \
  do {                                      \
    block = target;                         \
    if (remaining <= block->latest_start) { \
      goto way##_out_of_budget;             \
    }                                       \
    op = block->operations();               \
    goto * op->handler;                     \
  } while (false)
#define FOLLOW(way)                                       \
  do {                                                    \
    remaining -= block->way##_cycles;                     \
    retired += block->count;                              \
    if (__builtin_expect(block->way == nullptr, false)) { \
      goto open_##way;                                    \
    }                                                     \
    ENTER(block->way, way);                               \
  } while (false)
#define BRANCH(label, condition) \
  label:                         \
  if (condition) {               \
    FOLLOW(taken);               \
  }                              \
  FOLLOW(next)
#define DIVIDE(label, value, value_by_zero) \
  label:                                    \
  if (RS2 != 0) {                           \
    x[op->rd] = (value);                    \
  } else {                                  \
    x[op->rd] = (value_by_zero);            \
    remaining += divide_by_zero_saves_;     \
  }                                         \
  NEXT()
// One comparison rejects both a page that is not cached and a misaligned address.
#define LOAD(label, type)                                                                        \
  label : {                                                                                      \
    address = RS1 + IMMEDIATE;                                                                   \
    const MemoryPort::Page& page = pages[MemoryPort::page_index(address)];                       \
    if (__builtin_expect(                                                                        \
            (address & (MemoryPort::kPageMask | (sizeof(type) - 1))) != page.read_tag, false)) { \
      goto slow_load;                                                                            \
    }                                                                                            \
    type value;                                                                                  \
    std::memcpy(&value, reinterpret_cast<const void*>(page.host + address), sizeof value);       \
    x[op->rd] = static_cast<uint32_t>(value);                                                    \
    remaining -= page.read_wait_cycles;                                                          \
  }                                                                                              \
  NEXT()
#define STORE(label, type)                                                                        \
  label : {                                                                                       \
    address = RS1 + IMMEDIATE;                                                                    \
    const MemoryPort::Page& page = pages[MemoryPort::page_index(address)];                        \
    if (__builtin_expect(                                                                         \
            (address & (MemoryPort::kPageMask | (sizeof(type) - 1))) != page.write_tag, false)) { \
      goto slow_store;                                                                            \
    }                                                                                             \
    const type value = static_cast<type>(RS2);                                                    \
    std::memcpy(reinterpret_cast<void*>(page.host + address), &value, sizeof value);              \
    remaining -= page.write_wait_cycles;                                                          \
  }                                                                                               \
  NEXT()

Hart::Leave Hart::execute(Block* block, const void* const** labels) {
  static const void* const kLabels[] = {
#define DOCSIS_VP_LABEL(operation, ...) &&operation,
      DOCSIS_VP_INSTRUCTIONS(DOCSIS_VP_LABEL)
#undef DOCSIS_VP_LABEL
          && illegal,
      &&fall_through};
  if (block == nullptr) {
    *labels = kLabels;
    return Leave::kNextBlock;
  }

  uint32_t* const x = registers_.data();
  const MemoryPort::Page* const pages = memory_.pages();
  // Cycles from the start of the block to the limit, minus those added by accesses since.
  int64_t remaining = static_cast<int64_t>(limit_ - cycles_);
  uint64_t retired = instructions_;
  uint32_t address = 0;
  const MicroOp* op = block->operations();
  goto * op->handler;

  COMPUTE(lui, IMMEDIATE);
  COMPUTE(auipc, IMMEDIATE);
  COMPUTE(addi, RS1 + IMMEDIATE);
  COMPUTE(slti, as_signed(RS1) < as_signed(IMMEDIATE) ? 1 : 0);
  COMPUTE(sltiu, RS1 < IMMEDIATE ? 1 : 0);
  COMPUTE(xori, RS1 ^ IMMEDIATE);
  COMPUTE(ori, RS1 | IMMEDIATE);
  COMPUTE(andi, RS1 & IMMEDIATE);
  COMPUTE(slli, RS1 << (IMMEDIATE & 31));
  COMPUTE(srli, RS1 >> (IMMEDIATE & 31));
  COMPUTE(srai, as_unsigned(as_signed(RS1) >> (IMMEDIATE & 31)));
  COMPUTE(add, RS1 + RS2);
  COMPUTE(sub, RS1 - RS2);
  COMPUTE(sll, RS1 << (RS2 & 31));
  COMPUTE(slt, as_signed(RS1) < as_signed(RS2) ? 1 : 0);
  COMPUTE(sltu, RS1 < RS2 ? 1 : 0);
  COMPUTE(xor_, RS1 ^ RS2);
  COMPUTE(srl, RS1 >> (RS2 & 31));
  COMPUTE(sra, as_unsigned(as_signed(RS1) >> (RS2 & 31)));
  COMPUTE(or_, RS1 | RS2);
  COMPUTE(and_, RS1 & RS2);

  COMPUTE(mul, RS1 * RS2);
  COMPUTE(mulh, high_half(int64_t{as_signed(RS1)} * as_signed(RS2)));
  COMPUTE(mulhsu, high_half(int64_t{as_signed(RS1)} * int64_t{RS2}));
  COMPUTE(mulhu, static_cast<uint32_t>(uint64_t{RS1} * RS2 >> 32));
  DIVIDE(div, divide_signed(RS1, RS2), ~0U);
  DIVIDE(divu, RS1 / RS2, ~0U);
  DIVIDE(rem, remainder_signed(RS1, RS2), RS1);
  DIVIDE(remu, RS1 % RS2, RS1);

  COMPUTE(sh1add, (RS1 << 1) + RS2);
  COMPUTE(sh2add, (RS1 << 2) + RS2);
  COMPUTE(sh3add, (RS1 << 3) + RS2);
  COMPUTE(andn, RS1 & ~RS2);
  COMPUTE(orn, RS1 | ~RS2);
  COMPUTE(xnor, ~(RS1 ^ RS2));
  COMPUTE(clz, RS1 == 0 ? 32 : as_unsigned(__builtin_clz(RS1)));
  COMPUTE(ctz, RS1 == 0 ? 32 : as_unsigned(__builtin_ctz(RS1)));
  COMPUTE(cpop, as_unsigned(__builtin_popcount(RS1)));
  COMPUTE(max, as_signed(RS1) < as_signed(RS2) ? RS2 : RS1);
  COMPUTE(maxu, RS1 < RS2 ? RS2 : RS1);
  COMPUTE(min, as_signed(RS1) < as_signed(RS2) ? RS1 : RS2);
  COMPUTE(minu, RS1 < RS2 ? RS1 : RS2);
  COMPUTE(sext_b, as_unsigned(static_cast<std::int8_t>(RS1)));
  COMPUTE(sext_h, as_unsigned(static_cast<std::int16_t>(RS1)));
  COMPUTE(zext_h, RS1 & 0xffff);
  COMPUTE(rol, rotate_right(RS1, -RS2));
  COMPUTE(ror, rotate_right(RS1, RS2));
  COMPUTE(rori, rotate_right(RS1, IMMEDIATE));
  COMPUTE(orc_b, or_combine_bytes(RS1));
  COMPUTE(rev8, __builtin_bswap32(RS1));
  COMPUTE(bclr, RS1 & ~(1U << (RS2 & 31)));
  COMPUTE(bclri, RS1 & ~(1U << (IMMEDIATE & 31)));
  COMPUTE(bext, RS1 >> (RS2 & 31) & 1);
  COMPUTE(bexti, RS1 >> (IMMEDIATE & 31) & 1);
  COMPUTE(binv, RS1 ^ 1U << (RS2 & 31));
  COMPUTE(binvi, RS1 ^ 1U << (IMMEDIATE & 31));
  COMPUTE(bset, RS1 | 1U << (RS2 & 31));
  COMPUTE(bseti, RS1 | 1U << (IMMEDIATE & 31));

  LOAD(lb, std::int8_t);
  LOAD(lh, std::int16_t);
  LOAD(lw, uint32_t);
  LOAD(lbu, std::uint8_t);
  LOAD(lhu, std::uint16_t);
  STORE(sb, std::uint8_t);
  STORE(sh, std::uint16_t);
  STORE(sw, uint32_t);

  BRANCH(beq, RS1 == RS2);
  BRANCH(bne, RS1 != RS2);
  BRANCH(blt, as_signed(RS1) < as_signed(RS2));
  BRANCH(bge, as_signed(RS1) >= as_signed(RS2));
  BRANCH(bltu, RS1 < RS2);
  BRANCH(bgeu, RS1 >= RS2);

jal:
  x[op->rd] = block->next_pc;
  FOLLOW(taken);

jalr : {
  const uint32_t target = (RS1 + IMMEDIATE) & ~1U;
  x[op->rd] = block->next_pc;
  remaining -= block->taken_cycles;
  retired += block->count;
  const BlockCache::Slot& slot = blocks_.slots()[BlockCache::slot_index(target)];
  if (__builtin_expect(slot.pc == target && enters_targets_, true)) {
    remaining -= slot.block->entry_cycles;
    ENTER(slot.block, taken);
  }
  pc_ = target;
  arrived_ = true;
  goto leave;
}

fence:
  NEXT();

fall_through:
  FOLLOW(next);

open_taken:
  pc_ = block->taken_pc;
  arrived_ = true;
  open_link_ = {block->linkable ? block : nullptr, true, blocks_.generation()};
  goto leave;

open_next:
  pc_ = block->next_pc;
  loaded_ = block->marks()[block->count - 1].loaded;
  open_link_ = {block->linkable && loaded_ == 0 ? block : nullptr, false, blocks_.generation()};
  goto leave;

// Reached the limit: an instruction that starts at the limit or later belongs to the next run.
taken_out_of_budget:
  if (remaining + block->entry_cycles <= 0) {
    remaining += block->entry_cycles;
    arrived_ = true;
  }
next_out_of_budget:
  pc_ = block->pc;
leave:
  cycles_ = limit_ - static_cast<uint64_t>(remaining);
  instructions_ = retired;
  return Leave::kNextBlock;

fence_i:
ecall:
ebreak:
mret:
wfi:
csrrw:
csrrs:
csrrc:
csrrwi:
csrrsi:
csrrci:
illegal : {
  const Mark& mark = block->marks()[block->count - 1];
  pc_ = block->pc + mark.offset_bytes;
  cycles_ = limit_ - static_cast<uint64_t>(remaining) + mark.start;
  instructions_ = retired + block->count - 1;
  system_ = op;
  system_length_bytes_ = mark.length_bytes;
  return Leave::kSystem;
}

slow_load:
slow_store : {
  const Mark& mark = block->mark_of(op);
  const bool loads = op->operation >= Operation::lb && op->operation <= Operation::lhu;
  pc_ = block->pc + mark.offset_bytes;
  cycles_ = limit_ - static_cast<uint64_t>(remaining) + mark.start;
  instructions_ = retired + static_cast<uint64_t>(op - block->operations());
  if (!slow_access(*op, address)) {
    return loads ? Leave::kLoadFault : Leave::kStoreFault;
  }
  if (!slow_.disturbed) {
    remaining -= slow_.wait_cycles;
    NEXT();
  }
  pc_ += mark.length_bytes;
  cycles_ += (mark.end - mark.start) + slow_.wait_cycles;
  ++instructions_;
  loaded_ = mark.loaded;
  return Leave::kTransaction;
}
}

#undef RS1
#undef RS2
#undef IMMEDIATE
#undef NEXT
#undef COMPUTE
#undef ENTER
#undef FOLLOW
#undef BRANCH
#undef DIVIDE
#undef LOAD
#undef STORE

}  // namespace docsis_vp::platform
// NOLINTEND(performance-no-int-to-ptr,bugprone-signed-char-misuse)
