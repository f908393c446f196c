#include "system/scenario/read/load.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/has/has_settings.h"
#include "system/traffic/ledbat/ledbat_settings.h"
#include "tests/system/scenario/minimal.h"

namespace docsis_vp::system::load_test {
namespace {

std::string error_of(std::string_view text, const std::vector<std::string>& sets = {}) {
  try {
    load_scenario_text(text, "x.json", {"", sets});
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// The minimal scenario with one more member at the top, in line 2.
std::string with(const std::string& member) {
  std::string text = kMinimal;
  return text.insert(1, "\n" + member + ",");
}

TEST(LoadScenario, ASharedDownstreamQueueIsForModemsOnAllChannels) {
  const auto text = [](const std::string& channels) {
    return R"({"rf": {"downstream_queue": {"aqm": "none"},
 "downstream_channels": [{"name": "a"}, {"name": "b"}]},
 "modems": [{"name": "cm0", "downstream_channels": [)" +
           channels + R"(]}],
 "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20}]})";
  };
  EXPECT_EQ(error_of(text(R"("b", "a")")), "accepted");
  EXPECT_EQ(error_of(text(R"("b")")),
            "x.json:3: modems[0].downstream_channels: with rf.downstream_queue each modem listens "
            "to all channels");
}

TEST(LoadScenario, FillsEveryDefault) {
  const Scenario scenario = load_scenario_text(kMinimal, "x").scenario;
  EXPECT_EQ(scenario.name, "x");
  EXPECT_EQ(scenario.seed, 1U);
  ASSERT_EQ(scenario.rf.channels.size(), 1U);
  EXPECT_EQ(scenario.rf.channels[0].rate_mbps, 30.72);
  EXPECT_EQ(scenario.rf.map_interval_us, 2000);
  EXPECT_EQ(scenario.service_flows[0].buffer_bytes, 625'000U);
  EXPECT_EQ(scenario.service_flows[0].aqm.algorithm, "docsis_pie");
  EXPECT_EQ(scenario.service_flows[0].aqm.target_ms, 10.0);
  EXPECT_FALSE(scenario.modems[0].has_cpu());
}

TEST(LoadScenario, FirmwareLawBringsACpu) {
  const Scenario scenario =
      load_scenario_text(kMinimal, "x", {"", {"modems.cm0.control_law=firmware"}}).scenario;
  EXPECT_TRUE(scenario.modems[0].has_cpu());
  EXPECT_EQ(scenario.modems[0].cpu.profile, CpuProfile::kIbexSmall);
}

TEST(LoadScenario, OneWordMakesTheClientOfAStudyAndKeysReplaceItsOptions) {
  const auto has_of = [](const std::string& keys) {
    const std::string flow = R"("flows": [{"name": "f", "kind": "has", "modem": "cm0")";
    return settings_of<HasSettings>(
        load_scenario_text(with(flow + keys + "}]"), "x").scenario.flows.at(0));
  };
  const HasSettings of_2015 = has_of("");
  EXPECT_EQ(*of_2015.rule, hosts::HasRule::kCapacity);
  EXPECT_EQ(of_2015.rates_mbps, (std::vector<double>{0.5, 1, 2, 3, 4, 5}));
  EXPECT_EQ(*of_2015.segment_s, 4);
  EXPECT_EQ(*of_2015.buffer_s, 240);
  EXPECT_EQ(*of_2015.least_between_changes_s, 0);
  const HasSettings of_2014 = has_of(R"(, "has": "clemson-2014")");
  EXPECT_EQ(*of_2014.rule, hosts::HasRule::kBandwidthMatch);
  EXPECT_EQ(of_2014.rates_mbps,
            (std::vector<double>{0.064, 0.128, 0.5, 1, 1.5, 2.6, 3.5, 3.75, 4.2}));
  EXPECT_EQ(*of_2014.segment_s, 12.5);
  EXPECT_EQ(*of_2014.buffer_s, 60);
  EXPECT_EQ(*of_2014.least_between_changes_s, 0);
  const HasSettings mixed = has_of(R"(, "has": {"preset": "clemson-2014", "segment_s": 4})");
  EXPECT_EQ(*mixed.segment_s, 4);
  EXPECT_EQ(*mixed.buffer_s, 60);
}

// Reservoir and cushion of the source, 90 and 126 s, are of its buffer of 240 s.
TEST(LoadScenario, BufferBasedClientsScaleTheirReservoirToTheirBuffer) {
  const auto has_of = [](const std::string& keys) {
    const std::string flow = R"("flows": [{"name": "f", "kind": "has", "modem": "cm0",
                                "has": {"rule": "buffer")";
    return settings_of<HasSettings>(
        load_scenario_text(with(flow + keys + "}}]"), "x").scenario.flows.at(0));
  };
  const HasSettings usual = has_of("");
  EXPECT_EQ(*usual.reservoir_s, 90);
  EXPECT_EQ(*usual.cushion_s, 126);
  const HasSettings of_2014 = has_of(R"(, "preset": "clemson-2014")");
  EXPECT_EQ(*of_2014.reservoir_s, 22.5);
  EXPECT_EQ(*of_2014.cushion_s, 31.5);
  const HasSettings given = has_of(R"(, "buffer_s": 20, "reservoir_s": 5, "cushion_s": 15)");
  EXPECT_EQ(*given.reservoir_s, 5);
  EXPECT_EQ(*given.cushion_s, 15);
}

TEST(LoadScenario, TorrentsAreHeldToHalfOfTheServiceFlowThatTheyTake) {
  const auto cap_of = [](const std::string& keys) {
    const Scenario scenario = load_scenario_text(R"({"modems": [{"name": "cm0"}], "service_flows": [
        {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20},
        {"name": "us1", "modem": "cm0", "max_sustained_rate_mbps": 4}],
        "rf": {"downstream_mbps": 60}, "classifiers": [{"service_flow": "us1", "dscp": 8}],
        "flows": [{"name": "t", "kind": "ledbat", "modem": "cm0")" +
                                                     keys + "}]}",
                                                 "x")
                                  .scenario;
    return settings_of<LedbatSettings>(scenario.flows.at(0)).cap_mbps;
  };
  EXPECT_EQ(cap_of(""), 10);
  EXPECT_EQ(cap_of(R"(, "dscp": 8)"), 2);
  EXPECT_EQ(cap_of(R"(, "service_flow": "us1")"), 2);
  EXPECT_EQ(cap_of(R"(, "direction": "downstream")"), 30);
  EXPECT_EQ(cap_of(R"(, "dscp": 8, "ledbat": {"cap_mbps": 7})"), 7);
}

TEST(LoadScenario, KeysOfApplicationsThatNothingLooksAtAreRefused) {
  const auto error_of_flow = [](const std::string& kind, const std::string& keys) {
    return error_of(with(R"("flows": [{"name": "f", "modem": "cm0", "kind": ")" + kind + R"(", ")" +
                         kind + "\": {" + keys + "}}]"));
  };
  const std::vector<std::pair<std::string, const char*>> videos = {
      {R"("mu_down": 0.5)", "accepted"},
      {R"("rule": "bandwidth_match", "mu_samples": 3, "least_between_changes_s": 9)", "accepted"},
      {R"("rule": "buffer", "reservoir_s": 9, "cushion_s": 9)", "accepted"},
      {R"("preset": "clemson-2014", "mu_down": 0.5)", "mu_down: applies only with rule `capa"},
      {R"("rule": "buffer", "buffer_s": 20, "reservoir_s": 6, "cushion_s": 15)",
       "flows[0].has: expected a reservoir_s and cushion_s that fit buffer_s, 20 s, got 6 s and "
       "15 s"},
      {R"("rule": "buffer", "cushion_s": 0)",
       "flows[0].has.cushion_s: expected a number from 0.001 to 86400 s, got 0"},
      {R"("segment_s": 0.1, "buffer_s": 0.3, "start_segments": 3)", "accepted"},
      {R"("segment_s": 0.1, "buffer_s": 0.3, "start_segments": 4)",
       "start_segments: expected at most the segments that fit the buffer, 3"},
      {R"("segment_s": 0.1, "buffer_s": 0.3, "refill_below_s": 0.2)", "accepted"},
      {R"("rule": "buffer", "mu_samples": 3)", "mu_samples: applies only with rule `capacity`"},
      {R"("rule": "max_always", "least_between_changes_s": 9)", "changes_s: applies only"},
      {R"("reservoir_s": 9)", "reservoir_s: applies only with rule `buffer`"},
      {R"("rule": "max_always", "cushion_s": 9)", "cushion_s: applies only with rule `buffer`"},
  };
  for (const auto& [keys, expected] : videos) {
    EXPECT_THAT(error_of_flow("has", keys), ::testing::HasSubstr(expected)) << keys;
  }
  const std::vector<std::pair<std::string, const char*>> pages = {
      {R"("object_bytes": 9000)", "accepted"},
      {R"("sizes": "lognormal", "page_bytes": 900000, "redraw": true)", "accepted"},
      {R"("sizes": "lognormal", "object_bytes": 9)", "object_bytes: applies only with sizes"},
      {R"("page_bytes": 900000)", "page_bytes: applies only with sizes `lognormal`"},
      {R"("sizes": "appendix_a", "redraw": true)", "redraw: applies only with sizes `logn"},
  };
  for (const auto& [keys, expected] : pages) {
    EXPECT_THAT(error_of_flow("web", keys), ::testing::HasSubstr(expected)) << keys;
  }
}

TEST(LoadScenario, ProfileSetsTheTimesAndKeysReplaceThem) {
  const Scenario scenario =
      load_scenario_text(with(R"("rf": {"profile": "docsis31", "map_lead_us": 1500})"), "x")
          .scenario;
  EXPECT_EQ(scenario.rf.map_interval_us, 2025);
  EXPECT_EQ(scenario.rf.map_lead_us, 1500);
  EXPECT_EQ(scenario.modems[0].burst_builder.build_unit, cm::BuildUnitKind::kFrame);
}

// The profile's lead, unless the farthest modem needs more: 1570 us and 20.272 us on a gigabit.
TEST(LoadScenario, MapLeadFollowsTheFarthestModem) {
  const auto rf_of = [](const std::string& rf, const std::vector<std::string>& sets) {
    return load_scenario_text(with(R"("rf": {)" + rf + "}"), "x", {"", sets}).scenario.rf;
  };
  const std::string far = "modems.cm0.plant_delay_us=700";
  EXPECT_EQ(rf_of("", {}).map_lead_us, 2000);
  EXPECT_EQ(rf_of("", {far}).map_lead_us, 2251);  // 200 + 20.272 + 680 + 700 + 650
  EXPECT_EQ(rf_of("", {"modems.cm0.count=12", "modems.cm0.plant_delay_step_us=60"}).map_lead_us,
            2251);
  EXPECT_EQ(rf_of(R"("map_lead_us": 2300)", {far}).map_lead_us, 2300);
  EXPECT_EQ(rf_of(R"("downstream_mbps": 38)", {}).map_lead_us, 2104);  // 533.474 on the wire
  EXPECT_EQ(rf_of(R"("downstream_latency_us": 2500, "cm_map_proc_us": 200)", {}).map_lead_us, 2961);
  // OFDMA: a modem has 600 us and K + 1 symbols; in 16 of them, 17 symbols of 22.5 us.
  const RfConfig long_frames = rf_of(
      R"("profile": "docsis31", "map_interval_us": 2160,
         "channels": [{"name": "a"}, {"name": "b", "symbols_per_frame": 16}])",
      {});
  EXPECT_EQ(long_frames.cm_map_proc_us, 982.5);
  EXPECT_EQ(long_frames.map_lead_us, 1341);  // 200 + 28.32 + 90 + 40 + 982.5
}

TEST(LoadScenario, EffectiveConfigurationLoadsToTheSame) {
  const Scenario scenario =
      load_scenario_text(
          with(R"("rf": {"profile": "docsis31"}, "flows": [{"name": "a", "modem": "cm0",
             "interval_us": 400.5}], "events": [{"time_s": 1, "kind": "lose_map", "modem": "cm0"},
               {"time_s": 2, "kind": "change_transmit_channels", "modem": "cm0", "channels": "us0"},
               {"time_s": 3, "kind": "change_profile", "channel": "us0", "bits_per_s_per_hz": 4,
                "ucd_lead_ms": -5}])"),
          "x", {"", {"modems.cm0.control_law=firmware", "service_flows.us0.buffer_ms=33.3"}})
          .scenario;
  const std::string text = effective_configuration(scenario);
  EXPECT_EQ(effective_configuration(load_scenario_text(text, "x").scenario), text);
}

TEST(LoadScenario, ErrorsNameFileLineKeyAndExpectation) {
  const struct {
    std::string text;
    const char* expected;
  } cases[] = {
      {R"([])", "x.json:1: expected a scenario, an object, got an array"},
      {R"({})", "x.json:1: the key \"modems\" is missing"},
      {with(R"("duration": 3)"), "x.json:2: duration: unknown key, did you mean \"duration_s\"?"},
      {with(R"("duration_s": "3 s")"),
       "x.json:2: duration_s: expected a number from 0.000001 to 86400 s, got \"3 s\""},
      {with(R"("duration_s": null)"),
       "x.json:2: duration_s: expected a number from 0.000001 to 86400 s, got null"},
      {with(R"("seed": -1)"),
       "x.json:2: seed: expected an integer from 0 to 9007199254740991, got -1"},
      {with(R"("seed": 1.5)"),
       "x.json:2: seed: expected an integer from 0 to 9007199254740991, got 1.5"},
      {with(R"("seed": 1, "seed": 2)"), "x.json:2: duplicate key \"seed\", first used in line 2"},
      {with(R"("rf": {"profile": "docsis3.1"})"),
       "x.json:2: rf.profile: expected \"docsis30\", \"docsis31\", \"docsis31-low-latency\" or "
       "\"cablelabs-2012\", got \"docsis3.1\", did you mean \"docsis31\"?"},
      {with(R"("rf": {"channels": [{"name": "a"}, {"name": "a"}]})"),
       "x.json:2: rf.channels[1].name: the name \"a\" is used twice, first in x.json:2"},
      {with(R"("rf": {"downstream_channels": [{"name": "a", "extra_latency_us": 5}]})"),
       "x.json:2: rf.downstream_channels[0].extra_latency_us: expected 0 for the primary channel, "
       "the first, whose latency is rf.downstream_latency_us"},
      {with(R"("flows": {})"), "x.json:2: flows: expected an array, got an object"},
      {with(R"("flows": [{"name": "a b", "modem": "cm0", "interval_us": 1}])"),
       "x.json:2: flows[0].name: expected a name of letters, digits, '_' and '-', got \"a b\""},
      {with(R"("flows": [{"name": "a", "modem": "cm0"}])"),
       "x.json:2: flows[0]: the key \"interval_us\" or \"rate_mbps\" is missing"},
      {with(R"("flows": [{"name": "a", "modem": "cm0", "packet_bytes": 64, "rate_mbps": 10000}])"),
       "x.json:2: flows[0].rate_mbps: expected at most 5120, packets of 64 bytes every 0.1 us, got "
       "10000"},
      {with(R"("flows": [{"name": "a", "modem": "cm0", "interval_us": 100, "on_ms": 5}])"),
       "x.json:2: flows[0]: the key \"off_ms\" is missing"},
      {with(R"("flows": [{"name": "a", "modem": "cm0", "interval_us": 100, "on_ms": 0.05,
                "off_ms": 1}])"),
       "x.json:2: flows[0].on_ms: expected at least the time from one packet to the next, 100 us"},
      {with(R"("flows": [{"name": "a", "modem": "cm0", "kind": "trace", "interval_us": 1}])"),
       "x.json:2: flows[0].interval_us: applies only with kind `udp`, `voip` or "
       "`game`"},
      {with(R"("flows": [{"name": "a", "modem": "cm0", "kind": "trace", "file": "no.pcap"}])"),
       "x.json:2: flows[0].file: there is no file no.pcap"},
      {with(R"("flows": [{"name": "a", "modem": "cm0", "kind": "trace", "file": "README.md"}])"),
       "x.json:2: flows[0].file: README.md: not a capture: magic 0x2320646f, expected pcap or "
       "pcapng"},
      {with(R"("flows": [{"name": "a", "modem": "cm0", "kind": "trace",
                "file": "traces/linux-upload-14mbit.pcapng",
                "ip_source": "203.0.113.0/24"}])"),
       "x.json:4: flows[0].ip_source: no packet of traces/linux-upload-14mbit.pcapng comes from "
       "203.0.113.0/24"},
      {with(R"("flows": [{"name": "a", "modem": "cm0", "interval_us": 1, "packet_bytes": 65, )"
            R"("lan_address": "::1", "wan_address": "::2"}])"),
       "x.json:2: flows[0].packet_bytes: expected at least 66 bytes, which the headers of UDP over "
       "IPv6 take"},
      {with(R"("flows": [{"name": "a", "modem": "cm0", "kind": "voip", "packet_bytes": 65, )"
            R"("lan_address": "::1", "wan_address": "::2"}])"),
       "x.json:2: flows[0].packet_bytes: expected at least 66 bytes, which the headers of UDP over "
       "IPv6 take"},
      {with(R"("flows": [{"name": "a", "modem": "cm1", "interval_us": 1}])"),
       "x.json:2: flows[0].modem: there is no modem \"cm1\", did you mean \"cm0\"?"},
      {with(
           R"("flows": [{"name": "a", "modem": "cm0", "interval_us": 1, "start_s": 2, "stop_s": 1}])"),
       "x.json:2: flows[0].stop_s: expected a time after start_s, got 1 s"},
      {with(R"("events": [{"time_s": 1, "kind": "lose_mpa", "modem": "cm0"}])"),
       "x.json:2: events[0].kind: expected \"lose_map\", \"lose_request\", \"lose_burst\", "
       "\"lose_packet\", \"delay_map\", \"miss_grant\", \"change_transmit_channels\", "
       "\"change_profile\", \"change_data_profile\", \"force_interrupt\", \"flip_bit\", "
       "\"stall_bus\", \"reset_cpu\", \"update_firmware\" or \"console_input\", got \"lose_mpa\", "
       "did you mean \"lose_map\"?"},
      {with(R"("stats": {"warmup_s": 10})"),
       "x.json:2: stats.warmup_s: expected less than the duration of 10 s, got 10"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(error_of(c.text), c.expected) << c.text;
  }
}

TEST(LoadScenario, ErrorsOfSetNameTheOption) {
  const struct {
    const char* set;
    const char* expected;
  } cases[] = {
      {"service_flows.us0.aqm.target_ms=ten",
       "--set service_flows.us0.aqm.target_ms=ten: service_flows[0].aqm.target_ms: expected a "
       "number from 0.001 to 10000 ms, got \"ten\""},
      {"service_flows.us1.aqm=none",
       "--set service_flows.us1.aqm=none: there is no element \"us1\", did you mean \"us0\"?"},
      {"modems.cm0.lan.ports.lan7.rate_mbps=100",
       "--set modems.cm0.lan.ports.lan7.rate_mbps=100: there is no element \"lan7\", the scenario "
       "has no modems.cm0.lan.ports"},
      {"events.0.kind=reset_cpu",
       "--set events.0.kind=reset_cpu: there is no element \"0\", the scenario has no events"},
      {"service_flows.0.direction=up",
       "--set service_flows.0.direction=up: service_flows[0].direction: expected \"upstream\" or "
       "\"downstream\", got \"up\""},
      {"service_flow.us0=1",
       "--set service_flow.us0=1: service_flow: unknown key, did you mean \"service_flows\"?"},
      {"seed", "--set seed: expected path=value"},
      {"stats..warmup_s=1",
       "--set stats..warmup_s=1: expected path=value with a name between the "
       "dots"},
      {"seed={\"a\": 1, \"a\": 2}",
       "--set seed={\"a\": 1, \"a\": 2}: seed: expected an integer from 0 to 9007199254740991, "
       "got \"{\"a\": 1, \"a\": 2}\""},
      {"service_flows.us0.buffer_ms=0.5",
       "--set service_flows.us0.buffer_ms=0.5: service_flows[0].buffer_ms: makes a buffer of 1250 "
       "bytes, expected 1522 to 4294967295 bytes"},
      {"stats.tcp_interval_s=1e-9",
       "--set stats.tcp_interval_s=1e-9: stats.tcp_interval_s: expected 0, or 0.001 to 86400 s, "
       "got 1e-09"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(error_of(kMinimal, {c.set}), c.expected);
  }
}

TEST(LoadScenario, LaterSetsWin) {
  const Scenario scenario =
      load_scenario_text(kMinimal, "x",
                         {"",
                          {"service_flows.us0.aqm=docsis_pie", "service_flows.us0.aqm.target_ms=5",
                           "seed=3", "seed=4", "description=free text"}})
          .scenario;
  EXPECT_EQ(scenario.service_flows[0].aqm.target_ms, 5.0);
  EXPECT_EQ(scenario.seed, 4U);
  EXPECT_EQ(scenario.description, "free text");
}

TEST(LoadScenario, MissingFile) {
  try {
    load_scenario("no/such.json");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "no/such.json: cannot be opened");
  }
}

}  // namespace
}  // namespace docsis_vp::system::load_test
