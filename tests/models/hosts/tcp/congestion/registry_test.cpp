#include "models/hosts/tcp/congestion/registry.h"

#include <gtest/gtest.h>

#include <functional>

#include "models/hosts/tcp/tcp_config.h"
#include "platform/base/errors.h"
#include "tests/models/hosts/tcp/congestion/ack_script.h"

namespace docsis_vp::hosts::registry_test {
namespace {

TEST(CongestionRegistry, KnowsTheAlgorithmsByName) {
  EXPECT_EQ(congestion_control_names(),
            (std::vector<std::string>{"bbr", "cubic", "dctcp", "ledbat", "prague", "reno"}));
  EXPECT_EQ(mark_feedback("bbr"), MarkFeedback::kClassic);
  EXPECT_EQ(mark_feedback("reno"), MarkFeedback::kClassic);
  EXPECT_EQ(mark_feedback("dctcp"), MarkFeedback::kDctcp);
  EXPECT_EQ(mark_feedback("prague"), MarkFeedback::kAccurate);
}

TEST(CongestionRegistry, MakesWhatItWasAskedFor) {
  CongestionConfig config;
  for (const auto& [name, after_loss] :
       std::vector<std::pair<std::string, std::uint64_t>>{{"cubic", 14'000},
                                                          {"dctcp", 10'000},
                                                          {"ledbat", 2000},
                                                          {"prague", 10'000},
                                                          {"reno", 10'000},
                                                          {"bbr", 20'000}}) {
    config.algorithm = name;
    const std::unique_ptr<CongestionControl> control = make_congestion_control(config);
    AckScript sender(*control, 20);
    sender.lose();
    EXPECT_EQ(control->cwnd(), after_loss) << name;
    EXPECT_EQ(control->reads_marks(), mark_feedback(name) != MarkFeedback::kClassic) << name;
  }
}

TEST(CongestionRegistry, OnlyBbrIsRateBased) {
  for (const std::string& name : congestion_control_names()) {
    CongestionConfig config;
    config.algorithm = name;
    EXPECT_EQ(make_congestion_control(config)->is_rate_based(), name == "bbr") << name;
  }
}

TEST(CongestionRegistry, MakesTheVersionOfCubicThatAPresetNames) {
  const std::unique_ptr<CongestionControl> control =
      make_congestion_control(*congestion_preset("ns2-linux-cubic"));
  AckScript sender(*control, 100);
  sender.lose();
  EXPECT_EQ(control->cwnd(), 79 * kMss);  // 819/1024, in whole segments
}

// Rules of each control with a window and no model of the path: two segments or more outside
// timeouts, one after them, no growth in recovery or while the window is not used, the same again
// after a new start.
TEST(CongestionRegistry, EveryAlgorithmKeepsTheCommonRules) {
  CongestionConfig config;
  for (const std::string& name : congestion_control_names()) {
    if (name == "bbr") continue;
    config.algorithm = name;
    const std::unique_ptr<CongestionControl> control = make_congestion_control(config);
    std::vector<std::uint64_t> windows[2];
    for (std::vector<std::uint64_t>& run : windows) {
      AckScript sender(*control, 20);
      sender.one_way_delay(10 * kPsPerMs);
      for (int i = 0; i < 2000; ++i) {
        const std::uint64_t before = control->cwnd();
        sender.wait(kPsPerMs);
        if (i % 97 == 0) sender.marked(1000);
        sender.in_recovery().ack(1000);
        EXPECT_LE(control->cwnd(), before) << name;
        sender.ack(1000);
        if (i % 331 == 0) sender.lose();
        EXPECT_GE(control->cwnd(), 2 * kMss) << name;
        run.push_back(control->cwnd());
      }
      sender.expire();
      EXPECT_EQ(control->cwnd(), kMss) << name;
    }
    EXPECT_EQ(windows[0], windows[1]) << name;
  }
}

TEST(CongestionRegistry, HasAPresetForEachOfTheEndpoints) {
  // Octets that a window grows by for one acknowledgment of three segments in slow start.
  for (const auto& [name, growth] : std::vector<std::pair<std::string, std::uint64_t>>{
           {"linux", 3000}, {"bsd-sack", 2000}, {"ns2-sack1", 1000}, {"ns2-linux-cubic", 1000}}) {
    ASSERT_TRUE(tcp_preset(name));
    std::optional<CongestionConfig> config = congestion_preset(name);
    ASSERT_TRUE(config) << name;
    for (const std::string& algorithm : congestion_control_names()) {
      if (algorithm == "ledbat" || algorithm == "bbr") continue;
      config->algorithm = algorithm;
      const std::unique_ptr<CongestionControl> control = make_congestion_control(*config);
      AckScript sender(*control, 20);
      sender.ack(3000);
      EXPECT_EQ(control->cwnd(), 20'000 + growth) << name << " " << algorithm;
    }
  }
  EXPECT_FALSE(congestion_preset("windows"));
}

TEST(CongestionRegistry, OnlyLinuxEndsSlowStartBeforeALoss) {
  EXPECT_TRUE(
      std::holds_alternative<LinuxHystartConfig>(congestion_preset("linux")->cubic.hystart));
  for (const char* name : {"bsd-sack", "ns2-sack1"}) {
    EXPECT_TRUE(std::holds_alternative<std::monostate>(congestion_preset(name)->cubic.hystart));
  }
}

struct BadCase {
  const char* algorithm;
  std::function<void(CongestionConfig&)> spoil;
  const char* message;
};

TEST(CongestionRegistry, RefusesValuesOutOfRangeByName) {
  const std::vector<BadCase> cases = {
      {"vegas", [](CongestionConfig&) {},
       "/flows/0/congestion_control: \"vegas\" is none of bbr cubic dctcp ledbat prague reno"},
      {"bbr", [](CongestionConfig& config) { config.bbr.bandwidth_rounds = 0; },
       "/flows/0/bandwidth_rounds: must be at least 1"},
      {"bbr", [](CongestionConfig& config) { config.bbr.pacing_margin = 1; },
       "/flows/0/pacing_margin: must be at least 0 and below 1"},
      {"cubic",
       [](CongestionConfig& config) {
         config.cubic.version = CubicVersion::kLinux2622;
         config.cubic.hystart.emplace<HystartConfig>();
       },
       "/flows/0/hystart: must be absent: CUBIC of Linux 2.6.22 has none"},
      {"reno", [](CongestionConfig& config) { config.reno.abc_limit = 0; },
       "/flows/0/abc_limit: must be 1..1000000 segments"},
      {"reno", [](CongestionConfig& config) { config.reno.initial_ssthresh_bytes = 10; },
       "/flows/0/initial_ssthresh_bytes: must be at least 1000"},
      {"cubic", [](CongestionConfig& config) { config.cubic.beta = 1; },
       "/flows/0/beta: must be above 0 and below 1"},
      {"cubic", [](CongestionConfig& config) { config.cubic.c = 0; },
       "/flows/0/c: must be above 0 and at most 100 segments/s^3"},
      {"cubic",
       [](CongestionConfig& config) {
         HystartConfig hystart;
         hystart.css_rounds = 0;
         config.cubic.hystart = hystart;
       },
       "/flows/0/hystart: divisors and counts must be at least 1"},
      {"cubic",
       [](CongestionConfig& config) {
         LinuxHystartConfig hystart;
         hystart.delay_divisor = 0;
         config.cubic.hystart = hystart;
       },
       "/flows/0/hystart: the divisor must be at least 1"},
      {"dctcp", [](CongestionConfig& config) { config.dctcp.gain = 0; },
       "/flows/0/gain: must be above 0 and at most 1"},
      {"ledbat", [](CongestionConfig& config) { config.ledbat.target = 101 * kPsPerMs; },
       "/flows/0/target_ms: must be above 0 and at most 100 (RFC 6817 sec. 2.5)"},
      {"ledbat", [](CongestionConfig& config) { config.ledbat.base_history_minutes = 61; },
       "/flows/0/base_history_minutes: must be 1..60"},
      {"prague", [](CongestionConfig& config) { config.prague.reference_rtt = 0; },
       "/flows/0/reference_rtt_ms: must be above 0"},
  };
  for (const BadCase& test : cases) {
    CongestionConfig config;
    config.algorithm = test.algorithm;
    test.spoil(config);
    try {
      check_congestion_config(config, "/flows/0");
      ADD_FAILURE() << test.message;
    } catch (const ConfigError& error) {
      EXPECT_STREQ(error.what(), test.message);
    }
  }
  for (const std::string& name : congestion_control_names()) {
    CongestionConfig config;
    config.algorithm = name;
    EXPECT_NO_THROW(check_congestion_config(config, ""));
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::registry_test
