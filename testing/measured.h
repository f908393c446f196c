// Values that matchers read off results.
#pragma once

#include <optional>
#include <string>

#include "system/assembly/system.h"
#include "system/results/results.h"

namespace docsis_vp::testing {

// In ms; nothing if not measured. Of a flow from sender to receiver, within 1 %; percent 0 to 100,
// anything else throws std::invalid_argument.
std::optional<double> delay_percentile_ms(const system::FlowResult& flow, double percent);
// Of a service flow in its queue: percent 1, 10, 50, 90, 99 or 100; throws std::invalid_argument.
std::optional<double> delay_percentile_ms(const system::ServiceFlowResult& flow, double percent);
// As TCP measures it.
std::optional<double> rtt_percentile_ms(const system::FlowResult& flow, double percent);

// Matchers use these: what was not measured is neither below a limit nor not below it. All throw
// std::domain_error, one line, if there is no value.
double measured_delay_ms(const system::FlowResult& flow, double percent);
double measured_delay_ms(const system::ServiceFlowResult& flow, double percent);
double measured_rtt_ms(const system::FlowResult& flow, double percent);
double measured_loss_percent(const system::FlowResult& flow);
double measured_mos(const system::FlowResult& flow);

// Ethernet of a service flow, payload in order of a TCP flow.
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

// Throws std::invalid_argument unless it is a part of a whole, 0 to less than 1.
void require_fraction(double fraction);

// What ended a run, in words.
std::string how_it_ended(const system::Results& results);

// Which service flow lost track of a packet or byte, in words; empty: none did.
std::string unaccounted(const system::ServiceFlowResult& flow);
std::string unaccounted(const system::Results& results);
std::string unaccounted(const system::System& system);

}  // namespace docsis_vp::testing
