#include "system/assembly/cpu/block_port.h"

#include <algorithm>
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
  const std::uint64_t address = transaction.get_address();
  bus_->b_transport(transaction, delay);
  if (withholds_direct_access_) {
    transaction.set_dmi_allowed(false);
  }
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
  const bool accesses = transaction.is_read() || transaction.is_write();
  if (!observers_.empty() && accesses && transaction.is_response_ok()) {
    show(transaction, address, platform::now_ps() + platform::to_ps(delay));
  }
}

// A streaming width below the length addresses the same bytes again and again.
void BlockPort::show(const tlm::tlm_generic_payload& transaction, std::uint64_t address,
                     TimePs at) const {
  const unsigned length = transaction.get_data_length();
  const unsigned width = std::min(length, transaction.get_streaming_width());
  const unsigned char* const enables = transaction.get_byte_enable_ptr();
  const auto is_enabled = [&](unsigned offset) {
    for (unsigned i = offset; i < length; i += width) {
      if (enables == nullptr ||
          enables[i % transaction.get_byte_enable_length()] != TLM_BYTE_DISABLED) {
        return true;
      }
    }
    return false;
  };
  for (unsigned first = 0; first < width;) {
    unsigned end = first;
    while (end < width && is_enabled(end)) ++end;
    if (end > first) {
      const BlockAccess access{transfers_.block, at, transaction.is_write(),
                               static_cast<std::uint32_t>(address + first), end - first};
      for (const BlockObserver& observer : observers_) observer(access);
    }
    first = end + 1;
  }
}

bool BlockPort::get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) {
  if (!checked_) {
    return grant(transaction, dmi);
  }
  CheckedLink::GrantCall call(*checked_, transaction, dmi);
  const bool is_granted = grant(transaction, dmi);
  call.returned(is_granted);
  return is_granted;
}

bool BlockPort::grant(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) {
  if (withholds_direct_access_) {
    dmi.allow_none();
    return false;
  }
  return bus_->get_direct_mem_ptr(transaction, dmi);
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
