// Completes the buffer sizes of queues: of a service flow, or of the CMTS for all modems.
#pragma once

#include <optional>
#include <string>

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns the bytes that the flow's nominal rate gives in a duration; without a duration, in the
// default one.
double buffer_bytes_of(const ServiceFlowConfig& flow, const std::optional<double>& milliseconds);

// Computes bytes from buffer_ms or buffer_packets if no bytes are given. A packet counts as the
// scenario's longest frame. Throws ConfigError at its key.
void complete_buffer(ServiceFlowConfig& flow, const Scenario& scenario, const std::string& pointer);
void complete_buffer(DownstreamQueueConfig& queue, const Scenario& scenario);

// Returns the number of descriptors per service flow if the scenario gives none: enough to fill the
// largest buffer of the modem's upstream flows, or the memory, with packets of a mean size. The
// flows must be complete.
constexpr unsigned kDefaultDescriptors = 8192;
constexpr unsigned kMeanPacketBytes = 1000;  // [engineering choice] full frames and short ones
unsigned default_descriptors(const Scenario& scenario, const ModemConfig& modem);

// Sets the packet limit of a manager that has one of its own.
void limit_packets(std::optional<unsigned>& buffer_packets, const AqmConfig& aqm);

}  // namespace docsis_vp::system
