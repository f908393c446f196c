// 30 Mbit/s into 20 Mbit/s, with and without queue management.
#include <gmock/gmock.h>

#include "tests/system/runs/run.h"

namespace docsis_vp::system::overload_test {
namespace {

TEST(Overload, PieSendsTheRateAndDropsAThird) {
  const JsonNode results = run_results("scenarios/overload.json");
  const JsonNode& flow = results.find("service_flows")->elements.at(0);
  const double offered = number(flow, "offered_packets");
  EXPECT_NEAR(number(flow, "sent_mbps"), 20, 0.1);
  EXPECT_NEAR(number(flow, "aqm_drops") / offered, 1.0 / 3, 0.005);
  if (number(flow, "buffer_drops") > 0) {
    EXPECT_LT(number(flow, "last_buffer_drop_s"), 1);
  }
  // Unresponsive traffic at 1.5 x the rate settles well above the target and far below the buffer.
  EXPECT_GT(number(flow, "queue_delay_ms.mean"), 8);
  EXPECT_LT(number(flow, "queue_delay_ms.mean"), 60);
  EXPECT_LE(number(flow, "queue_delay_ms.p50"), number(flow, "queue_delay_ms.p99"));
  EXPECT_EQ(number(results, "mac.grants_missed"), 0);
  EXPECT_GT(number(results, "cpus.0.instructions"), 0);
}

TEST(Overload, WithoutAqmTheBufferStandsFullAndDropsItsTail) {
  const JsonNode results = run_results("scenarios/overload-no-aqm.json");
  const JsonNode& flow = results.find("service_flows")->elements.at(0);
  EXPECT_NEAR(number(flow, "sent_mbps"), 20, 0.1);
  EXPECT_EQ(number(flow, "aqm_drops"), 0);
  EXPECT_NEAR(number(flow, "buffer_drops") / number(flow, "offered_packets"), 1.0 / 3, 0.01);
  EXPECT_EQ(number(flow, "bytes_full_drops"), number(flow, "buffer_drops"));
  EXPECT_EQ(number(flow, "descriptors_full_drops"), 0);
  // 250 ms at the rate, less what a packet of 1500 bytes cannot fill, and the grants in flight.
  EXPECT_NEAR(number(flow, "queue_delay_ms.mean"), 250, 2.5);
  EXPECT_GT(number(flow, "queue_delay_ms.p10"), 245);
}

// 100 packets of 1500 bytes are 150 of 625 kB, and 60 ms: no reason for the law to drop. Firmware
// judges by what it saw a moment before.
TEST(Overload, WithFewDescriptorsTheyAreWhatItIsFullOf) {
  for (const char* where : {"hardware", "firmware"}) {
    const JsonNode results =
        run_results(std::string("scenarios/overload.json --duration 2 --set stats.warmup_s=0 --set "
                                "modems.cm0.queue_memory.descriptors_per_flow=100 --set "
                                "service_flows.us0.aqm.target_ms=100 --set modems.cm0.drop=") +
                    where);
    const JsonNode& flow = results.find("service_flows")->elements.at(0);
    EXPECT_GT(number(flow, "buffer_drops"), 1'000) << where;
    EXPECT_EQ(number(flow, "descriptors_full_drops"), number(flow, "buffer_drops")) << where;
    EXPECT_EQ(number(flow, "descriptors_full_drops_bytes"), number(flow, "buffer_drops_bytes"));
    EXPECT_EQ(number(flow, "bytes_full_drops_bytes"), 0) << where;
  }
}

}  // namespace
}  // namespace docsis_vp::system::overload_test
