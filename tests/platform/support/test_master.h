// A bus master for test benches: one access at a stated time, as a CPU would issue it.
#pragma once

#include <cstdint>
#include <cstring>
#include <systemc>
#include <tlm>
#include <vector>

#include "platform/base/time.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

class TestMaster : public sc_core::sc_module, public tlm::tlm_bw_transport_if<> {
 public:
  struct Reply {
    tlm::tlm_response_status status;
    std::uint32_t value;
    TimePs ends;  // when the access is over
  };
  struct Invalidated {
    std::uint64_t first;
    std::uint64_t last;
  };

  tlm::tlm_initiator_socket<32> socket;
  std::vector<Invalidated> invalidated;

  explicit TestMaster(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    socket.bind(*this);
  }

  // `ahead`: how far the master's time is ahead of the kernel's.
  Reply read(std::uint64_t address, TimePs ahead = 0) {
    return transfer(tlm::TLM_READ_COMMAND, address, 0, 4, ahead);
  }
  Reply write(std::uint64_t address, std::uint32_t value, TimePs ahead = 0) {
    return transfer(tlm::TLM_WRITE_COMMAND, address, value, 4, ahead);
  }
  Reply transfer(tlm::tlm_command command, std::uint64_t address, std::uint32_t value,
                 unsigned length, TimePs ahead = 0) {
    prepare(command, address, length);
    std::memcpy(data_, &value, sizeof value);
    sc_core::sc_time delay = to_sc_time(ahead);
    socket->b_transport(transaction, delay);
    std::uint32_t result = 0;
    std::memcpy(&result, data_, sizeof result);
    return {transaction.get_response_status(), result, now_ps() + to_ps(delay)};
  }
  unsigned debug(tlm::tlm_command command, std::uint64_t address, void* bytes, unsigned length) {
    prepare(command, address, length);
    transaction.set_data_ptr(static_cast<unsigned char*>(bytes));
    return socket->transport_dbg(transaction);
  }
  // Reads by debug transport, as a debugger does.
  std::uint32_t peek(std::uint64_t address) {
    std::uint32_t value = 0;
    debug(tlm::TLM_READ_COMMAND, address, &value, sizeof value);
    return value;
  }
  bool request_direct(std::uint64_t address, bool write, tlm::tlm_dmi& dmi) {
    prepare(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, address, 4);
    dmi.init();
    return socket->get_direct_mem_ptr(transaction, dmi);
  }

  // For shapes of access that the functions above do not make; prepare() resets all of it.
  tlm::tlm_generic_payload transaction;
  void prepare(tlm::tlm_command command, std::uint64_t address, unsigned length) {
    transaction.set_command(command);
    transaction.set_address(address);
    transaction.set_data_ptr(data_);
    transaction.set_data_length(length);
    transaction.set_streaming_width(length);
    transaction.set_byte_enable_ptr(nullptr);
    transaction.set_byte_enable_length(0);
    transaction.set_dmi_allowed(false);
    transaction.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }

 private:
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                     sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override {
    invalidated.push_back({first, last});
  }

  unsigned char data_[64] = {};
};

// Brings the kernel's time to `at`; all that is due up to and at that instant has happened.
inline void run_to(TimePs at) {
  sc_core::sc_start(to_sc_time(at - now_ps()));
  while (sc_core::sc_pending_activity_at_current_time()) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
}

}  // namespace docsis_vp::platform
