// Reports of a hart to its observers.
#include "platform/cpu/hart.h"

namespace docsis_vp::platform {

namespace {

std::uint32_t lowest_bytes(std::uint32_t value, unsigned bytes) {
  return bytes >= 4 ? value : value & ((1U << (8 * bytes)) - 1);
}

constexpr std::uint32_t kChangedByMret = 0x300;  // mstatus

bool writes_csr(const MicroOp& operation) {
  const bool always =
      operation.operation == Operation::csrrw || operation.operation == Operation::csrrwi;
  const bool accesses =
      operation.operation >= Operation::csrrw && operation.operation <= Operation::csrrci;
  return always || (accesses && operation.rs1 != 0);
}

}  // namespace

bool Hart::announce(Block& block) {
  if (!environment_.starts()) {
    return false;
  }
  const MicroOp& operation = *block.operations();
  announced_.operation = operation;
  announced_.mark = *block.marks();
  announced_.pc = pc_;
  announced_.address = registers_[operation.rs1] + operation.immediate;
  announced_.stored = registers_[operation.rs2];
  announced_.instructions = instructions_;
  return true;
}

void Hart::report_retired() {
  if (instructions_ == announced_.instructions) {
    return;  // it trapped
  }
  const MicroOp& operation = announced_.operation;
  RetiredInstruction retired;
  retired.pc = announced_.pc;
  retired.next_pc = pc_;
  retired.bits = announced_.mark.bits;
  retired.length_bytes = announced_.mark.length_bytes;
  retired.operation = operation.operation;
  retired.rd = operation.rd == kDiscard ? std::uint8_t{0} : operation.rd;
  retired.rd_value = registers_[retired.rd];
  if (operation.operation >= Operation::lb && operation.operation <= Operation::sw) {
    retired.access_bytes = access_bytes(operation.operation);
    retired.stores = operation.operation >= Operation::sb && operation.operation <= Operation::sw;
    retired.address = announced_.address;
    retired.value = lowest_bytes(retired.stores ? announced_.stored : registers_[operation.rd],
                                 retired.access_bytes);
  }
  if (operation.operation == Operation::mret) {
    retired.written_csr = kChangedByMret;
  } else if (writes_csr(operation)) {
    retired.written_csr = operation.immediate >> 20;
  }
  if (retired.written_csr) {
    retired.csr_value = csr(*retired.written_csr).value_or(0);
  }
  retired.cycles = take_unreported_cycles();
  environment_.retired(retired);
}

void Hart::report_trap(const Trap& trap) {
  TakenTrap taken;
  taken.trap = trap;
  taken.handler = pc_;
  taken.cycles = take_unreported_cycles();
  environment_.trapped(taken);
}

std::uint64_t Hart::take_unreported_cycles() {
  const std::uint64_t cycles = cycles_ - reported_cycles_;
  reported_cycles_ = cycles_;
  return config_.profile.instantaneous ? 0 : cycles;
}

}  // namespace docsis_vp::platform
