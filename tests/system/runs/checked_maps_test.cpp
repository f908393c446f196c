// Modems that share decoded MAPs, and hear only of relevant ones, behave like modems that decode
// the octets of every MAP, element by element.
#include <gmock/gmock.h>

#include <fstream>

#include "system/assembly/system.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::checked_maps_test {
namespace {

// Two bonded channels, two dozen modems that collide, are polled or are granted unasked, some near
// and some far, one of them under firmware; requests and bursts are lost, and the MAPs of one
// scripted modem. Flows of one that talks and of one that is silent move to other channels, and
// both channels change what they carry, one of them at the moment modems hear of it.
constexpr const char* kDomain = R"({
  "duration_s": 2, "stats": {"warmup_s": 0.5},
  "rf": {"channels": [{"name": "a", "rate_mbps": 10.24}, {"name": "b", "rate_mbps": 5.12}],
         "request_opportunities": 4, "backoff_start": 2, "backoff_end": 6,
         "request_loss_percent": 5, "upstream_loss_percent": 2},
  "modems": [{"name": "near", "count": 12}, {"name": "far", "count": 8, "plant_delay_us": 200},
             {"name": "fw", "control_law": "firmware"}, {"name": "silent"},
             {"name": "quiet", "count": 2}],
  "service_flows": [
    {"name": "data", "modem": "near", "max_sustained_rate_mbps": 2},
    {"name": "voice", "modem": "near", "max_sustained_rate_mbps": 1, "traffic_priority": 5},
    {"name": "far_data", "modem": "far", "channels": "b", "max_sustained_rate_mbps": 1},
    {"name": "fw_data", "modem": "fw", "max_sustained_rate_mbps": 3},
    {"name": "unused", "modem": "silent", "max_sustained_rate_mbps": 1},
    {"name": "seldom", "modem": "quiet", "channels": "a", "max_sustained_rate_mbps": 1}],
  "flows": [
    {"name": "call", "modem": "near", "kind": "voip", "service_flow": "voice"},
    {"name": "burst", "modem": "near", "rate_mbps": 0.2},
    {"name": "upload", "modem": "far", "kind": "tcp"},
    {"name": "file", "modem": "fw", "kind": "tcp"},
    {"name": "ping", "modem": "quiet", "rate_mbps": 0.01}],
  "events": [
    {"time_s": 0.6, "kind": "lose_map", "modem": "near3", "count": 20},
    {"time_s": 0.7, "kind": "change_transmit_channels", "modem": "near1", "channels": ["b"]},
    {"time_s": 0.8, "kind": "change_profile", "channel": "a", "rate_mbps": 7.68},
    {"time_s": 0.9, "kind": "change_transmit_channels", "modem": "quiet0", "channels": ["b"]},
    {"time_s": 1.2, "kind": "change_profile", "channel": "b", "rate_mbps": 10.24,
     "ucd_lead_ms": 0},
    {"time_s": 1.4, "kind": "change_transmit_channels", "modem": "near1", "channels": ["a", "b"]}]})";

std::string without_configuration(const std::string& results) {
  return results.substr(0, results.find("\"config\""));
}

TEST(CheckedMaps, AContendedBondedLossyRunIsTheSame) {
  const std::string path = ::testing::TempDir() + "/checked_maps.json";
  {
    std::ofstream file(path);
    file << kDomain;
  }
  std::string checked = path;
  for (const char* modem : {"near", "far", "fw", "silent", "quiet"}) {
    checked += std::string(" --set modems.") + modem + ".map_parser.check_octets=true";
  }
  const std::string shared = run_text(path);
  EXPECT_EQ(without_configuration(run_text(checked)), without_configuration(shared));

  const JsonNode results = parse_json(shared, "results.json");
  EXPECT_GT(number(results, "mac.collisions"), 100);
  EXPECT_GT(number(results, "mac.grants"), 1'500);
  EXPECT_GT(number(results, "mac.plant.maps_lost"), 0);
  for (const char* event : {"lose_map", "change_transmit_channels", "change_profile"}) {
    EXPECT_THAT(without_configuration(shared), ::testing::HasSubstr(event));
  }
}

// A flow whose opportunity was on the channel that goes contends again, and so counts those of the
// other channel from its next MAP on. At some of these instants it just contends.
class MovedWhileContending : public testing::TestWithParam<const char*> {};

TEST_P(MovedWhileContending, HearsTheNextMaps) {
  const std::string text =
      std::string(R"({"duration_s": 1, "rf": {"channels": [{"name": "a"}, {"name": "b"}]},
        "modems": [{"name": "cm"}],
        "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 10,
                           "channels": ["a"], "aqm": "none"}],
        "flows": [{"name": "call", "kind": "voip", "modem": "cm", "phase_us": 19000}],
        "events": [{"kind": "change_transmit_channels", "modem": "cm", "channels": ["b"],
                    "time_s": )") +
      GetParam() + "}]}";
  System system(load_scenario_text(text, "test"));
  system.run();
  EXPECT_LT(*system.results().flows[0].one_way_ps.max(), 30U * kPsPerMs);
}

INSTANTIATE_TEST_SUITE_P(Instants, MovedWhileContending,
                         testing::Values("0.5", "0.5005", "0.505", "0.5095"),
                         [](const auto& instant) { return std::to_string(instant.index); });

// The registers of a modem that was told of hardly any MAP read as if it had read them all.
TEST(CheckedMaps, ASilentModemCountsThemAll) {
  System system(
      load_scenario_text(kDomain, "test", {"", {"modems.far.map_parser.check_octets=true"}}));
  constexpr unsigned kFar = 12;
  constexpr unsigned kSilent = 21;
  ASSERT_EQ(system.modem(kFar).config().name, "far0");
  ASSERT_EQ(system.modem(kSilent).config().name, "silent");
  for (int i = 0; i < 5; ++i) {
    system.run_for(sc_core::sc_time(500'123 + i, sc_core::SC_US));
    const auto& silent = system.modem(kSilent).parser().counters();
    const auto& near = system.modem(0).parser().counters();
    EXPECT_EQ(silent.maps, near.maps);
    EXPECT_EQ(silent.elements, near.elements);
    EXPECT_EQ(silent.busy_cycles, near.busy_cycles);
    EXPECT_EQ(silent.grants, 0U);
    EXPECT_GT(silent.regions, 0U);
    EXPECT_GT(silent.maps, system.modem(kFar).parser().counters().maps) << "of both channels";
  }
}

}  // namespace
}  // namespace docsis_vp::system::checked_maps_test
