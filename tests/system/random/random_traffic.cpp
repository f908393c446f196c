#include "tests/system/random/random_traffic.h"

#include <functional>

namespace docsis_vp::system {

namespace {

constexpr unsigned kCallDscp = 46;
constexpr unsigned kBulkDscp = 8;

using Settings = std::function<void(Object&, Draw&)>;

struct Application {
  const char* kind;
  Settings add;
};

const char* direction(Draw& draw) {
  return draw.one_of({"upstream", "downstream"});
}

void add_call(Object& flow, Draw& draw) {
  flow["direction"] = direction(draw);
  flow["packet_bytes"] = draw.number(64, 300);
  flow["interval_us"] = draw.one_of({5'000, 10'000, 20'000});
}

void add_transfer(Object& flow, Draw& draw) {
  flow["direction"] = direction(draw);
  flow["rtt_ms"] = draw.number(0, 40);
  flow["congestion_control"] = draw.one_of({"reno", "cubic", "ledbat", "dctcp", "prague"});
  if (draw.one_in(3))
    flow["tcp"] = draw.one_of({"linux", "bsd-sack", "ns2-sack1", "ns2-linux-cubic"});
  if (draw.one_in(2)) {
    flow["bytes"] = draw.number(1'000, 300'000);
    flow["pause_s"] = draw.number(0, 100) / 1'000.0;
  }
  if (draw.one_in(4)) flow["count"] = draw.number(2, 4);
  if (draw.one_in(4)) {
    flow["server_rate_mbps"] = draw.number(5, 100);
    flow["server_buffer_bytes"] = draw.number(10'000, 100'000);
  }
}

void add_page(Object& flow, Draw& draw) {
  flow["direction"] = "downstream";
  flow["web"] = Object{{"sizes", draw.one_of({"fixed", "lognormal"})},
                       {"html_bytes", draw.number(500, 20'000)},
                       {"objects_per_server", draw.number(1, 6)},
                       {"server_rtts_ms", {draw.number(1, 10), draw.number(1, 30)}},
                       {"persistent", draw.one_in(2)},
                       {"pause_s", 0.05}};
}

void add_user(Object& flow, Draw& draw) {
  flow["direction"] = "downstream";
  flow["web_users"] = Object{{"page_gap_s", 0.1},
                             {"object_gap_s", 0.02},
                             {"object_bytes", draw.number(500, 20'000)},
                             {"server_rtts_ms", {5, 15}}};
}

void add_probe(Object& flow, Draw& draw) {
  flow["direction"] = "downstream";
  flow["wrt"] = Object{{"object_bytes", draw.number(1'000, 30'000)},
                       {"think_s", 0.02},
                       {"persistent", draw.one_in(2)}};
}

void add_stream(Object& flow, Draw& draw) {
  flow["direction"] = "downstream";
  flow["has"] =
      Object{{"rule", draw.one_of({"capacity", "bandwidth_match", "max_always", "buffer"})},
             {"rates_mbps", {0.5, 1, 3}},
             {"segment_s", 0.2},
             {"buffer_s", 1}};
}

void add_torrent(Object& flow, Draw& draw) {
  flow["direction"] = direction(draw);
  flow["ledbat"] = Object{{"connections", draw.number(1, 5)}};
}

void add_replay(Object& flow, Draw& draw) {
  flow["file"] = "traces/linux-upload-14mbit.pcapng";
  flow["speed"] = draw.number(2, 10) / 10.0;
}

void add_game(Object& flow, Draw& draw) {
  flow["ecn"] = draw.one_of({"not_ect", "ect0", "ect1"});
}

const std::vector<Application>& applications() {
  static const std::vector<Application> list{
      {"voip", add_call},  {"tcp", add_transfer},   {"tcp", add_transfer},
      {"web", add_page},   {"web_users", add_user}, {"wrt", add_probe},
      {"has", add_stream}, {"ledbat", add_torrent}, {"trace", add_replay},
      {"game", add_game},
  };
  return list;
}

// A capture has its own headers; others say by a code point or by name which service flow they
// want, or leave it to the modem.
void add_way(Object& flow, const ModemOutline& modem, Draw& draw) {
  if (flow["kind"] == "trace") return;
  if (draw.one_in(3)) {
    flow["dscp"] = draw.one_of({kCallDscp, kBulkDscp});
  } else if (draw.one_in(2)) {
    const bool goes_up = !flow.contains("direction") || flow["direction"] == "upstream";
    const auto& there = goes_up ? modem.up : modem.down;
    const auto& back = goes_up ? modem.down : modem.up;
    if (!there.empty()) flow["service_flow"] = draw.one_of(there).name;
    if (!back.empty() && draw.one_in(2)) flow["return_service_flow"] = draw.one_of(back).name;
  } else if (draw.one_in(4)) {
    flow["lan_address"] = "2001:db8::" + std::to_string(draw.number(2, 99));
    flow["wan_address"] = "2001:db8:1::1";
  }
}

void add_packets(const std::vector<ServiceOutline>& services, const char* direction,
                 const std::string& modem, Draw& draw, Array& flows) {
  for (const ServiceOutline& service : services) {
    const unsigned kbps = service.kbps * draw.number(0, 20) / 10;
    if (kbps == 0) continue;
    flows.push_back(Object{{"name", "t" + service.name},
                           {"modem", modem},
                           {"direction", direction},
                           {"service_flow", service.name},
                           {"packet_bytes", draw.number(64, 1'522)},
                           {"rate_mbps", mbps(kbps)},
                           {"jitter_percent", 50}});
  }
}

}  // namespace

Array random_traffic(const Outline& outline, const ModemOutline& modem) {
  Draw draw(outline.seed, modem.name + "/traffic");
  Array flows;
  add_packets(modem.up, "upstream", modem.name, draw, flows);
  add_packets(modem.down, "downstream", modem.name, draw, flows);
  for (unsigned left = draw.number(0, 3); left > 0; --left) {
    const Application& application = draw.one_of(applications());
    Object flow{{"name", modem.name + "_" + application.kind + std::to_string(left)},
                {"kind", application.kind},
                {"modem", modem.name},
                {"start_s", draw.number(0, 200) / 1'000.0}};
    application.add(flow, draw);
    add_way(flow, modem, draw);
    flows.push_back(flow);
  }
  return flows;
}

Array random_classifiers(const Outline& outline, const ModemOutline& modem) {
  Draw draw(outline.seed, modem.name + "/classifiers");
  Array rules;
  const auto add = [&](const std::vector<ServiceOutline>& services, unsigned dscp) {
    if (!services.empty() && draw.one_in(2)) {
      rules.push_back(Object{{"service_flow", draw.one_of(services).name},
                             {"priority", draw.number(0, 255)},
                             {"dscp", dscp}});
    }
  };
  for (const unsigned dscp : {kCallDscp, kBulkDscp}) {
    add(modem.up, dscp);
    add(modem.down, dscp);
  }
  return rules;
}

}  // namespace docsis_vp::system
