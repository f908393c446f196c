#include "platform/bus/logged_target.h"

#include <cstdio>
#include <ostream>

namespace docsis_vp::platform {

namespace {

const char* command_name(const tlm::tlm_generic_payload& transaction) {
  if (transaction.is_read()) {
    return "read";
  }
  return transaction.is_write() ? "write" : "ignore";
}

}  // namespace

LoggedTarget::LoggedTarget(tlm::tlm_fw_transport_if<>& target, std::uint64_t base, std::ostream& to)
    : ForwardingTarget(target), base_(base), to_(to) {
  to_ << "time_ps,command,address,data,response,latency_ps\n";
}

void LoggedTarget::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  const TimePs at = acting_at(delay);
  const std::uint64_t address = base_ + transaction.get_address();
  target().b_transport(transaction, delay);
  transaction.set_dmi_allowed(false);
  char text[64];
  std::snprintf(text, sizeof text, "%lld,%s,0x%08llx,", static_cast<long long>(at),
                command_name(transaction), static_cast<unsigned long long>(address));
  to_ << text;
  write_data(transaction);
  to_ << ',' << transaction.get_response_string() << ',' << acting_at(delay) - at << '\n';
}

// As one number. TLM_IGNORE_COMMAND has no data, and its data pointer may be null (IEEE 1666-2011,
// sec. 14.11).
void LoggedTarget::write_data(const tlm::tlm_generic_payload& transaction) {
  const unsigned char* const bytes = transaction.get_data_ptr();
  if (bytes == nullptr || transaction.get_command() == tlm::TLM_IGNORE_COMMAND) {
    return;
  }
  char digits[4];
  to_ << "0x";
  for (unsigned i = transaction.get_data_length(); i > 0; --i) {
    std::snprintf(digits, sizeof digits, "%02x", bytes[i - 1]);
    to_ << digits;
  }
}

}  // namespace docsis_vp::platform
