#include "platform/bus/logged_target.h"

#include <cstdio>
#include <ostream>

namespace docsis_vp::platform {

LoggedTarget::LoggedTarget(tlm::tlm_fw_transport_if<>& target, std::uint64_t base, std::ostream& to)
    : target_(target), base_(base), to_(to) {
  to_ << "time_ps,command,address,data,response,latency_ps\n";
}

void LoggedTarget::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  const TimePs at = acting_at(delay);
  const std::uint64_t address = base_ + transaction.get_address();
  target_.b_transport(transaction, delay);
  transaction.set_dmi_allowed(false);
  char text[64];
  std::snprintf(text, sizeof text, "%lld,%s,0x%08llx,0x", static_cast<long long>(at),
                transaction.is_write() ? "write" : "read",
                static_cast<unsigned long long>(address));
  to_ << text;
  for (unsigned i = transaction.get_data_length(); i > 0; --i) {  // as a number
    std::snprintf(text, sizeof text, "%02x", transaction.get_data_ptr()[i - 1]);
    to_ << text;
  }
  to_ << ',' << transaction.get_response_string() << ',' << acting_at(delay) - at << '\n';
}

}  // namespace docsis_vp::platform
