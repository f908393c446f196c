#include "models/cmts/recent_service.h"

namespace docsis_vp::cmts {
namespace {

// A thirty-second part is forgotten each 4 ms: half in 90 ms [engineering choice].
constexpr TimePs kStep = 4 * kPsPerMs;
constexpr unsigned kForgottenShift = 5;
// Longer than a flow that sends waits for an answer to its requests.
constexpr std::int64_t kAbsentSteps = 5;
// Nothing is left of any number by then.
constexpr std::int64_t kForgottenSteps = 2'000;

}  // namespace

void RecentService::advance(TimePs now) {
  step_ = now / kStep;
}

std::uint64_t RecentService::octets(UpstreamFlow index) {
  Flow& flow = flows_[index];
  if (step_ - flow.step > kForgottenSteps) {
    flow.octets = 0;
  }
  for (; flow.octets > 0 && flow.step < step_; ++flow.step) {
    flow.octets -= (flow.octets + (1U << kForgottenShift) - 1) >> kForgottenShift;
  }
  flow.step = step_;
  return flow.octets;
}

void RecentService::add(UpstreamFlow index, std::uint64_t octets) {
  Flow& flow = flows_[index];
  flow.octets = this->octets(index) + octets;
  flow.served = step_;
}

bool RecentService::returns(UpstreamFlow index) {
  Flow& flow = flows_[index];
  const bool returns = flow.begins && step_ - flow.served > kAbsentSteps;
  flow.begins = false;
  return returns;
}

}  // namespace docsis_vp::cmts
