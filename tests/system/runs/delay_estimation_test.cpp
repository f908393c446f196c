// The virtual queue of an upstream aggregate in the twelve delay-estimation scenarios of
// docsis-ns3: AMSR 50 Mbit/s, peak rate 100 Mbit/s, packets of 1000 bytes at constant intervals. A
// MAP interval is added to the loop of request and grant: AllocStart - AckTime leaves out the time
// that a request waits for its opportunity, here up to a MAP.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "models/cm/aggregate_queue/aggregate_queue.h"
#include "models/cm/modem/modem.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/system.h"

namespace docsis_vp::system::delay_estimation_test {
namespace {

enum class Expect { kOnePacket, kNoTrend, kGrows };

struct Case {
  int number;
  double low_latency_mbps;
  double classic_mbps;
  double grant_rate_mbps;  // GGR, in intervals of 1 ms; 0: requests alone
  Expect expect;

  friend std::ostream& operator<<(std::ostream& out, const Case& of) { return out << of.number; }
};

constexpr Case kCases[] = {
    {1, 49.9, 0, 0, Expect::kOnePacket},   {2, 44.9, 5, 0, Expect::kOnePacket},
    {3, 24.9, 25, 0, Expect::kOnePacket},  {4, 44.9, 7.3, 0, Expect::kOnePacket},
    {5, 52.2, 0, 0, Expect::kGrows},       {6, 47.085, 7.3, 0, Expect::kGrows},
    {7, 49.9, 0, 10, Expect::kNoTrend},    {8, 49.9, 0, 20, Expect::kNoTrend},
    {9, 49.9, 0, 30, Expect::kNoTrend},    {10, 49.9, 0, 40, Expect::kNoTrend},
    {11, 49.9, 0, 49.9, Expect::kNoTrend}, {12, 47.085, 7.3, 20, Expect::kGrows},
};

std::string stream(const std::string& name, double mbps, const std::string& ecn) {
  return R"({"name": ")" + name + R"(", "modem": "cm", "packet_bytes": 1000, "rate_mbps": )" +
         std::to_string(mbps) + R"(, "ecn": ")" + ecn + "\"}";
}

std::string scenario(const Case& of) {
  std::string scheduling;
  if (of.grant_rate_mbps > 0) {
    scheduling = R"(, "scheduling": {"type": "pgs", "guaranteed_grant_interval_us": 1000,
      "guaranteed_grant_rate_mbps": )" +
                 std::to_string(of.grant_rate_mbps) + "}";
  }
  std::string flows = stream("l", of.low_latency_mbps, "ect1");
  if (of.classic_mbps > 0) flows += ", " + stream("c", of.classic_mbps, "not_ect");
  return R"({"duration_s": 4, "rf": {"profile": "docsis31", "map_interval_us": 945},
    "modems": [{"name": "cm"}],
    "service_flows": [{"name": "c", "modem": "cm"}, {"name": "l", "modem": "cm")" +
         scheduling + R"(}],
    "aggregate_service_flows": [{"name": "home", "modem": "cm", "amsr_mbps": 50,
      "peak_rate_mbps": 100, "classic_service_flow": "c", "low_latency_service_flow": "l",
      "aqm": {"queue_protection": false, "overload_drops": false, "loop_delay_offset_maps": 1}}],
    "flows": [)" +
         flows + "]}";
}

double mean(const std::vector<double>& all, std::size_t from, std::size_t to) {
  return std::accumulate(all.begin() + static_cast<std::ptrdiff_t>(from),
                         all.begin() + static_cast<std::ptrdiff_t>(to), 0.0) /
         static_cast<double>(to - from);
}

class DelayEstimation : public testing::TestWithParam<Case> {};

TEST_P(DelayEstimation, IsAsDocsisNs3Says) {
  constexpr double kOnePacketMs = 0.16;
  System system(load_scenario_text(scenario(GetParam()), "estimation"));
  cm::AggregateQueue& home = *system.modem(0).aggregates().front();
  std::vector<double> estimates_ms;
  system.run_for(sc_core::sc_time(0.1, sc_core::SC_SEC));
  for (int i = 0; i < 1'200; ++i) {
    system.run_for(sc_core::sc_time(2.503, sc_core::SC_MS));
    estimates_ms.push_back(
        static_cast<double>(home.state(platform::now_ps()).low_latency_estimate) / kPsPerMs);
  }
  const double first = mean(estimates_ms, 0, 400);
  const double last = mean(estimates_ms, 800, 1'200);
  std::vector<double> sorted = estimates_ms;
  std::sort(sorted.begin(), sorted.end());
  const double p50 = sorted[600];
  const double p99 = sorted[1'188];
  RecordProperty("estimate_ms", std::to_string(sorted.front()) + " " + std::to_string(p50) + " " +
                                    std::to_string(p99) + " " + std::to_string(first) + " " +
                                    std::to_string(last));
  EXPECT_GE(sorted.front(), kOnePacketMs);
  if (GetParam().expect == Expect::kGrows) {
    EXPECT_GT(last, 10 * kOnePacketMs) << p50 << " " << first;
    return;
  }
  EXPECT_NEAR(last, first, 0.25 * kOnePacketMs) << p50 << " " << p99;
  if (GetParam().expect == Expect::kOnePacket) {
    EXPECT_NEAR(sorted.front(), kOnePacketMs, 0.001);
    EXPECT_LT(p99, 3 * kOnePacketMs) << p50 << " " << first << " " << last;
  }
  if (GetParam().classic_mbps == 0) {  // else Classic's probability marks too
    EXPECT_EQ(home.counters(queue::Part::kLowLatency).marked, 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenarios, DelayEstimation, testing::ValuesIn(kCases));

}  // namespace
}  // namespace docsis_vp::system::delay_estimation_test
