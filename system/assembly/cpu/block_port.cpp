#include "system/assembly/cpu/block_port.h"

#include <utility>

#include "platform/bus/checked_link.h"
#include "platform/bus/socket_names.h"

namespace docsis_vp::system {

using platform::CheckedLink;

BlockPort::BlockPort(const sc_core::sc_module_name& name, const std::string& block,
                     platform::Interconnect& bus)
    : sc_module(name), socket("socket"), bus_("bus") {
  transfers_.block = block;
  socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  bus_.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  bus_.bind(bus.socket);
}

BlockPort::~BlockPort() = default;

void BlockPort::start_of_simulation() {
  if (platform::ProtocolLog* const log = platform::ProtocolLog::current()) {
    CheckedLink::Place place;
    place.target = socket.name();
    place.initiators = platform::initiators_of(socket);
    place.converts = true;
    checked_ = std::make_unique<CheckedLink>(*log, std::move(place));
  }
}

void BlockPort::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  if (!checked_) {
    pass(transaction, delay);
    return;
  }
  CheckedLink::BlockingCall call(*checked_, transaction, delay);
  pass(transaction, delay);
  call.returned();
}

tlm::tlm_sync_enum BlockPort::nb_transport_fw(tlm::tlm_generic_payload& transaction,
                                              tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (!checked_) {
    return LooselyTimedTarget::nb_transport_fw(transaction, phase, delay);
  }
  CheckedLink::ForwardCall call(*checked_, transaction, phase, delay);
  const tlm::tlm_sync_enum status = LooselyTimedTarget::nb_transport_fw(transaction, phase, delay);
  call.returned(status);
  return status;
}

void BlockPort::pass(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  bus_->b_transport(transaction, delay);
  const std::uint64_t bytes = transaction.get_data_length();
  if (!transaction.is_response_ok()) {
    ++transfers_.refused;
  } else if (transaction.is_read()) {
    ++transfers_.reads;
    transfers_.bytes_read += bytes;
  } else if (transaction.is_write()) {
    ++transfers_.writes;
    transfers_.bytes_written += bytes;
  }
}

bool BlockPort::get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) {
  if (!checked_) {
    return bus_->get_direct_mem_ptr(transaction, dmi);
  }
  CheckedLink::GrantCall call(*checked_, transaction, dmi);
  const bool is_granted = bus_->get_direct_mem_ptr(transaction, dmi);
  call.returned(is_granted);
  return is_granted;
}

unsigned BlockPort::transport_dbg(tlm::tlm_generic_payload& transaction) {
  if (!checked_) {
    return bus_->transport_dbg(transaction);
  }
  CheckedLink::DebugCall call(*checked_, transaction);
  const unsigned count = bus_->transport_dbg(transaction);
  call.returned(count);
  return count;
}

// The port forwards requests by b_transport(), which has no such answer.
tlm::tlm_sync_enum BlockPort::nb_transport_bw(tlm::tlm_generic_payload& /*transaction*/,
                                              tlm::tlm_phase& /*phase*/,
                                              sc_core::sc_time& /*delay*/) {
  return tlm::TLM_ACCEPTED;
}

void BlockPort::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  for (int initiator = 0; initiator < socket.size(); ++initiator) {
    socket[initiator]->invalidate_direct_mem_ptr(first, last);
  }
}

}  // namespace docsis_vp::system
