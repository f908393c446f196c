#include "platform/bus/transport.h"

#include <sstream>

namespace docsis_vp::platform {

namespace {

[[gnu::noinline]] void report_stray_phase(const tlm::tlm_fw_transport_if<>& target,
                                          const tlm::tlm_phase& phase) {
  const auto* const object = dynamic_cast<const sc_core::sc_object*>(&target);
  std::ostringstream text;
  text << (object != nullptr ? object->name() : "a target") << ": nb_transport_fw() with phase "
       << phase << ": expected BEGIN_REQ, which completes the transaction at once";
  SC_REPORT_WARNING(kProtocolReport, text.str().c_str());
}

}  // namespace

tlm::tlm_sync_enum LooselyTimedTarget::nb_transport_fw(tlm::tlm_generic_payload& transaction,
                                                       tlm::tlm_phase& phase,
                                                       sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) {
    b_transport(transaction, delay);
    return tlm::TLM_COMPLETED;
  }
  if (!is_ignorable(phase)) {
    report_stray_phase(*this, phase);
  }
  return tlm::TLM_ACCEPTED;
}

}  // namespace docsis_vp::platform
