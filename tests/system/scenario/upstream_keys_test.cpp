// Upstream channels and the times of the link: what goes together, and what is refused by whoever
// only reads the scenario.
#include <gmock/gmock.h>

#include <fstream>

#include "platform/base/errors.h"
#include "system/config_file/config_json.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::upstream_keys_test {
namespace {

// In line 2 its `rf`, in line 3 its modem, in line 4 its service flows.
std::string scenario_of(const std::string& rf, const std::string& modem = "",
                        const std::string& flow = R"("max_sustained_rate_mbps": 5)") {
  return "{\n\"rf\": {" + rf + "},\n\"modems\": [{\"name\": \"cm\"" + modem +
         "}],\n\"service_flows\": [{\"name\": \"sf\", \"modem\": \"cm\", " + flow + "}]}";
}

std::string error_of(const std::string& text) {
  try {
    load_scenario_text(text, "x.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

struct Case {
  const char* rf;
  const char* expected;
};

void expect_refusals(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    EXPECT_EQ(error_of(scenario_of(c.rf)), c.expected) << c.rf;
  }
}

TEST(UpstreamKeys, DataProfilesAreThoseOfOfdmaChannels) {
  const auto with = [](const std::string& profiles, const std::string& modem) {
    return error_of(
        scenario_of(R"("profile": "docsis31", "channels": [{"name": "a", "data_profiles": [)" +
                        profiles + "]}, {\"name\": \"b\"}]",
                    modem));
  };
  const std::string iuc12 = R"({"iuc": 12, "bits_per_s_per_hz": 4})";
  EXPECT_EQ(with(iuc12, R"(, "channels": "a", "data_iuc": 12)"), "accepted");
  EXPECT_EQ(with(iuc12, R"(, "data_iuc": 10)"), "accepted");
  EXPECT_EQ(with(iuc12, R"(, "data_iuc": 12)"),
            "x.json:3: modems[0].data_iuc: the channel \"b\" has no data profile of IUC 12");
  EXPECT_EQ(with(iuc12 + ", " + iuc12, ""),
            "x.json:2: rf.channels[0].data_profiles[1].iuc: the IUC 12 is given twice");
  EXPECT_EQ(with(R"({"iuc": 7, "bits_per_s_per_hz": 4})", ""),
            "x.json:2: rf.channels[0].data_profiles[0].iuc: expected 5, 6, 9, 11, 12 or 13, got 7");
  EXPECT_EQ(
      error_of(scenario_of(R"("channels": [{"name": "a", "data_profiles": [)" + iuc12 + "]}]")),
      "x.json:2: rf.channels[0].data_profiles: applies only for an OFDMA channel");
  EXPECT_EQ(error_of(scenario_of("", R"(, "data_iuc": 12)")),
            "x.json:3: modems[0].data_iuc: applies only for a modem with an OFDMA channel");
  EXPECT_EQ(error_of(scenario_of(R"("profile": "docsis31", "channels": [{"name": "a"}])", "",
                                 R"("max_sustained_rate_mbps": 5}], "events": [{"time_s": 1,
     "kind": "change_data_profile", "modem": "cm", "data_iuc": 13)")),
            "x.json:5: events[0].data_iuc: the channel \"a\" has no data profile of IUC 13");
}

TEST(UpstreamKeys, ChannelsHaveLegalValues) {
  expect_refusals({
      {R"("channels": [{"name": "a", "ticks_per_minislot": 3}])",
       "x.json:2: rf.channels[0].ticks_per_minislot: expected 1, 2, 4, 8, 16, 32, 64 or 128, "
       "got 3"},
      {R"("channels": [{"name": "a"}, {"name": "b", "kind": "ofdma", "spacing_khz": 40}])",
       "x.json:2: rf.channels[1].spacing_khz: expected 25 or 50, got 40"},
      {R"("channels": [{"name": "a", "kind": "ofdma", "spacing_khz": 30}])",
       "x.json:2: rf.channels[0].spacing_khz: expected 25 or 50, got 30"},
      {R"("profile": "docsis31", "channels": [{"name": "a", "cyclic_prefix_samples": 100}])",
       "x.json:2: rf.channels[0].cyclic_prefix_samples: expected 96, 128, 160, 192, 224, 256, "
       "288, 320, 384, 512 or 640, got 100"},
      {R"("channels": [{"name": "a", "spacing_khz": 25}])",
       "x.json:2: rf.channels[0].spacing_khz: applies only for an OFDMA channel"},
  });
  std::string many = R"("channels": [)";
  for (int i = 0; i < 33; ++i) {
    many.append(i > 0 ? ", " : "").append(R"({"name": "c)").append(std::to_string(i)).append("\"}");
  }
  EXPECT_EQ(error_of(scenario_of(many + "]")),
            "x.json:2: rf.channels: expected 32 channels at most");
}

TEST(UpstreamKeys, TimesOfTheLinkGoTogether) {
  expect_refusals({
      {R"("map_lead_us": 1590)",
       "x.json:2: rf.map_lead_us: expected at least 1591 for the farthest modem, "
       "got 1590"},
      {R"("map_lead_us": 1591)", "accepted"},
      {R"("map_interval_us": 251)",
       "x.json:2: rf.map_interval_us: expected whole minislots of 12.5 us (us0), such as 250 or "
       "262.5, got 251"},
      {R"("profile": "docsis31", "map_interval_us": 2000)",
       "x.json:2: rf.map_interval_us: expected whole frames of 135 us (us0), such as 1890 or "
       "2025, got 2000"},
      {R"("map_interval_us": 250, "downstream_mbps": 1,
          "channels": [{"name": "a"}, {"name": "b"}, {"name": "c"}, {"name": "d"}])",
       "x.json:2: rf.map_interval_us: expected at least 1856, got 250: MAPs of 58 bytes at "
       "least, one for each upstream channel, go down at 1 Mbit/s"},
      {R"("map_interval_us": 462.5,
          "downstream_channels": [{"name": "a", "rate_mbps": 1}, {"name": "b", "rate_mbps": 40}])",
       "x.json:2: rf.map_interval_us: expected at least 464, got 462.5: MAPs of 58 bytes at "
       "least, one for each upstream channel, go down at 1 Mbit/s"},
      {R"("map_interval_us": 475,
          "downstream_channels": [{"name": "a", "rate_mbps": 1}, {"name": "b", "rate_mbps": 40}])",
       "accepted"},
      {R"("map_interval_us": 250, "profile": "docsis31")",
       "x.json:2: rf.map_interval_us: expected whole frames of 135 us (us0), such as 270, "
       "got 250"},
      {R"("map_interval_us": 19990)",
       "x.json:2: rf.map_interval_us: expected whole minislots of 12.5 us (us0), such as 19987.5 "
       "or 20000, got 19990"},
      {R"("map_interval_us": 2000,
          "channels": [{"name": "t"}, {"name": "o", "kind": "ofdma"}, {"name": "u"}])",
       "x.json:2: rf.map_interval_us: expected whole minislots of 12.5 us (t) and whole frames of "
       "135 us (o), such as 1350 or 2025, got 2000"},
      {R"("profile": "docsis31", "map_interval_us": 10125)",
       "x.json:2: rf.map_interval_us: expected at most 9315, got 10125: a MAP describes 16383 "
       "minislots, of the channel \"us0\""},
      {R"("map_interval_us": 20000, "map_lead_us": 20000,
          "channels": [{"name": "a", "ticks_per_minislot": 1}])",
       "x.json:2: rf.map_lead_us: reaches with the MAP interval 40000 us beyond the present, "
       "expected at most 25600 us together, of the channel \"a\""},
      {R"("profile": "docsis31", "cm_map_proc_us": 100)",
       "x.json:2: rf.cm_map_proc_us: expected at least 157.5, which a burst must be ready before "
       "it begins on the channel \"us0\", got 100"},
      {R"("grant_offset_us": 2000)",
       "x.json:2: rf.grant_offset_us: expected less than the MAP interval of 2000 us, got 2000"},
      {R"("grant_offset_us": 1999)", "accepted"},
  });
}

// Without a MAP interval of the scenario's own: 2 ms, rounded to what all channels have in common.
TEST(UpstreamKeys, MapIntervalIsWholeFramesOfAllChannels) {
  const struct {
    const char* rf;
    double map_interval_us;
  } cases[] = {
      {"", 2000},
      {R"("profile": "docsis31")", 2025},
      {R"("profile": "docsis31-low-latency")", 502.5},
      {R"("profile": "docsis31-low-latency", "channels": [{"name": "a",
           "cyclic_prefix_samples": 256}])",
       540},
      {R"("profile": "cablelabs-2012")", 2000},
      {R"("channels": [{"name": "a", "ticks_per_minislot": 64}])", 2000},
      {R"("channels": [{"name": "a", "ticks_per_minislot": 128}], "request_opportunities": 2)",
       2400},
      {R"("channels": [{"name": "a", "kind": "ofdma"}])", 2025},
      {R"("profile": "docsis31", "channels": [{"name": "a", "kind": "tdma"}])", 2025},
      // 13 frames of 7 symbols of 22.5 us; 2 of 36.
      {R"("profile": "docsis31", "channels": [{"name": "a", "symbols_per_frame": 7}])", 2047.5},
      {R"("profile": "docsis31", "channels": [{"name": "a", "symbols_per_frame": 36}])", 1620},
      // 3 frames of 18 symbols of 40.9375 us.
      {R"("profile": "docsis31", "channels": [{"name": "a", "spacing_khz": 25,
          "cyclic_prefix_samples": 96, "symbols_per_frame": 18}])",
       2210.625},
      // 135 and 157.5 us have 945 us in common, with 12.5 us 4725 us.
      {R"("profile": "docsis31", "channels": [{"name": "a"}, {"name": "b",
          "symbols_per_frame": 7}])",
       1890},
      {R"("profile": "docsis31", "channels": [{"name": "a"}, {"name": "b",
          "symbols_per_frame": 7}, {"name": "c", "kind": "tdma"}])",
       4725},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(load_scenario_text(scenario_of(c.rf), "x").scenario.rf.map_interval_us,
              c.map_interval_us)
        << c.rf;
  }
  EXPECT_EQ(error_of(scenario_of(R"("channels": [{"name": "a", "ticks_per_minislot": 64},
      {"name": "b", "kind": "ofdma", "symbols_per_frame": 7},
      {"name": "c", "kind": "ofdma", "symbols_per_frame": 11}])")),
            "x.json:2: rf.channels: have no MAP interval in common of up to 20000 us: expected "
            "whole minislots of 400 us (a) and whole frames of 157.5 us (b) and whole frames of "
            "247.5 us (c)");
}

TEST(UpstreamKeys, FartherModemsNeedALongerLead) {
  EXPECT_EQ(error_of(scenario_of(R"("map_lead_us": 1700)", R"(, "plant_delay_us": 1000)")),
            "x.json:2: rf.map_lead_us: expected at least 2551 for the farthest modem, "
            "got 1700");
}

TEST(UpstreamKeys, RequestsLeaveRoomForAGrant) {
  expect_refusals({
      {R"("request_opportunities": 159)", "accepted"},
      {R"("request_opportunities": 160)",
       "x.json:2: rf.request_opportunities: expected at most 159, got 160: a MAP of 160 minislots "
       "of the channel \"us0\" has room for 159 request opportunities of 1 beside a grant"},
      {R"("max_request_opportunities": 200)",
       "x.json:2: rf.max_request_opportunities: expected at most 159, got 200: a MAP of 160 "
       "minislots of the channel \"us0\" has room for 159 request opportunities of 1 beside a "
       "grant"},
      // 1.25 bits in a minislot: 45 of them for the 7 octets of a request.
      {R"("channels": [{"name": "slow", "rate_mbps": 0.1}])",
       "x.json:2: rf.request_opportunities: expected at most 2, got 4: a MAP of 160 minislots of "
       "the channel \"slow\" has room for 2 request opportunities of 45 beside a grant"},
      {R"("channels": [{"name": "slow", "rate_mbps": 0.1}], "request_opportunities": 2)",
       "accepted"},
      {R"("channels": [{"name": "a", "symbol_rate_ksps": 160, "preamble_symbols": 400}])",
       "x.json:2: rf.map_interval_us: a MAP of 160 minislots of the channel \"a\" has room for no "
       "request and grant, which take 201 and 201 at least"},
      // Each flow has an opportunity of its own there.
      {R"("profile": "cablelabs-2012", "request_opportunities": 160)", "accepted"},
      {R"("backoff_start": 9)",
       "x.json:2: rf.backoff_end: expected at least backoff_start, 9, got 8"},
      {R"("backoff_start": 5, "backoff_end": 5)", "accepted"},
  });
}

TEST(UpstreamKeys, RequestsLeaveRoomForAGrantInEveryProfile) {
  const auto error_for = [](const std::string& mbps) {
    return error_of(
        "{\"modems\": [{\"name\": \"cm\"}], \"service_flows\": [{\"name\": \"sf\", "
        "\"modem\": \"cm\", \"max_sustained_rate_mbps\": 5}],\n\"events\": "
        "[{\"time_s\": 1, \"kind\": \"change_profile\", \"channel\": \"us0\", "
        "\"rate_mbps\": " +
        mbps + "}]}");
  };
  EXPECT_EQ(error_for("1"), "accepted");
  EXPECT_EQ(error_for("0.1"),
            "x.json:2: events[0]: expected at most 2, got 4: a MAP of 160 minislots of the channel "
            "\"us0\" has room for 2 request opportunities of 45 beside a grant");
}

TEST(UpstreamKeys, BurstsOfTdmaHaveAnOverhead) {
  const ChannelConfig usual = load_scenario_text(scenario_of(""), "x").scenario.rf.channels[0];
  EXPECT_EQ(usual.symbol_rate_ksps, 5120U);
  EXPECT_EQ(usual.preamble_symbols, 0U);
  EXPECT_EQ(usual.guard_symbols, 0U);
  EXPECT_EQ(usual.fec_t, 0U);
  EXPECT_EQ(usual.fec_codeword_bytes, 253U);
  const auto rf = [](const std::string& keys) {
    return scenario_of(R"("channels": [{"name": "a", )" + keys + "}]");
  };
  EXPECT_EQ(
      load_scenario_text(rf(R"("fec_t": 16)"), "x").scenario.rf.channels[0].fec_codeword_bytes,
      223U);
  EXPECT_EQ(error_of(rf(R"("fec_t": 16, "fec_codeword_bytes": 224)")),
            "x.json:2: rf.channels[0].fec_codeword_bytes: expected at most 223 beside the parity, "
            "got 224");
  EXPECT_EQ(error_of(rf(R"("symbol_rate_ksps": 1000)")),
            "x.json:2: rf.channels[0].symbol_rate_ksps: expected 160, 320, 640, 1280, 2560 or "
            "5120, got 1000");
  EXPECT_EQ(error_of(rf(R"("kind": "ofdma", "guard_symbols": 1)")),
            "x.json:2: rf.channels[0].guard_symbols: applies only for a TDMA channel");
}

// 156 minislots of 48 bytes beside the request region.
TEST(UpstreamKeys, UnsolicitedGrantsFitAMap) {
  const auto error_for = [](const std::string& bytes) {
    return error_of(scenario_of(
        "", "", R"("scheduling": {"type": "ugs", "unsolicited_grant_bytes": )" + bytes + "}"));
  };
  EXPECT_EQ(error_for("7480"), "accepted");
  EXPECT_EQ(error_for("7481"),
            "x.json:4: service_flows[0].scheduling.unsolicited_grant_bytes: expected at most "
            "7480, the room in a MAP of its channels, got 7481");
}

// At 10.24 Mbit/s a MAP has 2496 bytes, the largest request region included.
TEST(UpstreamKeys, UnsolicitedGrantsFitAMapOfOneOfTheChannelsOfTheirFlow) {
  const auto error_for = [](const std::string& rf, const std::string& flow) {
    return error_of(scenario_of(
        R"("channels": [{"name": "slow", "rate_mbps": 10.24}, {"name": "fast"}])" + rf, "",
        R"("scheduling": {"type": "ugs", "unsolicited_grant_bytes": 7480})" + flow));
  };
  EXPECT_EQ(error_for("", ""), "accepted");
  EXPECT_EQ(error_for("", R"(, "channels": "slow")"),
            "x.json:4: service_flows[0].scheduling.unsolicited_grant_bytes: expected at most "
            "2488, the room in a MAP of its channels, got 7480");
  EXPECT_EQ(error_for(R"(, "max_request_opportunities": 5)", ""),
            "x.json:4: service_flows[0].scheduling.unsolicited_grant_bytes: expected at most "
            "7432, the room in a MAP of its channels, got 7480");
}

TEST(UpstreamKeys, UnsolicitedGrantsOfAConfigurationFileFitAMap) {
  const std::string path = ::testing::TempDir() + "large_grants.cm";
  const auto octets = docsis::write_config_file(config_from_json(parse_json(R"({"network_access": 1,
        "upstream_service_flows": [{"reference": 1, "service_class_name": "voice", "qos_set": 7,
          "scheduling_type": 6, "unsolicited_grant_bytes": 9000,
          "nominal_grant_interval_us": 20000, "grants_per_interval": 1}],
        "downstream_service_flows": [{"reference": 2, "qos_set": 7,
          "max_sustained_rate_bps": 30000000}]})",
                                                                            "x")),
                                                std::nullopt);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(octets.data()),
             static_cast<std::streamsize>(octets.size()));
  EXPECT_EQ(error_of("{\n\"modems\": [{\"name\": \"a\"},\n{\"name\": \"cm\", \"count\": 2, "
                     "\"config_file\": \"" +
                     path +
                     "\"}], \"service_flows\": [{\"name\": \"sf\", \"modem\": \"a\", "
                     "\"max_sustained_rate_mbps\": 5}]}"),
            "x.json:3: modems[1].config_file: " + path +
                ": unsolicited grants of the service flow \"voice\": expected at most 7480, the "
                "room in a MAP of its channels, got 9000");
}

// A slow primary channel needs a lead beyond 20 ms: the derived value is also accepted as a key.
TEST(UpstreamKeys, ALeadThatFollowsFromTheRestIsTakenBack) {
  const Scenario scenario =
      load_scenario_text(scenario_of(R"("downstream_mbps": 1, "channels": [{"name": "a"},
                                        {"name": "b"}, {"name": "c"}, {"name": "d"}])"),
                         "x")
          .scenario;
  EXPECT_GT(*scenario.rf.map_lead_us, 20'000);
  const std::string text = effective_configuration(scenario);
  EXPECT_EQ(effective_configuration(load_scenario_text(text, "x").scenario), text);
}

}  // namespace
}  // namespace docsis_vp::system::upstream_keys_test
