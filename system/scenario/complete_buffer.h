// How much a queue holds: a service flow's, or the CMTS's for all modems.
#pragma once

#include <optional>
#include <string>

#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// Bytes of a time at what it is measured by; without one, of the usual time.
double buffer_bytes_of(const ServiceFlowConfig& flow, const std::optional<double>& milliseconds);

// From buffer_ms or buffer_packets, these as long as frames of the scenario may be, where no bytes
// are given. Throws ConfigError at its key.
void complete_buffer(ServiceFlowConfig& flow, const Scenario& scenario, const std::string& pointer);
void complete_buffer(DownstreamQueueConfig& queue, const Scenario& scenario);

// So many descriptors per service flow a modem has where none are given: they fill the largest
// buffer of its upstream flows, which are complete, or the memory, with packets of a mean size.
constexpr unsigned kUsualDescriptors = 8192;
constexpr unsigned kMeanPacketBytes = 1000;  // [engineering choice] full frames and short ones
unsigned usual_descriptors(const Scenario& scenario, const ModemConfig& modem);

// Where a manager limits packets of itself.
void limit_packets(std::optional<unsigned>& buffer_packets, const AqmConfig& aqm);

}  // namespace docsis_vp::system
