// Protects a target that may use simulated time in any way.
#pragma once

#include "platform/bus/forwarding_target.h"

namespace docsis_vp::platform {

// Lets the kernel catch up with an initiator that runs ahead of it (ahead_initiator.h). The target
// then runs with sc_time_stamp() at the time of the transaction and a delay of 0. It may do
// everything that IEEE 1666 allows: wait, return a delay, notify events, write signals, spawn
// processes. Calls of initiators without a local time, such as threads of a user's modules, pass
// unchanged.
class ExternalTarget : public ForwardingTarget {
 public:
  using ForwardingTarget::ForwardingTarget;

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
};

}  // namespace docsis_vp::platform
