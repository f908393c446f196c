#include "platform/bus/watched_target.h"

#include <algorithm>
#include <cstring>

namespace docsis_vp::platform {

void WatchedTarget::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  WatchedAccess access{acting_at(delay), range_};
  access.offset = static_cast<std::uint32_t>(transaction.get_address());
  target().b_transport(transaction, delay);
  transaction.set_dmi_allowed(false);
  if (transaction.get_command() == tlm::TLM_IGNORE_COMMAND) {
    return;
  }
  access.is_write = transaction.is_write();
  access.bytes = transaction.get_data_length();
  access.is_refused = !transaction.is_response_ok();
  if (transaction.get_data_ptr() != nullptr && (access.is_write || !access.is_refused)) {
    std::memcpy(&access.value, transaction.get_data_ptr(),
                std::min<std::size_t>(access.bytes, sizeof access.value));
  }
  observer_.accessed(access);
}

}  // namespace docsis_vp::platform
