// Upstream capacity beside other traffic: every profile that a scenario can give.
#include <gmock/gmock.h>

#include <fstream>
#include <memory>
#include <vector>

#include "models/cmts/cmts.h"
#include "platform/base/errors.h"
#include "system/assembly/system.h"

namespace docsis_vp::system::capacity_test {
namespace {

// Two channels, 15.36 Mbit/s together, and more than that to send.
std::string flooded(const std::string& capacity, const std::string& event = "") {
  return R"({"duration_s": 3, "rf": {"map_phase_us": 0, "map_lead_us": 2000, "capacity": )" +
         capacity + R"(,
      "channels": [{"name": "us0", "rate_mbps": 10.24}, {"name": "us1", "rate_mbps": 5.12}]},
    "modems": [{"name": "cm"}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 40}],
    "flows": [{"name": "flood", "modem": "cm", "rate_mbps": 30}],
    "events": [)" +
         event + "]}";
}

class Capacity : public ::testing::Test {
 protected:
  static std::string write(const std::string& name, const std::string& text) {
    const std::string path = ::testing::TempDir() + "capacity-" + name;
    std::ofstream(path) << text;
    return path;
  }
  static std::string error_of(const std::string& capacity) {
    try {
      load_scenario_text(flooded(capacity), "x");
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  }
  static std::string trace_error_of(const std::string& name, const std::string& text,
                                    const std::string& more = "") {
    const std::string path = write(name, text);
    const std::string error = error_of(R"({"kind": "trace", "file": ")" + path + "\"" + more + "}");
    const std::size_t at = error.find(path);
    return at == std::string::npos ? error : error.substr(at + path.size());
  }
  void build(const std::string& capacity, const std::string& event = "") {
    system_ = std::make_unique<System>(load_scenario_text(flooded(capacity, event), "test"));
    run_ms(500);
  }
  // Mbit/s of grants in the next so many ms.
  double run_ms(int ms) {
    const std::uint64_t before = granted_;
    system_->run_for(sc_core::sc_time(ms, sc_core::SC_MS));
    granted_ = system_->cmts().scheduler().flow_counters(0).granted_bytes;
    return static_cast<double>(granted_ - before) * 8e-3 / ms;
  }

  std::unique_ptr<System> system_;
  std::uint64_t granted_ = 0;
};

TEST_F(Capacity, PhantomLoadLeavesExactlyTheRest) {
  build(R"({"kind": "phantom_load", "phantom_load_mbps": 9.36})");
  EXPECT_NEAR(run_ms(2'000), 6, 0.01);
  const auto& scheduler = system_->cmts().scheduler();
  // Each channel by its share: two thirds and one.
  EXPECT_NEAR(static_cast<double>(scheduler.counters(0).granted_bytes) /
                  static_cast<double>(scheduler.counters(1).granted_bytes),
              2, 0.01);
}

TEST_F(Capacity, PhantomLoadStaysWhenAChannelChanges) {
  build(R"({"kind": "phantom_load", "phantom_load_mbps": 9.36})",
        R"({"time_s": 1.5, "kind": "change_profile", "channel": "us0", "rate_mbps": 5.12})");
  EXPECT_NEAR(run_ms(900), 6, 0.02);
  run_ms(200);
  EXPECT_NEAR(run_ms(900), 0.88, 0.02);
}

TEST_F(Capacity, WhatATraceLeavesStaysWhenAChannelChanges) {
  const std::string path = write("constant.txt", "0 5\n");
  build(R"({"kind": "trace", "file": ")" + path + "\"}",
        R"({"time_s": 1.5, "kind": "change_profile", "channel": "us0", "rate_mbps": 5.12})");
  EXPECT_NEAR(run_ms(900), 5, 0.02);
  run_ms(200);
  EXPECT_NEAR(run_ms(900), 5, 0.02);
}

TEST_F(Capacity, UniformGrantsAreDrawnForEachMap) {
  build(R"({"kind": "uniform_grants", "mean_grant_bytes": 1500, "variation_percent": 30})");
  EXPECT_NEAR(run_ms(2'000), 1'500 * 8 / 2'000.0, 0.1);
}

TEST_F(Capacity, EveryTransitionHappensInItsOrder) {
  build(R"({"kind": "all_transitions", "rates_mbps": [3, 5, 6, 8], "hold_s": 0.2})");
  run_ms(97);  // to the last MAP before 0.6 s, which is built 2 ms earlier
  const std::vector<double> rates = {3, 5, 6, 8};
  const std::vector<unsigned> order = {2, 0, 3, 1, 2, 1, 3, 2, 3, 0};  // from the fourth on
  for (const unsigned value : order) {
    EXPECT_NEAR(run_ms(200), rates[value], 0.01);
  }
}

TEST_F(Capacity, ATraceIsFollowedAndRepeated) {
  const std::string path = write("capacity.txt",
                                 "# time rate\n"
                                 "0 8\n"
                                 "\n"
                                 "0.3 2.5 # less\n"
                                 "0.6\t4\n");
  build(R"({"kind": "trace", "repeat_s": 0.8, "file": ")" + path + "\"}");
  run_ms(97);
  EXPECT_NEAR(run_ms(200), 4, 0.01);
  for (int round = 0; round < 2; ++round) {
    EXPECT_NEAR(run_ms(300), 8, 0.01);
    EXPECT_NEAR(run_ms(300), 2.5, 0.01);
    EXPECT_NEAR(run_ms(200), 4, 0.01);
  }
}

TEST_F(Capacity, MalformedTracesAreRefusedWithTheirLine) {
  const char* const expected =
      ": expected a time from 0 to 86400 s and a rate from 0 to 100000 "
      "Mbit/s, got ";
  EXPECT_EQ(trace_error_of("a", "0 5\n1\n"), ":2" + std::string(expected) + "\"1\"");
  EXPECT_EQ(trace_error_of("b", "0 fast\n"), ":1" + std::string(expected) + "\"0 fast\"");
  EXPECT_EQ(trace_error_of("c", "# x\n0 5 6\n"), ":2" + std::string(expected) + "\"0 5 6\"");
  EXPECT_EQ(trace_error_of("d", "-1 5\n"), ":1" + std::string(expected) + "\"-1 5\"");
  EXPECT_EQ(trace_error_of("e", "0 nan\n"), ":1" + std::string(expected) + "\"0 nan\"");
  EXPECT_EQ(trace_error_of("f", "1 5\n1 6\n"),
            ":2: expected a later time than in the line before, got \"1 6\"");
  EXPECT_EQ(trace_error_of("g", "# nothing\n"),
            ": expected lines of a time in s and a rate in Mbit/s");
  EXPECT_THAT(trace_error_of("h", "0 5\n2 6\n", R"(, "repeat_s": 2)"),
              ::testing::HasSubstr("rf.capacity.repeat_s: expected more than the last time of the "
                                   "file, 2 s"));
  EXPECT_THAT(error_of(R"({"kind": "trace", "file": "/no/such"})"),
              ::testing::EndsWith("rf.capacity.file: /no/such: cannot be read"));
}

TEST_F(Capacity, ProfilesThatCannotBeAreRefused) {
  EXPECT_THAT(error_of(R"({"kind": "phantom_load", "phantom_load_mbps": 15.36})"),
              ::testing::HasSubstr("rf.capacity.phantom_load_mbps: expected less than the channels "
                                   "carry, 15.36 Mbit/s"));
  EXPECT_THAT(error_of(R"({"kind": "all_transitions", "rates_mbps": 5})"),
              ::testing::HasSubstr("rf.capacity.rates_mbps: expected at least two rates"));
  EXPECT_THAT(error_of(R"({"kind": "phantom_load", "mean_grant_bytes": 100})"),
              ::testing::HasSubstr("phantom_load_mbps"));
}

}  // namespace
}  // namespace docsis_vp::system::capacity_test
