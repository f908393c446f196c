// How much a queue holds: in bytes, as a time, in packets.
#include <gmock/gmock.h>

#include "platform/base/errors.h"
#include "system/scenario/load.h"

namespace docsis_vp::system {
namespace {

Scenario loaded(const std::string& keys, const std::string& rf = "") {
  return load_scenario_text(R"({"rf": {)" + rf +
                                R"(}, "modems": [{"name": "cm"}], "service_flows": [
                 {"name": "up", "modem": "cm", "max_sustained_rate_mbps": 1},
                 {"name": "sf", "modem": "cm", "max_sustained_rate_mbps": 5)" +
                                keys + "}]}",
                            "x")
      .scenario;
}

ServiceFlowConfig flow(const std::string& keys) {
  return loaded(keys).service_flows.back();
}

DownstreamQueueConfig shared(const std::string& keys) {
  return *loaded("", R"("downstream_queue": {)" + keys + "}").rf.downstream_queue;
}

TEST(BufferKeys, ATimeCountsAtTheSustainedRate) {
  EXPECT_EQ(flow("").buffer_bytes, 156'250U);  // 250 ms
  EXPECT_EQ(flow(R"(, "buffer_ms": 40)").buffer_bytes, 25'000U);
}

// A limit in packets alone is the limit: full frames, too, reach it.
TEST(BufferKeys, PacketsAloneHaveRoomForFullFrames) {
  for (const char* direction : {"upstream", "downstream"}) {
    const ServiceFlowConfig found =
        flow(std::string(R"(, "buffer_packets": 417, "direction": ")") + direction + "\"");
    EXPECT_EQ(found.buffer_packets, 417U);
    EXPECT_EQ(found.buffer_bytes, 417U * 1522);
  }
  EXPECT_EQ(flow(R"(, "buffer_packets": 417, "buffer_ms": 40)").buffer_bytes, 25'000U);
  EXPECT_EQ(flow(R"(, "buffer_packets": 417, "buffer_bytes": 5000)").buffer_bytes, 5'000U);
  EXPECT_EQ(*shared("").buffer_bytes, 4U << 20);
  EXPECT_EQ(*shared(R"("buffer_packets": 8192)").buffer_bytes, 8192U * 1522);
  EXPECT_EQ(*shared(R"("buffer_packets": 8192, "buffer_bytes": 5000)").buffer_bytes, 5'000U);
}

// RFC 8290 sec. 5.2.3 and 5.2.7.
TEST(BufferKeys, FqCodelLimitsPacketsAndMarksOfItself) {
  const auto expect_usual = [](const AqmConfig& aqm, const std::optional<unsigned>& packets) {
    EXPECT_EQ(packets, 10'240U);
    EXPECT_TRUE(aqm.options.at("ecn").on);
  };
  const ServiceFlowConfig up = flow(R"(, "aqm": "fq_codel")");
  expect_usual(up.aqm, up.buffer_packets);
  EXPECT_EQ(up.buffer_bytes, 156'250U);
  const DownstreamQueueConfig all = shared(R"("aqm": "fq_codel")");
  expect_usual(all.aqm, all.buffer_packets);
  EXPECT_EQ(flow(R"(, "aqm": "fq_codel", "buffer_packets": 7)").buffer_packets, 7U);
  EXPECT_FALSE(
      flow(R"(, "aqm": {"algorithm": "fq_codel", "ecn": false})").aqm.options.at("ecn").on);
  EXPECT_FALSE(flow(R"(, "aqm": "sfq_codel")").buffer_packets);
}

}  // namespace
}  // namespace docsis_vp::system
