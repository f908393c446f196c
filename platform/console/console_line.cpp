#include "platform/console/console_line.h"

#include <cstdint>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

ConsoleLine::ConsoleLine(ConsoleInput& to, TimePs octet_time)
    : to_(to), octet_time_(octet_time), arrival_([this] { arrive(); }) {}

void ConsoleLine::type(std::string_view octets) {
  if (waiting_.empty() && !octets.empty()) {
    arrival_.set(now_ps() + octet_time_);
  }
  waiting_.insert(waiting_.end(), octets.begin(), octets.end());
}

void ConsoleLine::arrive() {
  const auto octet = static_cast<std::uint8_t>(waiting_.front());
  waiting_.pop_front();
  if (!waiting_.empty()) {
    arrival_.set(now_ps() + octet_time_);
  }
  to_.receive(octet);
}

}  // namespace docsis_vp::platform
