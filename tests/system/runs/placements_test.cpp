// Where control law and drops run is configuration; what they decide is the same to the bit, as
// long as it takes no time.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "models/aqm/registry.h"
#include "system/assembly/system.h"
#include "system/json/node.h"
#include "tests/system/random/random_scenario.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::placements_test {
namespace {

const std::string kFirmwareLaw = R"("cpu": {"profile": "zero"}, "control_law": "firmware")";

struct PlacementCase {
  const char* name;
  std::string modem;  // keys of every modem
};

const std::vector<PlacementCase>& placements() {
  static const std::vector<PlacementCase> cases = {
      {"A", R"("control_law": "hardware")"},
      {"B", kFirmwareLaw},
      {"C", kFirmwareLaw + R"(, "drop": "firmware")"},
      {"D", kFirmwareLaw +
                R"(, "drop": "firmware", "ingress_hold": {"batch": true, "moderation_us": 0})"},
  };
  return cases;
}

// Every modem of the scenario with these keys.
std::string with_modem_keys(std::string scenario, const std::string& keys) {
  const std::string before = R"("plant_delay_us")";
  for (std::size_t at = scenario.find(before); at != std::string::npos;
       at = scenario.find(before, at + keys.size() + before.size() + 2)) {
    scenario.insert(at, keys + ", ");
  }
  return scenario;
}

// From the service flows on, up to what says where things ran. Packets that are dropped after all
// have used the port of queue memory, which moves others by nanoseconds: queue delays, and
// how long before their deadline bursts are ready, and what missed ones waited for, are left out.
std::string measured(const std::string& results_json) {
  const std::size_t from = results_json.find("\"service_flows\"");
  std::istringstream lines(results_json.substr(from, results_json.find("\"cpus\"") - from));
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    const bool moves = line.find("\"queue_delay_ms\"") != std::string::npos ||
                       line.find("\"deadline_slack_us\"") != std::string::npos ||
                       line.find("\"waits_us\"") != std::string::npos;
    kept += moves ? "" : line + "\n";
  }
  return kept;
}

std::string run_measured(const std::string& scenario) {
  return measured(run_text(ScenarioFile(scenario).path()));
}
JsonNode run_results_of(const std::string& scenario) {
  return run_results(ScenarioFile(scenario).path());
}

// Placement B needs a law of two parts, or it is A.
bool can_be_in(const PlacementCase& place, const char* law) {
  return std::string_view(place.name) == "B" ? aqm_find(law)->update != nullptr
                                             : aqm_find(law)->reads_flow_hash == 0;
}

// An algorithm for every service flow.
std::string with_law(std::string scenario, const std::string& law) {
  const std::string before = R"("max_sustained_rate_mbps")";
  const std::string aqm = R"("aqm": ")" + law + R"(", )";
  for (std::size_t at = scenario.find(before); at != std::string::npos;
       at = scenario.find(before, at + aqm.size() + before.size())) {
    scenario.insert(at, aqm);
  }
  return scenario;
}

class RandomPlacements : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomPlacements, DecideAndMeasureTheSameWithoutCost) {
  const std::string scenario = random_scenario(GetParam());
  const std::string hardware = run_measured(with_modem_keys(scenario, placements()[0].modem));
  for (std::size_t i = 1; i < placements().size(); ++i) {
    EXPECT_EQ(run_measured(with_modem_keys(scenario, placements()[i].modem)), hardware)
        << placements()[i].name;
  }
}

TEST_P(RandomPlacements, DropTheSameHeadsWithoutCost) {
  const std::string no_cost = R"("burst_builder": {"cycles_per_decision": 0}, )";
  const std::string scenario = with_law(random_scenario(GetParam()), "codel");
  const std::string hardware =
      run_measured(with_modem_keys(scenario, no_cost + R"("control_law": "hardware")"));
  const std::string firmware =
      run_measured(with_modem_keys(scenario, no_cost + kFirmwareLaw + R"(, "drop": "firmware")"));
  EXPECT_EQ(firmware, hardware);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPlacements, testing::Range<std::uint64_t>(1, 7));

// Floods at up to three times the rate, of small and of large packets; all together as much as
// four.
std::string flood(const std::string& modem, unsigned count = 4) {
  std::string flows;
  std::string services;
  for (unsigned i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    if (i > 0) {
      services += ",";
      flows += ",";
    }
    services.append(R"({"name": "us)").append(n).append(R"(", "modem": "cm0", "buffer_ms": 60,
      "max_sustained_rate_mbps": )");
    services.append(std::to_string(20.0 / count)).append("}");
    flows.append(R"({"name": "f)").append(n);
    flows.append(R"(", "modem": "cm0", "service_flow": "us)").append(n);
    flows.append(R"(", "packet_bytes": )").append(std::to_string(64 + 300 * (i % 4)));
    flows.append(R"(, "rate_mbps": )").append(std::to_string((8 + 3 * (i % 4)) * 4.0 / count));
    flows += R"(, "jitter_percent": 50})";
  }
  return R"({"duration_s": 1, "modems": [{"name": "cm0", )" + modem + R"(}], "service_flows": [)" +
         services + R"(], "flows": [)" + flows + "]}";
}

TEST(Placements, DecideAlikeThroughFullQueues) {
  const std::string hardware = run_measured(flood(placements()[0].modem));
  EXPECT_NE(hardware.find("\"aqm_drops\""), std::string::npos);
  for (std::size_t i = 1; i < placements().size(); ++i) {
    EXPECT_EQ(run_measured(flood(placements()[i].modem)), hardware) << placements()[i].name;
  }
}

// Every law in every place that it can be in. Firmware that drops at the head costs no cycles, so
// hardware shall not either.
class Laws : public testing::TestWithParam<const aqm_algorithm*> {};

TEST_P(Laws, DecideAlikeInEveryPlace) {
  const aqm_algorithm& law = *GetParam();
  const std::string no_cost = R"("burst_builder": {"cycles_per_decision": 0}, )";
  const auto run_in = [&](const PlacementCase& place) {
    return run_measured(with_law(flood(no_cost + place.modem), law.name));
  };
  const std::string hardware = run_in(placements()[0]);
  EXPECT_NE(hardware.find("\"aqm_drops\""), std::string::npos);
  for (std::size_t i = 1; i < placements().size(); ++i) {
    if (can_be_in(placements()[i], law.name)) {
      EXPECT_EQ(run_in(placements()[i]), hardware) << placements()[i].name;
    } else {
      EXPECT_THROW(run_in(placements()[i]), std::exception);
    }
  }
}

TEST(Placements, RefuseALawOfFlowHashesWhereFirmwareDrops) {
  try {
    run_measured(with_law(flood(placements()[2].modem), "sfb"));
    ADD_FAILURE() << "ran";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("sfb reads flow hashes, which no register shows"),
              std::string::npos)
        << error.what();
  }
}

// With every option other than usual, and marks among what is queued.
struct OtherOptions {
  const char* law;
  const char* options;
};

void PrintTo(const OtherOptions& options, std::ostream* out) {
  *out << options.law;
}

class Options : public testing::TestWithParam<OtherOptions> {};

std::string with_uploads_that_take_marks(std::string scenario) {
  const std::string flows = R"("flows": [)";
  std::string uploads;
  for (const char* service_flow : {"us0", "us1", "us2", "us3"}) {
    uploads.append(R"({"name": "up-)").append(service_flow);
    uploads.append(
        R"(", "kind": "tcp", "tcp": {"ecn": "classic"}, "modem": "cm0", "service_flow": ")");
    uploads.append(service_flow).append(R"("}, )");
  }
  return scenario.insert(scenario.find(flows) + flows.size(), uploads);
}

TEST_P(Options, ReachFirmwareAsTheyReachHardware) {
  const std::string aqm =
      std::string(R"({"algorithm": ")") + GetParam().law + R"(", )" + GetParam().options + "}";
  const auto run_in = [](const PlacementCase& place, const std::string& law) {
    std::string scenario = with_uploads_that_take_marks(
        flood(R"("burst_builder": {"cycles_per_decision": 0}, )" + place.modem));
    const std::string before = R"("max_sustained_rate_mbps")";
    const std::string key = R"("aqm": )" + law + ", ";
    for (std::size_t at = scenario.find(before); at != std::string::npos;
         at = scenario.find(before, at + key.size() + before.size())) {
      scenario.insert(at, key);
    }
    return run_measured(scenario);
  };
  const std::string hardware = run_in(placements()[0], aqm);
  EXPECT_NE(hardware, run_in(placements()[0], "\"" + std::string(GetParam().law) + "\""));
  for (std::size_t i = 1; i < placements().size(); ++i) {
    if (can_be_in(placements()[i], GetParam().law)) {
      EXPECT_EQ(run_in(placements()[i], aqm), hardware) << placements()[i].name;
    }
  }
}

const char* const kOtherPie =
    R"("t_update_ms": 20, "alpha": 0.25, "beta": 2, "max_burst_ms": 50,
       "dq_threshold_bytes": 5000, "mean_packet_bytes": 700, "byte_mode": true,
       "active_at_third": true, "ecn": true, "max_ecnth": 0.3, "exclude_ce": true)";
const std::string kOtherRfcPie = std::string(kOtherPie) +
                                 R"(, "estimator": "departure_rate", "derandomize": true,
                                      "step_cap": true)";
const std::string kOtherDraftPie = std::string(kOtherPie) +
                                   R"(, "estimator": "timestamp", "derandomize": true,
                                        "step_cap": false)";
const std::string kOtherLinuxPie = std::string(kOtherPie) +
                                   R"(, "estimator": "departure_rate", "derandomize": false,
                                        "step_cap": false)";
const char* const kOtherPieOf2014 =
    R"("t_update_ms": 20, "alpha": 0.25, "beta": 2, "max_burst_ms": 50,
       "dq_threshold_bytes": 5000, "mean_packet_bytes": 700, "byte_mode": true,
       "derandomize": true, "step_cap": false, "ecn": true, "max_ecnth": 0.3,
       "exclude_ce": true)";
const char* const kOtherRed =
    R"("thresholds": "packets", "min_packets": 8, "max_packets": 40, "max_p": 0.2,
       "gentle": false, "weight": 0.01, "weight_rtt_ms": 50, "spread": "classic",
       "byte_mode": true, "mean_packet_bytes": 800, "ecn": true, "exclude_ce": true)";
const std::string kOtherAdaptiveRed = std::string(kOtherRed) +
                                      R"(, "interval_ms": 100, "alpha": 0.02, "beta": 0.8,
                                           "top": 0.4, "bottom": 0.02)";

INSTANTIATE_TEST_SUITE_P(
    Laws, Options,
    testing::Values(
        OtherOptions{"docsis_pie", R"("predictor": "rate_tracking", "stale_ms": 40, "ecn": true,
                                      "max_ecnth": 0.3, "exclude_ce": true)"},
        OtherOptions{"docsis_pie", R"("predictor": "combined", "target_ms": 20)"},
        OtherOptions{"codel", R"("interval_ms": 40, "mtu_bytes": 600, "reentry": "2012",
                                 "inverse_sqrt": "newton", "ecn": true, "ce_threshold_ms": 8,
                                 "exclude_ce": true)"},
        OtherOptions{"codel_dt", R"("interval_ms": 40, "predictor": "token_bucket",
                                    "target_offset": true, "inverse_sqrt": "table", "ecn": true,
                                    "exclude_ce": true)"},
        OtherOptions{"codel_tail", R"("interval_ms": 40, "mtu_bytes": 600, "reentry": "2012",
                                      "rate_threshold_bytes": 3000, "clock": "departure",
                                      "inverse_sqrt": "newton", "ecn": true, "exclude_ce": true)"},
        OtherOptions{"pie", kOtherRfcPie.c_str()},
        OtherOptions{"pie", R"("estimator": "token_bucket", "target_ms": 20)"},
        OtherOptions{"pie_draft", R"("estimator": "token_bucket", "byte_mode": true)"},
        OtherOptions{"pie_draft", kOtherDraftPie.c_str()},
        OtherOptions{"pie_linux", kOtherLinuxPie.c_str()},
        OtherOptions{"pie_linux_2014", kOtherPieOf2014}, OtherOptions{"red", kOtherRed},
        OtherOptions{"ared", kOtherAdaptiveRed.c_str()}),
    [](const auto& options) {
      return std::string(options.param.law) + std::to_string(options.index);
    });

// As many service flows as a modem has; those of a law that drops at the head too.
TEST(Placements, DecideAlikeWithThirtyTwoServiceFlows) {
  for (const char* law : {"docsis_pie", "codel"}) {
    const auto run_in = [law](const PlacementCase& place) {
      const std::string no_cost = R"("burst_builder": {"cycles_per_decision": 0}, )";
      return run_measured(with_law(flood(no_cost + place.modem, 32), law));
    };
    const std::string hardware = run_in(placements()[0]);
    EXPECT_NE(hardware.find("\"us31\""), std::string::npos);
    for (std::size_t i = 1; i < placements().size(); ++i) {
      if (can_be_in(placements()[i], law)) {
        EXPECT_EQ(run_in(placements()[i]), hardware) << law << " in " << placements()[i].name;
      }
    }
  }
}

// One image for four laws.
TEST(Placements, DecideAlikeWithALawForEachFlow) {
  const auto run_in = [](const PlacementCase& place) {
    std::string scenario = flood(R"("burst_builder": {"cycles_per_decision": 0}, )" + place.modem);
    std::size_t at = 0;
    for (const char* law : {"docsis_pie", "codel", "pie", "ared"}) {
      at = scenario.find(R"("max_sustained_rate_mbps")", at);
      std::string key = R"("aqm": ")";
      key.append(law).append(R"(", )");
      scenario.insert(at, key);
      at += key.size() + 1;
    }
    return run_measured(scenario);
  };
  const std::string hardware = run_in(placements()[0]);
  for (std::size_t i = 1; i < placements().size(); ++i) {
    EXPECT_EQ(run_in(placements()[i]), hardware) << placements()[i].name;
  }
}

std::vector<const aqm_algorithm*> all_laws() {
  std::vector<const aqm_algorithm*> laws;
  for (const aqm_algorithm* const* law = aqm_algorithms; *law != nullptr; ++law) {
    if (std::string_view((*law)->name) != "tail_drop") {
      laws.push_back(*law);
    }
  }
  return laws;
}

INSTANTIATE_TEST_SUITE_P(Registry, Laws, testing::ValuesIn(all_laws()),
                         [](const auto& law) { return law.param->name; });

std::string slow_cpu(const std::string& hold) {
  return R"("control_law": "firmware", "drop": "firmware",
            "cpu": {"clock_mhz": 50, "memory_wait_states": 80},
            "ingress_hold": {)" +
         hold + "}";
}

TEST(Placements, ACpuThatIsTooSlowLosesPacketsAndTheyAreCounted) {
  System system(load_scenario_text(flood(slow_cpu(R"("descriptors": 32)")), "test"));
  for (int i = 0; i < 500; ++i) {
    system.run_for(sc_core::sc_time(1'456'789'013.0 + 100'003.0 * i, sc_core::SC_PS));
    std::uint64_t kept = 0;
    for (const ServiceFlowResult& flow : system.results().service_flows) {
      const ServiceFlowResult::Amount accounted = flow.accounted();
      ASSERT_EQ(flow.offered.packets, accounted.packets);
      ASSERT_EQ(flow.offered.bytes, accounted.bytes);
      kept += flow.queued.packets + flow.held.packets;
    }
    ASSERT_EQ(system.packets_alive(), kept + system.packets_in_transit());
  }
  const Results results = system.results();
  std::uint64_t lost = 0;
  for (const ServiceFlowResult& flow : results.service_flows) {
    lost += flow.hold_drops.packets;
  }
  EXPECT_GT(lost, 1'000U);
  EXPECT_GT(results.cpus[0].utilization, 0.98);
  EXPECT_FALSE(results.error);
  const DecisionResult& decisions = *results.placements[0].decisions;
  EXPECT_GT(*decisions.latency_us.p50, 100.0);
  EXPECT_LE(decisions.hold_peak_bytes, 128'000U);
}

// Heads that have no verdict by the deadline stay in the queue, and their grants go unused.
TEST(Placements, ACpuThatIsTooSlowForTheDeadlineWastesGrants) {
  const auto run_on = [](const std::string& cpu) {
    const std::string codel = R"("control_law": "firmware", "drop": "firmware", "cpu": )" + cpu;
    return run_results_of(with_law(flood(codel), "codel"));
  };
  const auto used = [](const JsonNode& run) {
    return number(run, "mac.used_bytes") / number(run, "mac.granted_bytes");
  };
  const JsonNode fast = run_on(R"({"clock_mhz": 1000})");
  const JsonNode slow = run_on(R"({"clock_mhz": 50, "memory_wait_states": 60})");
  EXPECT_EQ(number(fast, "placements.0.cut_short"), 0);
  EXPECT_EQ(number(fast, "mac.grants_missed"), 0);
  EXPECT_GT(number(slow, "placements.0.cut_short"), 100);
  EXPECT_GT(number(slow, "mac.grants_cut_short"), 100);
  EXPECT_EQ(number(slow, "mac.grants_cut_short"),
            number(slow, "placements.0.cut_short") - number(slow, "mac.grants_missed"));
  EXPECT_LT(used(slow), 0.9 * used(fast));
  for (int flow = 0; flow < 4; ++flow) {
    const std::string of = "service_flows." + std::to_string(flow) + ".";
    double accounted = 0;
    for (const char* fate : {"sent_packets", "aqm_drops", "buffer_drops", "hold_drops",
                             "request_giveup_drops", "rf_lost", "queued_at_end"}) {
      accounted += number(slow, of + fate);
    }
    EXPECT_EQ(accounted, number(slow, of + "offered_packets"));
  }
  EXPECT_LE(number(slow, "placements.0.head_latency_us.max"), 650) << "the window of a grant";
}

// Verdicts come at the end of each window.
TEST(Placements, ModerationShowsInTheLatencyOfVerdicts) {
  const std::string modem = R"("control_law": "firmware", "drop": "firmware",
    "cpu": {"profile": "zero"}, "ingress_hold": {"batch": true, "moderation_us": 200,
    "moderation_packets": 1000})";
  System system(load_scenario_text(flood(modem), "test"));
  system.run();
  const DecisionResult decisions = *system.results().placements[0].decisions;
  EXPECT_EQ(*decisions.latency_us.max, 200.0) << "the first of a window";
  EXPECT_NEAR(*decisions.latency_us.mean, 100.0, 30.0);
}

}  // namespace
}  // namespace docsis_vp::system::placements_test
