#include "system/assembly/traffic/tcp_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "platform/base/errors.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::tcp_settings_test {
namespace {

using ::testing::HasSubstr;

FlowConfig flow_with(const std::string& keys) {
  const std::string text = R"({
    "modems": [{"name": "cm0"}],
    "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10}],
    "flows": [{"name": "f", "kind": "tcp", "modem": "cm0")" +
                           (keys.empty() ? keys : ", " + keys) + "}]}";
  return load_scenario_text(text, "test").scenario.flows.front();
}

hosts::TcpConfig tcp(const std::string& keys) {
  return tcp_config(flow_with(R"("tcp": {)" + keys + "}"));
}

hosts::CongestionConfig congestion(const std::string& control, const std::string& keys) {
  return congestion_config(
      flow_with(R"("congestion_control": ")" + control + R"(", "tcp": {)" + keys + "}"));
}

void expect_message(const std::string& keys, const std::string& part) {
  try {
    tcp(keys);
    ADD_FAILURE() << keys << " is taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(TcpSettings, APresetAloneIsThatOfTheHosts) {
  for (const char* name : {"linux", "bsd-sack", "ns2-sack1", "ns2-linux-cubic"}) {
    const FlowConfig flow = flow_with("\"tcp\": \"" + std::string(name) + "\"");
    const hosts::TcpConfig expected = *hosts::tcp_preset(name);
    const hosts::TcpConfig actual = tcp_config(flow);
    EXPECT_EQ(actual.mss_bytes, expected.mss_bytes) << name;
    EXPECT_EQ(actual.timestamps, expected.timestamps) << name;
    EXPECT_EQ(actual.initial_rto, expected.initial_rto) << name;
    EXPECT_EQ(actual.min_rto, expected.min_rto) << name;
    EXPECT_EQ(actual.max_rto, expected.max_rto) << name;
    EXPECT_EQ(actual.syn_retries, expected.syn_retries) << name;
    EXPECT_EQ(actual.initial_window, expected.initial_window) << name;
    EXPECT_EQ(actual.recovery, expected.recovery) << name;
    EXPECT_EQ(actual.proportional_rate_reduction, expected.proportional_rate_reduction) << name;
    EXPECT_EQ(actual.loss_by_time, expected.loss_by_time) << name;
    EXPECT_EQ(actual.forward_acknowledgment, expected.forward_acknowledgment) << name;
    EXPECT_EQ(actual.ack_every, expected.ack_every) << name;
    EXPECT_EQ(actual.keep_sack_on_timeout, expected.keep_sack_on_timeout) << name;
    EXPECT_EQ(actual.idle_restart, expected.idle_restart) << name;
    EXPECT_EQ(actual.quick_acks, expected.quick_acks) << name;
    EXPECT_EQ(actual.duplicate_sack, expected.duplicate_sack) << name;
    EXPECT_EQ(actual.window_validation, expected.window_validation) << name;

    const hosts::CongestionConfig model = *hosts::congestion_preset(name);
    const hosts::CongestionConfig control = congestion_config(flow);
    EXPECT_EQ(control.reno.byte_counting, model.reno.byte_counting) << name;
    EXPECT_EQ(control.reno.abc_limit, model.reno.abc_limit) << name;
    EXPECT_EQ(control.cubic.growth.whole_segments, model.cubic.growth.whole_segments) << name;
    EXPECT_EQ(control.cubic.version, model.cubic.version) << name;
    EXPECT_EQ(control.cubic.beta, model.cubic.beta) << name;
    EXPECT_EQ(control.cubic.c, model.cubic.c) << name;
    EXPECT_EQ(control.cubic.friendly_pace_rises, model.cubic.friendly_pace_rises) << name;
    EXPECT_EQ(control.cubic.search_growth, model.cubic.search_growth) << name;
    EXPECT_EQ(control.cubic.hystart.index(), model.cubic.hystart.index()) << name;
  }
}

TEST(TcpSettings, ThePresetsOfLinuxUseCubic) {
  const auto algorithm = [](const std::string& preset) {
    return congestion_config(flow_with("\"tcp\": \"" + preset + "\"")).algorithm;
  };
  EXPECT_EQ(algorithm("linux"), "cubic");
  EXPECT_EQ(algorithm("ns2-linux-cubic"), "cubic");
  EXPECT_EQ(algorithm("bsd-sack"), "reno");
  EXPECT_EQ(algorithm("ns2-sack1"), "reno");
}

TEST(TcpSettings, RecoveryByTimeByCountAndWithoutSack) {
  EXPECT_TRUE(tcp(R"("recovery": "rack")").loss_by_time);
  EXPECT_EQ(tcp(R"("recovery": "rack")").recovery, hosts::RecoveryMethod::kSack);
  EXPECT_TRUE(tcp(R"("preset": "bsd-sack", "recovery": "rack")").loss_by_time);
  EXPECT_FALSE(tcp(R"("recovery": "sack")").loss_by_time);
  EXPECT_TRUE(tcp(R"("recovery": "sack")").proportional_rate_reduction);
  EXPECT_EQ(tcp(R"("recovery": "newreno")").recovery, hosts::RecoveryMethod::kNewReno);
  EXPECT_FALSE(tcp(R"("recovery": "newreno")").loss_by_time);
  EXPECT_FALSE(tcp(R"("recovery": "newreno")").proportional_rate_reduction);
  EXPECT_TRUE(tcp(R"("recovery": "fack")").forward_acknowledgment);
  EXPECT_FALSE(tcp(R"("recovery": "fack")").loss_by_time);
  EXPECT_FALSE(tcp(R"("recovery": "fack")").proportional_rate_reduction);
  EXPECT_FALSE(tcp(R"("preset": "ns2-linux-cubic", "recovery": "rack")").forward_acknowledgment);
}

TEST(TcpSettings, SingleOptionsReplaceThoseOfThePreset) {
  const hosts::TcpConfig config = tcp(
      R"("preset": "ns2-sack1", "dup_threshold": 5, "rate_reduction": true,
         "duplicate_sack": true, "quick_acks": 3, "nagle": true, "window_validation": true,
         "max_rto_ms": 64000, "syn_retries": 9, "limited_transmit": false)");
  EXPECT_EQ(config.dup_threshold, 5U);
  EXPECT_TRUE(config.proportional_rate_reduction);
  EXPECT_TRUE(config.duplicate_sack);
  EXPECT_EQ(config.quick_acks, 3U);
  EXPECT_TRUE(config.nagle);
  EXPECT_TRUE(config.window_validation);
  EXPECT_EQ(config.max_rto, 64 * kPsPerSecond);
  EXPECT_EQ(config.syn_retries, 9U);
  EXPECT_FALSE(config.limited_transmit);
  EXPECT_EQ(config.initial_rto, 3 * kPsPerSecond);  // of the preset
}

TEST(TcpSettings, OptionsOfCongestionControlsReachThem) {
  const hosts::CubicConfig cubic =
      congestion("cubic",
                 R"("mss_bytes": 1012, "initial_ssthresh_segments": 50, "hystart": "rfc9406",
         "fast_convergence": false, "reno_friendly": false)")
          .cubic;
  EXPECT_EQ(cubic.growth.initial_ssthresh_bytes, 50'000U);
  EXPECT_TRUE(std::holds_alternative<hosts::HystartConfig>(cubic.hystart));
  EXPECT_FALSE(cubic.fast_convergence);
  EXPECT_FALSE(cubic.reno_friendly);
  const hosts::LedbatConfig ledbat =
      congestion("ledbat", R"("ledbat_target_ms": 60, "ledbat_gain": 0.5)").ledbat;
  EXPECT_EQ(ledbat.target, 60 * kPsPerMs);
  EXPECT_EQ(ledbat.gain, 0.5);
  const hosts::PragueConfig prague =
      congestion("prague", R"("abc_limit_segments": 4, "rtt_independence": false)").prague;
  EXPECT_EQ(prague.growth.abc_limit, 4U);
  EXPECT_FALSE(prague.rtt_independence);
}

TEST(TcpSettings, HystartIsNamedNotSwitched) {
  const auto hystart = [](const char* value) {
    return congestion("cubic", "\"hystart\": \"" + std::string(value) + "\"").cubic.hystart;
  };
  EXPECT_TRUE(std::holds_alternative<std::monostate>(hystart("none")));
  EXPECT_TRUE(std::holds_alternative<hosts::LinuxHystartConfig>(hystart("linux")));
  EXPECT_TRUE(std::holds_alternative<hosts::HystartConfig>(hystart("rfc9406")));
  expect_message(R"("hystart": true)",
                 "flows[0].tcp.hystart: expected \"none\", \"linux\" or \"rfc9406\", got true");
}

TEST(TcpSettings, BbrNeedsSelectiveAcknowledgments) {
  EXPECT_EQ(congestion("bbr", "").algorithm, "bbr");
  EXPECT_EQ(congestion("bbr", R"("recovery": "sack")").algorithm, "bbr");
  try {
    congestion("bbr", R"("recovery": "newreno")");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("flows[0].tcp.recovery: congestion_control = bbr needs"));
  }
}

TEST(TcpSettings, OptionsThatContradictEachOtherAreRefused) {
  expect_message(R"("receive_buffer_bytes": 2000)", "flows[0].tcp.receive_buffer_bytes");
  expect_message(R"("max_rto_ms": 2000, "initial_rto_ms": 3000)", "flows[0].tcp.max_rto_ms");
  expect_message(R"("preset": "ns2-sack1", "max_rto_ms": 1000)", "flows[0].tcp.max_rto_ms");
  expect_message(R"("preset": "ns2-linux-cubic", "hystart": true)", "flows[0].tcp.hystart");
  expect_message(R"("preset": "ns2-linux-cubic", "byte_counting": false)",
                 "flows[0].tcp.byte_counting");
  expect_message(R"("preset": "ns2-linux-cubic", "rate_reduction": true)",
                 "flows[0].tcp.rate_reduction");
  expect_message(R"("recovery": "fack", "rate_reduction": false)", "flows[0].tcp.rate_reduction");
}

TEST(TcpSettings, OptionsThatNothingLooksAtAreRefused) {
  const auto error_of = [](const std::string& control, const std::string& keys) -> std::string {
    try {
      congestion(control, keys);
      return "accepted";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  struct Case {
    const char* keys;
    std::vector<const char*> controls;  // that look at them
    const char* needs;
  };
  const std::vector<Case> cases = {
      {R"("hystart": "linux")", {"cubic"}, "cubic"},
      {R"("fast_convergence": false)", {"cubic"}, "cubic"},
      {R"("reno_friendly": true)", {"cubic"}, "cubic"},
      {R"("ledbat_target_ms": 60)", {"ledbat"}, "ledbat"},
      {R"("ledbat_gain": 1)", {"ledbat"}, "ledbat"},
      {R"("rtt_independence": true)", {"prague"}, "prague"},
      {R"("initial_ssthresh_segments": 9)", {"reno", "cubic", "dctcp", "prague"}, "slow start"},
      {R"("byte_counting": true)", {"reno", "cubic", "dctcp", "prague"}, "slow start"},
      {R"("abc_limit_segments": 2)", {"reno", "cubic", "dctcp", "prague"}, "slow start"},
      {R"("byte_counting": false, "abc_limit_segments": 2)", {}, ""},
      {R"("preset": "ns2-sack1", "abc_limit_segments": 2)", {}, ""},
      {R"("recovery": "newreno", "rate_reduction": true)", {}, "recovery by sack or rack"},
      {R"("recovery": "newreno", "duplicate_sack": true)", {}, "recovery by sack or rack"},
      {R"("ack_every": 1, "ack_delay_ms": 100)", {}, "an ack_every of more than 1"},
      {R"("ack_every": 1, "quick_acks": 3)", {}, "an ack_every of more than 1"},
      {R"("hystart": null, "ledbat_gain": null)",
       {"reno", "cubic", "dctcp", "prague", "ledbat"},
       ""},
  };
  for (const Case& c : cases) {
    for (const char* control : {"reno", "cubic", "dctcp", "prague", "ledbat"}) {
      const bool looks =
          std::find(c.controls.begin(), c.controls.end(), std::string(control)) != c.controls.end();
      const std::string error = error_of(control, c.keys);
      if (looks) {
        EXPECT_EQ(error, "accepted") << control << ": " << c.keys;
      } else {
        EXPECT_THAT(error, ::testing::AllOf(HasSubstr("applies only with"), HasSubstr(c.needs)))
            << control << ": " << c.keys;
      }
    }
  }
  EXPECT_EQ(error_of("reno", R"("hystart": "none")"),
            "test:4: flows[0].tcp.hystart: applies only with congestion_control = cubic");
}

// Packets have 1500 bytes.
TEST(TcpSettings, SegmentsAreShorterOverIpv6) {
  const std::string hosts = R"("lan_address": "2001:db8::2", "wan_address": "2001:db8::1")";
  const hosts::TcpConfig usual = tcp_config(flow_with(hosts));
  EXPECT_EQ(usual.mss_bytes, 1'440U);
  EXPECT_EQ(usual.ip_header_bytes, 40U);
  EXPECT_EQ(tcp_config(flow_with(hosts + R"(, "tcp": {"mss_bytes": 1000})")).mss_bytes, 1'000U);
  EXPECT_EQ(tcp("").mss_bytes, 1'460U);
  EXPECT_EQ(tcp("").ip_header_bytes, 20U);
}

}  // namespace
}  // namespace docsis_vp::system::tcp_settings_test
