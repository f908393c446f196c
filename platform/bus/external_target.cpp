#include "platform/bus/external_target.h"

#include "platform/bus/ahead_initiator.h"

namespace docsis_vp::platform {

void ExternalTarget::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  const auto* const ahead = transaction.get_extension<AheadExtension>();
  if (ahead == nullptr) {
    target().b_transport(transaction, delay);
    forget_kernel_activity();
    return;
  }
  if (!ahead->initiator.let_kernel_catch_up(delay)) {
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    return;
  }
  try {
    target().b_transport(transaction, delay);
  } catch (...) {
    ahead->initiator.target_threw();
    throw;
  }
  ahead->initiator.target_returned(transaction, delay);
  forget_kernel_activity();
}

}  // namespace docsis_vp::platform
