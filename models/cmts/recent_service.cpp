#include "models/cmts/recent_service.h"

#include <algorithm>

namespace docsis_vp::cmts {
namespace {

// One thirty-second is forgotten every 4 ms: half in 90 ms [engineering choice].
constexpr TimePs kStep = 4 * kPsPerMs;
constexpr unsigned kForgottenShift = 5;
// This much is forgotten no faster than the flow's share arrives: two packets.
constexpr std::uint64_t kKept = 2 * 1522;
// Longer than a sending flow waits for an answer to its requests.
constexpr std::int64_t kAbsentSteps = 5;
// After so many steps any number has become 0.
constexpr std::int64_t kForgottenSteps = 2'000;

}  // namespace

void RecentService::advance(TimePs now) {
  step_ = now / kStep;
}

std::uint64_t RecentService::octets(UpstreamFlow index) {
  Flow& flow = flows_[index];
  if (step_ - flow.step > kForgottenSteps) {
    flow.octets_q20 = 0;
  }
  for (; flow.octets_q20 > 0 && flow.step < step_; ++flow.step) {
    const std::uint64_t part = (flow.octets_q20 + (1U << kForgottenShift) - 1) >> kForgottenShift;
    flow.octets_q20 -= flow.octets_q20 > kKept << kFraction ? part : std::min(part, flow.pace_q20);
  }
  flow.step = step_;
  return flow.octets_q20 >> kFraction;
}

// The level is set before the octets of its step are added: on average half a step is missing.
void RecentService::set_level(UpstreamFlow index, std::uint64_t octets_q20) {
  const std::uint64_t risen = octets_q20 + (octets_q20 >> (kForgottenShift + 1));
  flows_[index].pace_q20 = std::max<std::uint64_t>(1, risen >> kForgottenShift);
}

void RecentService::add(UpstreamFlow index, std::uint64_t octets) {
  Flow& flow = flows_[index];
  this->octets(index);
  flow.octets_q20 += octets << kFraction;
  flow.served = step_;
}

bool RecentService::returns(UpstreamFlow index) {
  Flow& flow = flows_[index];
  const bool returns = flow.begins && step_ - flow.served > kAbsentSteps;
  flow.begins = false;
  return returns;
}

}  // namespace docsis_vp::cmts
