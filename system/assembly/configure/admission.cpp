#include "system/assembly/configure/admission.h"

#include "models/cmts/channel_plan.h"
#include "platform/base/errors.h"
#include "system/assembly/configure/configure.h"
#include "system/scenario/derive/instances.h"

namespace docsis_vp::system {

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
