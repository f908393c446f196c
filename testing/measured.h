// Reads values from results, for the matchers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "system/assembly/system.h"
#include "system/results/results.h"

namespace docsis_vp::testing {

// Delay of a flow from sender to receiver in ms, within 1 %; nothing if not measured. percent: 0 to
// 100; throws std::invalid_argument otherwise.
std::optional<double> delay_percentile_ms(const system::FlowResult& flow, double percent);
// Delay of a service flow in its queue. percent: 1, 10, 50, 90, 99 or 100; throws
// std::invalid_argument otherwise.
std::optional<double> delay_percentile_ms(const system::ServiceFlowResult& flow, double percent);
// Round-trip time as measured by TCP.
std::optional<double> rtt_percentile_ms(const system::FlowResult& flow, double percent);

// Used by matchers. If there is no value, all throw std::domain_error with a one-line message, so
// that neither a matcher nor its negation passes.
double measured_delay_ms(const system::FlowResult& flow, double percent);
double measured_delay_ms(const system::ServiceFlowResult& flow, double percent);
double measured_rtt_ms(const system::FlowResult& flow, double percent);
double measured_loss_percent(const system::FlowResult& flow);
double measured_mos(const system::FlowResult& flow);
// Ticks whose results were committed too late. There is no value if no law committed any.
std::uint64_t measured_missed_updates(const system::ServiceFlowResult& flow);

// Rate of a service flow: its sent Ethernet bytes. Rate of a flow: its goodput; for TCP, payload
// received in order.
inline double rate_mbps(const system::FlowResult& flow) {
  return flow.goodput_mbps;
}
inline double rate_mbps(const system::ServiceFlowResult& flow) {
  return flow.sent_mbps;
}

inline std::uint64_t grants_missed(const system::Results& results) {
  return results.mac.grants_missed;
}
inline std::uint64_t grants_missed(const system::ServiceFlowResult& flow) {
  return flow.grants_missed;
}

// Throws std::invalid_argument unless the value is at least 0 and below 1.
void require_fraction(double fraction);

// Describes the end of a run.
std::string how_it_ended(const system::Results& results);

// Describes the service flow that lost track of a packet or byte; empty if there is none.
std::string unaccounted(const system::ServiceFlowResult& flow);
std::string unaccounted(const system::Results& results);
std::string unaccounted(const system::System& system);

}  // namespace docsis_vp::testing
