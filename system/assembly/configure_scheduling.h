// How upstream service flows get to send, as modem and CMTS are told.
#pragma once

#include "models/cm/modem/modem_config.h"
#include "models/cmts/config.h"
#include "system/scenario/fields/service_flow.h"

namespace docsis_vp::system {

// Of a flow of a complete scenario.
void schedule(const ServiceFlowConfig& flow, cm::UpstreamFlowConfig& modem);
void schedule(const ServiceFlowConfig& flow, cmts::UpstreamFlowConfig& cmts);

}  // namespace docsis_vp::system
