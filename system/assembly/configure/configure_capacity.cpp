#include "system/assembly/configure/configure_capacity.h"

#include "models/cmts/capacity.h"
#include "system/assembly/configure/units.h"
#include "system/scenario/derive/capacity_trace.h"

namespace docsis_vp::system {

namespace {

cmts::CapacityConfig steps_of(const CapacityProfileConfig& capacity) {
  cmts::CapacityConfig config;
  for (const CapacityStep& step : read_capacity_trace(capacity.file)) {
    config.steps.push_back({from_seconds(step.time_s), from_mega(step.rate_mbps)});
  }
  config.period_ps = from_seconds(capacity.repeat_s.value_or(0));
  return config;
}

cmts::CapacityConfig transitions_of(const CapacityProfileConfig& capacity) {
  std::vector<std::uint64_t> rates_bps;
  for (const double rate_mbps : capacity.rates_mbps) {
    rates_bps.push_back(from_mega(rate_mbps));
  }
  return cmts::all_transitions(rates_bps, from_seconds(capacity.hold_s));
}

}  // namespace

cmts::CapacityConfig capacity_config(const CapacityProfileConfig& capacity) {
  cmts::CapacityConfig config;
  switch (capacity.kind) {
    case CapacityKind::kPhantomLoad:
      config.phantom_load_bps = from_mega(capacity.phantom_load_mbps);
      return config;
    case CapacityKind::kUniformGrants:
      config.mean_grant_bytes = capacity.mean_grant_bytes;
      config.variation_percent = capacity.variation_percent;
      return config;
    case CapacityKind::kAllTransitions:
      return transitions_of(capacity);
    case CapacityKind::kTrace:
      break;
  }
  return steps_of(capacity);
}

}  // namespace docsis_vp::system
