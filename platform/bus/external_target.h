// Stands before a target of whose use of time nothing is known.
#pragma once

#include "platform/bus/forwarding_target.h"

namespace docsis_vp::platform {

// Lets the kernel catch up with an initiator that runs ahead of it (ahead_initiator.h). The target
// then finds sc_time_stamp() at the time of the transaction and a delay of 0. The target may then
// do all that IEEE 1666 allows: wait, return a delay, notify events, write signals, spawn
// processes. Initiators without a local time, such as threads of a program's own modules, pass
// unchanged.
class ExternalTarget : public ForwardingTarget {
 public:
  using ForwardingTarget::ForwardingTarget;

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
};

}  // namespace docsis_vp::platform
