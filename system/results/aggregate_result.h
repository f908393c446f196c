// Declares the results of an aggregate service flow: a Classic and a low-latency service flow under
// one rate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "system/results/service_flow_result.h"
#include "system/results/spread.h"

namespace docsis_vp::system {

struct AggregateResult {
  using Amount = ServiceFlowResult::Amount;
  std::string modem;
  std::string name;
  std::string direction;
  std::optional<std::string> classic;
  std::optional<std::string> low_latency;
  double amsr_mbps = 0;
  Amount offered;  // each packet once, even if redirected
  Amount sent;
  double sent_mbps = 0;
  double utilization = 0;
  Amount aqm_drops;
  Amount aqm_marks;
  Amount buffer_drops;
  Amount redirected;
  double coupled_probability_mean = 0;
  double coupled_probability_at_end = 0;
  double drop_probability_at_end = 0;
  Spread classic_delay_ms;
  Spread low_latency_delay_ms;

  template <class Table>
  static void describe(Table& table) {
    using This = AggregateResult;
    table.object("aggregate_service_flow",
                 "An aggregate service flow of Low Latency DOCSIS: sums and figures of its law. "
                 "Counters cover the whole run; rates and distributions begin after the warm-up.");
    const auto amount = [&table](const char* packets, const char* bytes, Amount This::*of,
                                 const char* sentence) {
      table.field(packets, of, &Amount::packets, "packets", sentence);
      table.field(bytes, of, &Amount::bytes, "bytes", "The same in bytes.");
    };
    table.field("modem", &This::modem, "", "Name of its modem.");
    table.field("name", &This::name, "", "Its name.");
    table.field("direction", &This::direction, "", "Direction of its service flows.")
        .one_of({"upstream", "downstream"});
    table.field("classic", &This::classic, "", "Its Classic service flow, if any.");
    table.field("low_latency", &This::low_latency, "", "Its low-latency service flow, if any.");
    table.field("amsr_mbps", &This::amsr_mbps, "Mbit/s", "Its maximum sustained rate.");
    amount("offered_packets", "offered_bytes", &This::offered,
           "Packets that came to either queue, each once.");
    amount("sent_packets", "sent_bytes", &This::sent, "Packets sent by both service flows.");
    table.field("sent_mbps", &This::sent_mbps, "Mbit/s", "Rate of bytes sent, after the warm-up.");
    table.field("utilization", &This::utilization, "share", "`sent_mbps` of `amsr_mbps`.");
    amount("aqm_drops", "aqm_drops_bytes", &This::aqm_drops, "Packets that the law dropped.");
    table.field("aqm_marks", &This::aqm_marks, &Amount::packets, "packets",
                "Packets that the law marked CE.");
    amount("buffer_drops", "buffer_drops_bytes", &This::buffer_drops,
           "Packets that found no room in their buffer.");
    amount("redirected_packets", "redirected_bytes", &This::redirected,
           "Packets that queue protection moved to Classic.");
    table.field("coupled_probability_mean", &This::coupled_probability_mean, "probability",
                "Mean of p_CL over the updates of the law.");
    table.field("coupled_probability_at_end", &This::coupled_probability_at_end, "probability",
                "p_CL at the end.");
    table.field("drop_probability_at_end", &This::drop_probability_at_end, "probability",
                "p of DOCSIS-PIE at the end.");
    table.field("classic_delay_ms", &This::classic_delay_ms, "ms",
                "Queue delay of the Classic service flow.");
    table.field("low_latency_delay_ms", &This::low_latency_delay_ms, "ms",
                "Queue delay of the low-latency service flow.");
  }
};

}  // namespace docsis_vp::system
