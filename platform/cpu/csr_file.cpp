#include "platform/cpu/csr_file.h"

#include "platform/cpu/trap.h"

namespace docsis_vp::platform {

namespace {

constexpr std::uint32_t kMstatus = 0x300, kMisa = 0x301, kMie = 0x304, kMtvec = 0x305,
                        kMstatush = 0x310, kMcountinhibit = 0x320, kMhpmevent3 = 0x323,
                        kMhpmevent31 = 0x33f, kMscratch = 0x340, kMepc = 0x341, kMcause = 0x342,
                        kMtval = 0x343, kMip = 0x344, kTselect = 0x7a0, kTdata3 = 0x7a3,
                        kMvendorid = 0xf11, kMarchid = 0xf12, kMimpid = 0xf13, kMhartid = 0xf14,
                        kMconfigptr = 0xf15;
// The counters: machine mode from 0xb00, read-only views from 0xc00, high halves 0x80 above.
constexpr std::uint32_t kMcycle = 0xb00, kMinstret = 0xb02, kMcycleh = 0xb80, kMinstreth = 0xb82,
                        kHighHalf = 0x80;
constexpr std::uint32_t kCycleBit = 1U << 0, kInstretBit = 1U << 2;
constexpr std::uint32_t kInterruptBits = (1U << 3) | (1U << 7) | (1U << 11);

}  // namespace

CsrFile::CsrFile(std::uint32_t hart_id, Extensions extensions)
    : hart_id_(hart_id), extensions_(extensions) {}

std::optional<std::uint32_t> CsrFile::read(std::uint32_t number, const Counts& counts,
                                           std::uint32_t pending) const {
  switch (number) {
    case kMstatus:
      return mstatus_;
    case kMisa:
      return misa();
    case kMie:
      return mie_;
    case kMtvec:
      return mtvec_;
    case kMcountinhibit:
      return (mcycle_.stopped ? kCycleBit : 0) | (minstret_.stopped ? kInstretBit : 0);
    case kMscratch:
      return mscratch_;
    case kMepc:
      return mepc_;
    case kMcause:
      return mcause_;
    case kMtval:
      return mtval_;
    case kMip:
      return pending;
    case kMhartid:
      return hart_id_;
    // Constants: little-endian, no triggers, no identity, no configuration structure.
    case kMstatush:
    case kMvendorid:
    case kMarchid:
    case kMimpid:
    case kMconfigptr:
      return 0;
    default:
      if ((number >= kTselect && number <= kTdata3) ||
          (number >= kMhpmevent3 && number <= kMhpmevent31)) {
        return 0;
      }
      return read_counter(number, counts);
  }
}

// mcycle, minstret and time count; mhpmcounter3 to 31 exist and read 0.
std::optional<std::uint32_t> CsrFile::read_counter(std::uint32_t number,
                                                   const Counts& counts) const {
  const std::uint32_t page = number & 0xf00;
  const std::uint32_t index = number & ~(page | kHighHalf);
  if ((page != 0xb00 && page != 0xc00) || index > 31 || (number == kMcycle + 1) ||
      (number == kMcycleh + 1)) {
    return {};
  }
  const std::uint64_t values[] = {mcycle_.value(counts.cycles), counts.time_us,
                                  minstret_.value(counts.instructions)};
  const std::uint64_t value = index < 3 ? values[index] : 0;
  return static_cast<std::uint32_t>((number & kHighHalf) != 0 ? value >> 32 : value);
}

void CsrFile::write(std::uint32_t number, std::uint32_t value, const Counts& counts) {
  const std::uint64_t cycles = counts.next_cycles;
  const std::uint64_t instructions = counts.next_instructions;
  switch (number) {
    case kMstatus:
      mstatus_ = (value & (kMstatusMie | kMstatusMpie)) | kMstatusMpp;
      break;
    case kMie:
      mie_ = value & kInterruptBits;
      break;
    case kMtvec:
      mtvec_ = value & ~2U;  // WARL: direct and vectored
      has_handler_ = true;
      break;
    case kMcountinhibit:
      mcycle_.stop((value & kCycleBit) != 0, cycles);
      minstret_.stop((value & kInstretBit) != 0, instructions);
      break;
    case kMscratch:
      mscratch_ = value;
      break;
    case kMepc:
      mepc_ = value & ~1U;
      break;
    case kMcause:
      mcause_ = value;
      break;
    case kMtval:
      mtval_ = value;
      break;
    case kMcycle:
    case kMcycleh:
      set_half(mcycle_, number == kMcycleh, value, mcycle_.value(counts.cycles), cycles);
      break;
    case kMinstret:
    case kMinstreth:
      // A write to the counter replaces the increment of the writing instruction.
      set_half(minstret_, number == kMinstreth, value, minstret_.value(counts.instructions),
               instructions);
      break;
    default:
      break;  // reads as a constant
  }
}

void CsrFile::reset(const Counts& counts) {
  *this = CsrFile(hart_id_, extensions_);
  mcycle_.set(0, counts.cycles);
  minstret_.set(0, counts.instructions);
}

bool CsrFile::writes_without_flush(std::uint32_t number) {
  return number == kMscratch || number == kMepc;
}

std::uint32_t CsrFile::enter_trap(std::uint32_t cause, std::uint32_t epc, std::uint32_t value) {
  mepc_ = epc;
  mcause_ = cause;
  mtval_ = value;
  mstatus_ = kMstatusMpp | ((mstatus_ & kMstatusMie) != 0 ? kMstatusMpie : 0);
  const std::uint32_t base = mtvec_ & ~3U;
  const bool vectored = (mtvec_ & 1) != 0 && (cause & kInterruptCause) != 0;
  return vectored ? base + 4 * (cause & ~kInterruptCause) : base;
}

std::uint32_t CsrFile::leave_trap() {
  mstatus_ = kMstatusMpp | kMstatusMpie | ((mstatus_ & kMstatusMpie) != 0 ? kMstatusMie : 0);
  return mepc_;
}

void CsrFile::Counter::set(std::uint64_t value, std::uint64_t count) {
  stopped_at = value;
  offset = value - count;
}

void CsrFile::Counter::stop(bool now_stopped, std::uint64_t count) {
  if (now_stopped && !stopped) {
    stopped_at = count + offset;
  } else if (!now_stopped && stopped) {
    offset = stopped_at - count;
  }
  stopped = now_stopped;
}

void CsrFile::set_half(Counter& counter, bool high, std::uint32_t value, std::uint64_t old,
                       std::uint64_t count) {
  counter.set(high ? (std::uint64_t{value} << 32) | (old & 0xffffffff)
                   : (old & ~std::uint64_t{0xffffffff}) | value,
              count);
}

std::uint32_t CsrFile::misa() const {
  constexpr std::uint32_t kXlen32 = 1U << 30;
  const auto letter = [](char c) { return 1U << (c - 'A'); };
  constexpr Extensions kAllOfB = kZba | kZbb | kZbs;
  return kXlen32 | letter('I') | letter('M') | letter('C') |
         ((extensions_ & kAllOfB) == kAllOfB ? letter('B') : 0);
}

}  // namespace docsis_vp::platform
