// Models RAM, and ROM or flash that firmware can only read.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <tlm>

#include "platform/base/clock.h"
#include "platform/bus/transport.h"

namespace docsis_vp::platform {

// Fill value that is easy to recognise and lies in no mapped range.
constexpr std::uint32_t kPoison = 0xdeadbeef;

struct MemoryParameters {
  std::uint32_t size_bytes = 0;
  bool writable = true;  // false: a write is a bus error; debug writes still load it
  std::uint64_t clock_hz = 200'000'000;
  unsigned read_wait_states = 0;  // cycles of clock_hz after the access
  unsigned write_wait_states = 0;
  std::uint32_t fill = 0;  // initial value of every word
};

// Memory as a TLM-2.0 target. Every word starts as `fill`; a value other than 0 exposes programs
// that read uninitialised memory, as real SRAM does. Direct access (DMI) covers the whole memory,
// with the wait states as latency. A debug write after a grant invalidates it, so that initiators
// drop everything derived from the contents.
//
// Accepts any length, alignment and byte enables. Errors are checked in this order:
// BURST_ERROR        streaming width below the length
// ADDRESS_ERROR      the access leaves the memory
// BYTE_ENABLE_ERROR  byte enables of length 0
// COMMAND_ERROR      write to read-only memory
// GENERIC_ERROR      null data pointer
// TLM_IGNORE_COMMAND succeeds without an access.
class Memory : public sc_core::sc_module, private LooselyTimedTarget {
 public:
  tlm::tlm_target_socket<32> socket;

  Memory(const sc_core::sc_module_name& name, const MemoryParameters& parameters);

  std::uint32_t size_bytes() const { return parameters_.size_bytes; }

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction) override;

  tlm::tlm_response_status access(tlm::tlm_generic_payload& transaction);

  struct Free {
    void operator()(unsigned char* bytes) const { std::free(bytes); }
  };

  const MemoryParameters parameters_;
  const Clock clock_;
  const std::unique_ptr<unsigned char[], Free> bytes_;
  bool granted_ = false;
};

}  // namespace docsis_vp::platform
