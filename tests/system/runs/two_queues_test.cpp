// A rate-shaping queue and a transmit queue, in the loop of CableLabs' study of 2012.
#include <gtest/gtest.h>

#include <string>

#include "tests/system/runs/run.h"

namespace docsis_vp::system {
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
  const JsonNode holds = case_of_20_s("back-pressure");
  EXPECT_EQ(number(holds, kFlow + "transmit_queue.drops"), 0);
  EXPECT_EQ(number(holds, kFlow + "transmit_queue.peak_packets"), 4);
  EXPECT_GT(number(holds, kFlow + "sent_bytes"), 3 * number(drops, kFlow + "sent_bytes"));
  EXPECT_GT(number(holds, kFlow + "transmit_queue.shaping_ms.mean"),
            5 * number(drops, kFlow + "transmit_queue.shaping_ms.mean"));
}

}  // namespace
}  // namespace docsis_vp::system
