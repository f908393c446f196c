// Delays the accesses to a target while its bus is stalled.
#pragma once

#include <algorithm>

#include "platform/bus/ahead_initiator.h"
#include "platform/bus/forwarding_target.h"

namespace docsis_vp::platform {

// Transactions that begin during the stall act at its end. Direct access is refused until then. A
// CPU's accesses pass unchanged, because Cpu::stall_until() stalls it.
class StalledTarget : public ForwardingTarget {
 public:
  // target and until must outlive this. until: the end of the stall.
  StalledTarget(tlm::tlm_fw_transport_if<>& target, const TimePs& until)
      : ForwardingTarget(target), until_(until) {}

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override {
    if (concerns(transaction)) {
      delay = to_sc_time(std::max(acting_at(delay), until_) - now_ps());
    }
    target().b_transport(transaction, delay);
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) override {
    if (concerns(transaction) && now_ps() < until_) {
      dmi.allow_none();
      return false;
    }
    return ForwardingTarget::get_direct_mem_ptr(transaction, dmi);
  }

 private:
  static bool concerns(const tlm::tlm_generic_payload& transaction) {
    return transaction.get_extension<AheadExtension>() == nullptr;
  }

  const TimePs& until_;
};

}  // namespace docsis_vp::platform
