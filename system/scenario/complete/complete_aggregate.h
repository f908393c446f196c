// Checks aggregate service flows and completes their service flows.
#pragma once

#include <cstdint>

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Sets the values that the service flows of each aggregate inherit from it: their maximum rate, no
// law of their own, and the buffer of the low-latency queue. Call it before they are completed.
// Throws ConfigError.
void complete_aggregates(Scenario& scenario);

// A low-latency queue holds more than the law's frame of 2000 bytes.
constexpr std::uint64_t kLeastLowLatencyBufferBytes = 2001;
// Default buffer of a low-latency service flow: MULPI C.2.2.7.11.4 eq. 3.
std::uint64_t low_latency_buffer_bytes(double amsr_mbps);

// Checks aggregates, including those of configuration files, against completed modems. Throws
// ConfigError.
void check_aggregates(const Scenario& scenario);

// The law of aggregates, and the program that computes it in firmware.
inline constexpr const char* kCoupledLaw = "dual_queue";
// The program that also computes every other law.
inline constexpr const char* kProgramOfCoupledAndAllLaws = "mixed_dual_queue";

// Returns an upstream aggregate of the modem, or null.
const AggregateConfig* upstream_aggregate_of(const Scenario& scenario, const ModemConfig& modem);

}  // namespace docsis_vp::system
