// Implements the host side of the host-target interface (HTIF) of RISC-V test programs.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <optional>
#include <string>
#include <tlm>

#include "platform/bus/transport.h"
#include "platform/console/text_sink.h"
#include "platform/kernel/outcome.h"

namespace docsis_vp::system {

// A target between bus and memory. A store to the lower word of `tohost` is a command. The upper
// word, written before, gives the device (bits 31 to 24) and its command (23 to 16), as fesvr of
// riscv-isa-sim reads them:
//
// - device 0, command 0, lower word v odd: ends the run with status v >> 1; 1 is success, and
//   (n << 1) | 1 means that test n failed
// - device 0, command 0, v even, not 0: address of a system call: eight 64-bit words, the call's
//   number first
// - device 1, command 0: waits for a character of the terminal, which never comes
// - device 1, command 1: prints the character v
//
// System calls are write (64), to descriptors 1 and 2, and exit (93). The host acts at the instant
// of the store: it writes the result into the first word of the call, clears tohost and sets
// `fromhost` to 1. Any other request fails the run with a line that names it, because the program
// would wait for an answer forever.
//
// The 4 KiB page of tohost is reached by transactions only; other memory grants host pointers.
class TohostWatch : public sc_core::sc_module, private platform::LooselyTimedTarget {
 public:
  struct Places {
    std::uint32_t memory_base = 0;  // the memory's first address
    std::uint32_t tohost = 0;       // address, within the memory
    std::optional<std::uint32_t> fromhost{};
  };

  tlm::tlm_target_socket<32> socket;
  tlm_utils::simple_initiator_socket<TohostWatch, 32> memory;

  // `screen` receives complete lines; it must outlive the object.
  TohostWatch(const sc_core::sc_module_name& name, const Places& places, platform::TextSink& screen,
              platform::Outcome& outcome);

  // Writes text that no line feed has ended yet.
  void flush() { screen_.flush(); }

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction) override;
  void invalidate(sc_dt::uint64 first, sc_dt::uint64 last);

  bool on_watched_page(std::uint64_t offset) const {
    return offset >= page_first_ && offset <= page_last_;
  }
  void act(std::uint32_t command, TimePs at);
  void call(std::uint32_t address, TimePs at);
  // Prints text of the program. Returns false if it is not all in memory.
  bool show(std::uint32_t address, std::uint64_t bytes);
  void fail(const std::string& cause, TimePs at);

  // Copies bytes at an absolute address without simulated time. Returns false if they are not all
  // in memory.
  bool transfer(tlm::tlm_command command, std::uint32_t address, void* bytes, unsigned count);
  bool read(std::uint32_t address, void* bytes, unsigned count) {
    return transfer(tlm::TLM_READ_COMMAND, address, bytes, count);
  }
  bool write(std::uint32_t address, std::uint64_t value) {
    return transfer(tlm::TLM_WRITE_COMMAND, address, &value, sizeof value);
  }

  const Places places_;
  const std::uint64_t tohost_offset_;
  const std::uint64_t page_first_;
  const std::uint64_t page_last_;
  platform::LineBuffer screen_;
  platform::Outcome& outcome_;
};

}  // namespace docsis_vp::system
