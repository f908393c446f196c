// Implements the parts of TLM-2.0 that all loosely timed targets have in common.
#pragma once

#include <cstdint>
#include <tlm>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

// Returns the time at which a transaction acts. The initiator runs ahead of the kernel by `delay`,
// so a target must not use sc_time_stamp() alone.
inline TimePs acting_at(const sc_core::sc_time& delay) {
  return now_ps() + to_ps(delay);
}

// The message type of the platform's reports on misuse of the base protocol.
constexpr const char* kProtocolReport = "/docsis_vp/tlm";

// Returns whether a phase is an extended one, which a component without support for it ignores
// (IEEE 1666-2011, sec. 15.2.5).
inline bool is_ignorable(const tlm::tlm_phase& phase) {
  return static_cast<unsigned>(phase) > static_cast<unsigned>(tlm::END_RESP);
}

// Base of targets that complete inside b_transport. A non-blocking request completes early in the
// same call, as TLM-2.0 (IEEE 1666-2011, sec. 15.2) allows. An extended phase returns TLM_ACCEPTED.
// Any other phase cannot follow a completed request: it issues a kProtocolReport warning and has no
// effect.
class LooselyTimedTarget : public tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;

  // By default there is neither direct access nor debug access.
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) override {
    dmi.allow_none();
    return false;
  }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
};

}  // namespace docsis_vp::platform
