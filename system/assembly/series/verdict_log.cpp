#include "system/assembly/series/verdict_log.h"

#include <array>
#include <cstdio>

#include "models/aqm/dual_queue/dual_queue.h"

namespace docsis_vp::system {

namespace {

std::uint64_t mix(std::uint64_t digest, std::uint64_t value) {
  return (digest ^ value) * 0x100000001b3U;
}

}  // namespace

void VerdictLog::note(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs at) {
  Flow& log = flows_[flow];
  log.digest = mix(mix(mix(log.digest, packet.flow), packet.sequence), verdict);
  if (verdict == AQM_DROP_FULL) {
    log.first_buffer_drop = log.first_buffer_drop < 0 ? at : log.first_buffer_drop;
    log.last_buffer_drop = at;
  }
}

void VerdictLog::judged(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs arrived) {
  note(flow, packet, verdict, arrived);
  for (cm::VerdictObserver* next : next_) {
    next->judged(flow, packet, verdict, arrived);
  }
}

void VerdictLog::judged_queued(unsigned flow, const Packet& packet, aqm_verdict verdict,
                               TimePs at) {
  note(flow, packet, verdict, at);
  for (cm::VerdictObserver* next : next_) {
    next->judged_queued(flow, packet, verdict, at);
  }
}

void VerdictLog::redirected(unsigned from, unsigned to, const Packet& packet, aqm_verdict verdict,
                            TimePs at) {
  constexpr std::uint64_t kRedirect = DUAL_QUEUE_REDIRECT;
  Flow& log = flows_[from];
  log.digest = mix(mix(mix(log.digest, packet.flow), packet.sequence), kRedirect);
  for (cm::VerdictObserver* next : next_) {
    next->redirected(from, to, packet, verdict, at);
  }
}

std::string VerdictLog::digest(unsigned index) const {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx",
                static_cast<unsigned long long>(flows_[index].digest));
  return text.data();
}

}  // namespace docsis_vp::system
