#include "tests/system/random/random_aggregates.h"

#include <string>

namespace docsis_vp::system {

namespace {

Object coupled_law(Draw& draw) {
  Object law{{"weight", draw.number(1, 255)}, {"queue_protection", draw.one_in(2)}};
  if (draw.one_in(3)) law["target_ms"] = draw.number(1, 30);
  if (draw.one_in(3)) law["max_threshold_us"] = draw.number(0, 5'000);
  if (draw.one_in(3)) law["range_exponent"] = draw.number(10, 24);
  if (draw.one_in(3)) law["coupling_factor"] = draw.number(0, 254) / 10.0;
  if (draw.one_in(3)) law["protection_threshold_us"] = draw.number(0, 2'000);
  if (draw.one_in(3)) law["protection_score_us"] = draw.number(0, 4'000);
  if (draw.one_in(3)) law["redirect_dscp"] = draw.number(0, 63);
  if (draw.one_in(4)) law["ect0_in_low_latency"] = "as_ect1";
  if (draw.one_in(4)) law["ect1_in_classic"] = "mark";
  if (draw.one_in(4)) law["overload_drops"] = false;
  return law;
}

// Proactive grants of a tenth of the rate at most, so that every channel has a place for them.
Object scheduling(bool low_latency, unsigned kbps, const Outline& outline, Draw& draw) {
  if (!low_latency || !outline.contention || !draw.one_in(2)) return {{"type", "best_effort"}};
  Object pgs{{"type", "pgs"},
             {"guaranteed_grant_rate_mbps", mbps(draw.number(50, 50 + kbps / 20))},
             {"guaranteed_grant_interval_us", draw.number(4'000, 20'000)}};
  if (draw.one_in(3)) pgs["guaranteed_request_interval_us"] = draw.number(5'000, 20'000);
  return pgs;
}

Object member(const std::string& name, const ModemOutline& modem, bool up, bool low_latency,
              unsigned kbps, const Outline& outline, Draw& draw) {
  Object flow{{"name", name}, {"modem", modem.name}, {"aqm", Object{{"algorithm", "none"}}}};
  if (up) {
    flow["channels"] = draw.some_of("us", outline.upstream_channels());
    flow["scheduling"] = scheduling(low_latency, kbps, outline, draw);
  } else {
    flow["direction"] = "downstream";
  }
  if (draw.one_in(3)) flow["max_sustained_rate_mbps"] = mbps(kbps / 2);
  if (draw.one_in(3)) flow["traffic_priority"] = draw.number(0, 7);
  if (draw.one_in(4)) flow["buffer_ms"] = draw.number(200, 400);
  return flow;
}

void add_one(const Outline& outline, const ModemOutline& modem, bool up, Draw& draw,
             RandomAggregates& all) {
  const std::string name = (up ? "asf_up_" : "asf_down_") + modem.name;
  const unsigned kbps = draw.number(500, 8'000);
  Object aggregate{{"name", name},
                   {"modem", modem.name},
                   {"direction", up ? "upstream" : "downstream"},
                   {"amsr_mbps", mbps(kbps)},
                   {"aqm", coupled_law(draw)}};
  if (draw.one_in(3)) aggregate["peak_rate_mbps"] = mbps(kbps * 3 / 2);
  if (draw.one_in(3)) aggregate["max_burst_bytes"] = draw.number(1'522, 60'000);
  const unsigned members = draw.number(1, 4);  // one of each, or both
  const auto add = [&](const char* key, bool low_latency) {
    const std::string own = name + (low_latency ? "_l" : "_c");
    aggregate[key] = own;
    all.service_flows.push_back(member(own, modem, up, low_latency, kbps, outline, draw));
  };
  if (members != 1) add("classic_service_flow", false);
  if (members != 2) add("low_latency_service_flow", true);
  all.aggregates.push_back(aggregate);
  const unsigned flows = draw.number(1, 3);
  for (unsigned i = 0; i < flows; ++i) {
    const unsigned offered = kbps * draw.number(0, 20) / 10;
    if (offered == 0) continue;
    all.traffic.push_back(Object{{"name", "t_" + name + "_" + std::to_string(i)},
                                 {"modem", modem.name},
                                 {"direction", up ? "upstream" : "downstream"},
                                 {"service_flow", name},
                                 {"jitter_percent", 50},
                                 {"ecn", draw.one_of({"not_ect", "ect0", "ect1", "ect1"})},
                                 {"packet_bytes", draw.number(64, 1'522)},
                                 {"rate_mbps", mbps(offered)}});
  }
}

}  // namespace

RandomAggregates random_aggregates(const Outline& outline, const ModemOutline& modem) {
  Draw draw(outline.seed, modem.name + "/aggregates");
  RandomAggregates all;
  if (modem.couples_in_firmware || (modem.place == LawPlace::kGates && draw.one_in(3))) {
    add_one(outline, modem, true, draw, all);
  }
  if (!outline.shares_downstream && draw.one_in(3)) {
    add_one(outline, modem, false, draw, all);
  }
  return all;
}

}  // namespace docsis_vp::system
