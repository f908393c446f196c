#include "platform/bus/checked_target.h"

namespace docsis_vp::platform {

namespace {

CheckedLink::Place place_before(const std::string& target) {
  CheckedLink::Place place;
  place.target = target;
  place.judges_initiator = false;
  place.reads_data = true;
  return place;
}

}  // namespace

CheckedTarget::CheckedTarget(tlm::tlm_fw_transport_if<>& target, ProtocolLog& log,
                             const std::string& name)
    : ForwardingTarget(target), log_(log), name_(name), link_(log, place_before(name)) {}

void CheckedTarget::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  CheckedLink::BlockingCall call(link_, transaction, delay);
  target().b_transport(transaction, delay);
  call.returned();
}

bool CheckedTarget::get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) {
  CheckedLink::GrantCall call(link_, transaction, dmi);
  const bool is_granted = target().get_direct_mem_ptr(transaction, dmi);
  call.returned(is_granted);
  return is_granted;
}

unsigned CheckedTarget::transport_dbg(tlm::tlm_generic_payload& transaction) {
  CheckedLink::DebugCall call(link_, transaction);
  const unsigned count = target().transport_dbg(transaction);
  call.returned(count);
  return count;
}

}  // namespace docsis_vp::platform
