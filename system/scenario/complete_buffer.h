// How much a service flow's queue holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "system/scenario/fields/rf.h"
#include "system/scenario/fields/service_flow.h"

namespace docsis_vp::system {

// Bytes of a time at what it is measured by; without one, of the usual time.
double buffer_bytes_of(const ServiceFlowConfig& flow, const std::optional<double>& milliseconds);

// From buffer_ms or buffer_packets, these as long as frames may be, where no bytes are given.
// Throws ConfigError at its key.
void complete_buffer(ServiceFlowConfig& flow, std::uint32_t largest_frame_bytes,
                     const std::string& pointer);
void complete_buffer(DownstreamQueueConfig& queue, std::uint32_t largest_frame_bytes);

// Where a manager limits packets of itself.
void limit_packets(std::optional<unsigned>& buffer_packets, const AqmConfig& aqm);

}  // namespace docsis_vp::system
