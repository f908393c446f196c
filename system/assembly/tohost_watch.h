// Ends a bare program by the host-target interface of the RISC-V test programs.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <tlm>

#include "platform/bus/transport.h"
#include "platform/kernel/outcome.h"

namespace docsis_vp::system {

// Lies between bus and memory. A store of an odd value v to the word `tohost` ends the run with
// status v >> 1: 1 is success, (n << 1) | 1 says that test n failed. Other values ask for services
// that nobody offers here, and are ignored. The 4 KiB page of the word is reached by transactions
// only; host pointers to all other memory pass.
class TohostWatch : public sc_core::sc_module, private platform::LooselyTimedTarget {
 public:
  tlm::tlm_target_socket<32> socket;
  tlm_utils::simple_initiator_socket<TohostWatch, 32> memory;

  // tohost_offset: bytes from the start of the memory.
  TohostWatch(const sc_core::sc_module_name& name, std::uint64_t tohost_offset,
              platform::Outcome& outcome);

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction) override;
  void invalidate(sc_dt::uint64 first, sc_dt::uint64 last);

  bool on_watched_page(std::uint64_t offset) const {
    return offset >= page_first_ && offset <= page_last_;
  }

  const std::uint64_t tohost_offset_;
  const std::uint64_t page_first_;
  const std::uint64_t page_last_;
  platform::Outcome& outcome_;
};

}  // namespace docsis_vp::system
