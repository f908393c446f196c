// Implements memory-mapped registers of a block, dispatched by a table.
#pragma once

#include <cstdint>
#include <functional>
#include <tlm>
#include <vector>

#include "platform/base/language.h"
#include "platform/base/time.h"
#include "platform/bus/transport.h"

namespace docsis_vp::platform {

// Returns the value, or the largest that a register of 32 bits shows.
constexpr std::uint32_t saturate_u32(std::uint64_t value) {
  return value > UINT32_MAX ? UINT32_MAX : static_cast<std::uint32_t>(value);
}

// A block adds its registers during construction and binds `socket` to the bus. Offsets are bytes
// from the base of the block, multiples of 4. A register access is one aligned 32-bit access;
// anything else, or an offset without a register, is answered by a bus error.
class RegisterFile : public sc_core::sc_module, public LooselyTimedTarget {
 public:
  // `at` is the instant of the access, which may lie ahead of the kernel's time.
  using Read = std::function<std::uint32_t(TimePs at)>;
  using Write = std::function<void(std::uint32_t value, TimePs at)>;

  tlm::tlm_target_socket<32> socket;

  explicit RegisterFile(const sc_core::sc_module_name& name);

  // No `read`: reads as 0. No `write`: writes are ignored. `peek` is what a debugger sees where
  // reading has a side effect; without it a debugger calls `read`. Throws std::logic_error for a
  // misaligned offset or one that is taken.
  void add(std::uint32_t offset, Read read, Write write = {}, Read peek = {});

  // A read-only 64-bit counter in two words, low word first. Reading the low word latches the
  // high one, so that low, then high, is one consistent value. A debugger sees the latched high.
  void add_counter64(std::uint32_t offset_low, std::function<std::uint64_t(TimePs at)> count);

  // Accesses without effect: writes of read-only registers and reads of write-only ones. By offset,
  // writes first.
  struct Misuse {
    std::uint32_t offset = 0;
    bool is_write = false;
    std::uint64_t count = 0;
    TimePs first = 0;
  };
  std::vector<Misuse> misuses() const;

  // Up to the end of the last register.
  std::uint64_t size_bytes() const { return 4 * by_word_.size(); }

  // Extends the access to this time; called by a handler. A time before the access has no effect.
  void stall_until(TimePs until) { stalled_until_ = until; }

 private:
  struct Register {
    Read read;
    Write write;
    Read peek;
  };

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  void access(const Register& target, tlm::tlm_generic_payload& transaction, TimePs at);
  void note_misuse(const tlm::tlm_generic_payload& transaction, TimePs at);
  // Reads word by word, without side effects if the register has a peek. Debug writes are refused:
  // the image loader relies on it that only memory accepts them.
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction) override;

  const Register* find(std::uint64_t offset) const;

  static constexpr std::uint16_t kNone = UINT16_MAX;
  std::vector<std::uint16_t> by_word_;  // word offset -> register, kNone
  std::uint64_t words_ = 0;             // its size, which costs two instructions less
  std::vector<Register> registers_;
  std::vector<std::uint32_t> latched_high_;  // one per 64-bit counter
  TimePs stalled_until_ = 0;
  std::vector<Misuse> misuses_;
};

}  // namespace docsis_vp::platform
