// A rate-shaping queue and a transmit queue, in the loop of CableLabs' study of 2012.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "system/assembly/system.h"
#include "tests/system/runs/run.h"
#include "tests/system/runs/series.h"

namespace docsis_vp::system::two_queues_test {
namespace {

const std::string kFlow = "service_flows.0.";

JsonNode case_of_20_s(const std::string& name) {
  return run_results("scenarios/mac/two-queues.json --duration 20 --set stats.warmup_s=0 --case " +
                     name);
}

// An opportunity at the start of every MAP, 2 ms apart, its answer two MAPs later, and the grant
// 0.5 ms into it.
TEST(TwoQueues, TheLoopTakesTwoMapsWithoutContention) {
  const JsonNode results = run_results(
      "scenarios/isolated-packet.json --set rf.profile=cablelabs-2012 "
      "--set rf.grant_offset_us=500 --set flows.ping.jitter_percent=0 "
      "--set flows.ping.interval_us=97123.456789 --duration 20");
  EXPECT_NEAR(number(results, kFlow + "request_grant_ms.mean"), 5.5, 0.1);
  EXPECT_GE(number(results, kFlow + "request_grant_ms.p10"), 4.5);
  EXPECT_LT(number(results, kFlow + "request_grant_ms.max"), 6.5);
  EXPECT_EQ(number(results, "mac.requests"), number(results, kFlow + "sent_packets"));
  EXPECT_EQ(number(results, "mac.collisions"), 0);
  EXPECT_EQ(number(results, kFlow + "transmit_queue.peak_packets"), 1);
}

// Drops of the second queue are among those for want of room, and counted apart.
TEST(TwoQueues, AShortSecondQueueDropsOrHolds) {
  const JsonNode drops = case_of_20_s("small");
  const double dropped = number(drops, kFlow + "transmit_queue.drops");
  EXPECT_GT(dropped, 10);
  EXPECT_EQ(number(drops, kFlow + "buffer_drops"), dropped);
  EXPECT_EQ(number(drops, kFlow + "transmit_queue.peak_packets"), 4);
  EXPECT_EQ(number(drops, kFlow + "offered_packets"),
            number(drops, kFlow + "sent_packets") + number(drops, kFlow + "aqm_drops") + dropped +
                number(drops, kFlow + "queued_at_end"));
  const JsonNode by_ns2 =
      case_of_20_s("small --set service_flows.us0.transmit_queue.drop_tail=ns2");
  EXPECT_EQ(number(by_ns2, kFlow + "transmit_queue.peak_packets"), 3);
  const JsonNode holds = case_of_20_s("back-pressure");
  EXPECT_EQ(number(holds, kFlow + "transmit_queue.drops"), 0);
  EXPECT_EQ(number(holds, kFlow + "transmit_queue.peak_packets"), 4);
  EXPECT_GT(number(holds, kFlow + "sent_bytes"), 3 * number(drops, kFlow + "sent_bytes"));
  EXPECT_GT(number(holds, kFlow + "transmit_queue.shaping_ms.mean"),
            5 * number(drops, kFlow + "transmit_queue.shaping_ms.mean"));
}

// Packets of 1000 bytes, at more than the rate.
constexpr const char* kSaturated = R"({
  "duration_s": 1, "stats": {"warmup_s": 0},
  "rf": {"profile": "cablelabs-2012"},
  "modems": [{"name": "cm"}],
  "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 5, "aqm": "none",
                     "buffer_bytes": 50000,
                     "transmit_queue": {"packets": 4, "back_pressure": true}}],
  "flows": [{"name": "x", "modem": "cm", "rate_mbps": 8, "packet_bytes": 1000}]})";

TEST(TwoQueues, TimeSeriesShowDepthAndDelayOfEach) {
  System system(load_scenario_text(kSaturated, "test"));
  std::stringstream rows;
  system.write_time_series(rows);
  system.run();
  Series series(rows);
  unsigned samples = 0;
  double most_transmit = 0;
  double most_shaping = 0;
  while (series.next()) {
    const double packets =
        series.number("shaping_queue_packets") + series.number("transmit_queue_packets");
    // Bytes of a packet already in a burst are no longer queued.
    EXPECT_LE(series.number("queue_bytes"), 1000 * packets);
    EXPECT_GT(series.number("queue_bytes"), 1000 * packets - 1000.5);
    // Both waits end when the burst takes its last byte, the whole delay when that was read.
    const double waits_ms = series.number("shaping_delay_ms") + series.number("transmit_delay_ms");
    EXPECT_GE(series.number("measured_delay_ms"), waits_ms - 1e-6);
    EXPECT_LE(series.number("measured_delay_ms"), waits_ms + 0.01);
    most_shaping = std::max(most_shaping, series.number("shaping_queue_packets"));
    most_transmit = std::max(most_transmit, series.number("transmit_queue_packets"));
    ++samples;
  }
  EXPECT_EQ(samples, 100U);
  EXPECT_EQ(most_transmit, 4);
  EXPECT_GT(most_shaping, 40);
}

}  // namespace
}  // namespace docsis_vp::system::two_queues_test
