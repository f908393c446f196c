#include "system/assembly/verdict_log.h"

#include <array>
#include <cstdio>

namespace docsis_vp::system {

namespace {

std::uint64_t mix(std::uint64_t digest, std::uint64_t value) {
  return (digest ^ value) * 0x100000001b3U;
}

}  // namespace

void VerdictLog::judged(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs arrived) {
  Flow& log = flows_[flow];
  log.digest = mix(mix(mix(log.digest, packet.flow), packet.sequence), verdict);
  if (verdict == AQM_DROP_FULL) {
    log.first_buffer_drop = log.first_buffer_drop < 0 ? arrived : log.first_buffer_drop;
    log.last_buffer_drop = arrived;
  }
  if (next_ != nullptr) {
    next_->judged(flow, packet, verdict, arrived);
  }
}

std::string VerdictLog::digest(unsigned index) const {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx",
                static_cast<unsigned long long>(flows_[index].digest));
  return text.data();
}

}  // namespace docsis_vp::system
