// Implements the memory-mapped registers of a block by a table of handlers.
#pragma once

#include <cstdint>
#include <functional>
#include <tlm>
#include <vector>

#include "platform/base/language.h"
#include "platform/base/time.h"
#include "platform/bus/transport.h"

namespace docsis_vp::platform {

// Returns the value, or 2^32 - 1 if it is larger.
constexpr std::uint32_t saturate_u32(std::uint64_t value) {
  return value > UINT32_MAX ? UINT32_MAX : static_cast<std::uint32_t>(value);
}

// A block adds its registers during construction and binds `socket` to the bus. Offsets are bytes
// from the base of the block, multiples of 4. A register access is one aligned 32-bit access. Any
// other access, or an offset without a register, gives a bus error.
class RegisterFile : public sc_core::sc_module, public LooselyTimedTarget {
 public:
  // `at` is the instant of the access, which may lie ahead of the kernel's time.
  using Read = std::function<std::uint32_t(TimePs at)>;
  using Write = std::function<void(std::uint32_t value, TimePs at)>;

  tlm::tlm_target_socket<32> socket;

  explicit RegisterFile(const sc_core::sc_module_name& name);

  // Without `read` the register reads as 0; without `write` writes are ignored. `peek` returns what
  // a debugger sees, for registers with a read side effect; without it a debugger calls `read`.
  // Throws std::logic_error for a misaligned or used offset.
  void add(std::uint32_t offset, Read read, Write write = {}, Read peek = {});

  // Adds a read-only 64-bit counter in two words, low word first. Reading the low word latches the
  // high word, so that low, then high, give one consistent value. A debugger sees the latched word.
  void add_counter64(std::uint32_t offset_low, std::function<std::uint64_t(TimePs at)> count);

  // Accesses without effect: writes of read-only registers and reads of write-only ones. Sorted by
  // offset, writes first.
  struct Misuse {
    std::uint32_t offset = 0;
    bool is_write = false;
    std::uint64_t count = 0;
    TimePs first = 0;
  };
  std::vector<Misuse> misuses() const;

  // Number of bytes up to the end of the last register.
  std::uint64_t size_bytes() const { return 4 * by_word_.size(); }

  // Extends the access to this time; called by a handler. An earlier time than the access's has no
  // effect.
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
  // Reads word by word, without side effects if the register has a peek. Debug writes are refused,
  // because the image loader relies on memory being the only target that accepts them.
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction) override;

  const Register* find(std::uint64_t offset) const;

  static constexpr std::uint16_t kNone = UINT16_MAX;
  std::vector<std::uint16_t> by_word_;  // word offset -> register, kNone
  // Size of by_word_: reading it here costs two instructions less.
  std::uint64_t words_ = 0;
  std::vector<Register> registers_;
  std::vector<std::uint32_t> latched_high_;  // one per 64-bit counter
  TimePs stalled_until_ = 0;
  std::vector<Misuse> misuses_;
};

}  // namespace docsis_vp::platform
