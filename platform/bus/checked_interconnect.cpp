// Interconnect with checks of the base protocol.
#include <utility>

#include "platform/bus/bus_mapping.h"
#include "platform/bus/socket_names.h"

namespace docsis_vp::platform {

void Interconnect::start_of_simulation() {
  ProtocolLog* const log = ProtocolLog::current();
  if (log == nullptr) {
    return;
  }
  CheckedLink::Place place;
  place.target = socket.name();
  place.initiators = initiators_of(socket);
  place.converts = true;
  checked_ = std::make_unique<CheckedLink>(*log, std::move(place));
  for (const auto& mapping : map_) {
    mapping->check(*log);
  }
}

[[gnu::noinline]] void Interconnect::check(tlm::tlm_generic_payload& transaction,
                                           sc_core::sc_time& delay) {
  CheckedLink::BlockingCall call(*checked_, transaction, delay);
  route(transaction, delay);
  call.returned();
}

tlm::tlm_sync_enum Interconnect::nb_transport_fw(tlm::tlm_generic_payload& transaction,
                                                 tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (!checked_) {
    return LooselyTimedTarget::nb_transport_fw(transaction, phase, delay);
  }
  CheckedLink::ForwardCall call(*checked_, transaction, phase, delay);
  const tlm::tlm_sync_enum status = LooselyTimedTarget::nb_transport_fw(transaction, phase, delay);
  call.returned(status);
  return status;
}

bool Interconnect::get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) {
  if (!checked_) {
    return route_grant(transaction, dmi);
  }
  CheckedLink::GrantCall call(*checked_, transaction, dmi);
  const bool is_granted = route_grant(transaction, dmi);
  call.returned(is_granted);
  return is_granted;
}

unsigned Interconnect::transport_dbg(tlm::tlm_generic_payload& transaction) {
  if (!checked_) {
    return route_debug(transaction);
  }
  CheckedLink::DebugCall call(*checked_, transaction);
  const unsigned count = route_debug(transaction);
  call.returned(count);
  return count;
}

}  // namespace docsis_vp::platform
