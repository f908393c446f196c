#include "system/assembly/configure/configure_scheduling.h"

#include "models/cmts/channel_plan.h"
#include "platform/base/errors.h"
#include "system/assembly/configure/configure.h"
#include "system/assembly/configure/units.h"
#include "system/scenario/derive/instances.h"
#include "system/scenario/derive/proactive_series.h"

namespace docsis_vp::system {

void schedule(const ServiceFlowConfig& flow, cm::DataPathFlowConfig& modem) {
  modem.request_policy = *flow.scheduling->request_policy;
  if ((modem.request_policy & docsis::kDropOversized) != 0) {
    modem.largest_frame_bytes = flow.scheduling->unsolicited_grant_bytes;
  }
  if (flow.scheduling->is_unsolicited()) {
    modem.unsolicited.grant_bytes = flow.scheduling->unsolicited_grant_bytes;
    modem.unsolicited.interval = flow.scheduling->nominal_grant_interval_us * kPsPerUs;
    modem.unsolicited.grants_per_interval = flow.scheduling->grants_per_interval;
    modem.unsolicited.detects_activity =
        flow.scheduling->type == docsis::SchedulingType::kUgsActivityDetection;
  }
}

void schedule(const ServiceFlowConfig& flow, cmts::UpstreamFlowConfig& cmts) {
  const SchedulingConfig& scheduling = *flow.scheduling;
  cmts.scheduling = scheduling.type;
  cmts.min_reserved_rate_bps = from_mega(flow.min_reserved_rate_mbps.value_or(0));
  cmts.min_packet_bytes = flow.min_reserved_packet_bytes.value_or(cmts.min_packet_bytes);
  cmts.weight = from_mega(flow.weight.value_or(0));
  cmts.max_grant_bytes = scheduling.max_grant_bytes.value_or(0);
  if (scheduling.is_polled()) {
    cmts.polling.interval_ps = *scheduling.nominal_polling_interval_us * kPsPerUs;
    cmts.polling.jitter_ps = scheduling.tolerated_poll_jitter_us * kPsPerUs;
  }
  if (scheduling.is_unsolicited()) {
    cmts.ugs.grant_bytes = scheduling.unsolicited_grant_bytes;
    cmts.ugs.interval_ps = scheduling.nominal_grant_interval_us * kPsPerUs;
    cmts.ugs.jitter_ps = scheduling.tolerated_grant_jitter_us * kPsPerUs;
    cmts.ugs.grants_per_interval = scheduling.grants_per_interval;
    cmts.ugs.silent_after_grants = scheduling.silent_after_grants;
  }
  if (scheduling.is_proactive()) {
    cmts.proactive = proactive_config(scheduling);
  }
}

void check_admission(const Scenario& scenario, const cmts::CmtsConfig& config) {
  try {
    std::vector<cmts::ChannelPlan> plans = cmts::channel_plans(config);
    cmts::place_series(config, plans);
  } catch (const cmts::NotAdmitted& error) {
    cmts::UpstreamFlow next = 0;
    for (const ServiceFlowConfig& flow : scenario.service_flows) {
      if (flow.direction != Direction::kUpstream || next++ != error.flow()) continue;
      const std::string pointer =
          flow.position ? "/service_flows/" + std::to_string(*flow.position) : "/modems";
      throw ConfigError(pointer, flow.name + " of " + flow.modem + ": " + error.what());
    }
    throw;
  }
}

void check_admission(const LoadedScenario& loaded) {
  try {
    cmts_config(modem_by_modem(loaded.scenario));
  } catch (const ConfigError& error) {
    throw loaded.explain(error);
  }
}

}  // namespace docsis_vp::system
