// How much a queue holds: in bytes, as a time, in packets.
#include <gmock/gmock.h>

#include "platform/base/errors.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::buffer_keys_test {
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

// ns-2's DropTail drops what would fill the limit: of one packet nothing remains.
TEST(BufferKeys, TheRuleOfNs2NeedsTwoPacketsAndNoLaw) {
  EXPECT_EQ(flow(R"(, "buffer_packets": 21, "aqm": "none")").drop_tail, queue::DropTail::kFull);
  const ServiceFlowConfig found = flow(R"(, "buffer_packets": 21, "drop_tail": "ns2", "aqm": "none",
              "transmit_queue": {"packets": 32, "drop_tail": "ns2"})");
  EXPECT_EQ(waiting_packets(found.buffer_packets, found.drop_tail), 20U);
  EXPECT_EQ(waiting_packets(found.transmit_queue->packets, found.transmit_queue->drop_tail), 31U);
  EXPECT_EQ(waiting_packets(std::nullopt, queue::DropTail::kNs2), std::nullopt);
  const struct {
    const char* keys;
    const char* message;
  } refused[] = {
      {R"(, "aqm": "none", "drop_tail": "ns2")",
       "service_flows[1].drop_tail: ns2 needs a buffer_packets of 2 or more"},
      {R"(, "aqm": "none", "drop_tail": "ns2", "buffer_packets": 1)",
       "service_flows[1].drop_tail: ns2 needs a buffer_packets of 2 or more"},
      {R"(, "aqm": "codel", "drop_tail": "ns2", "buffer_packets": 21)",
       "service_flows[1].drop_tail: ns2 cannot be combined with an aqm"},
      {R"(, "aqm": "none", "transmit_queue": {"packets": 1, "drop_tail": "ns2"})",
       "service_flows[1].transmit_queue.drop_tail: ns2 needs packets of 2 or more"},
  };
  for (const auto& c : refused) {
    try {
      flow(c.keys);
      ADD_FAILURE() << c.keys << " is taken";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr(c.message));
    }
  }
}

// Whatever sends them, in whichever direction; a MAP waits for no longer ones than may come down.
TEST(BufferKeys, PacketsAloneHaveRoomForTheLongestFrames) {
  const struct {
    const char* flow;
    std::uint64_t frame_bytes;
  } cases[] = {{R"("kind": "udp", "rate_mbps": 1, "packet_bytes": 2000)", 2'000},
               {R"("kind": "udp", "rate_mbps": 1, "packet_bytes": 1000)", 1'522},
               {R"("kind": "tcp", "tcp": {"mss_bytes": 8960})", 8'960 + 62},
               {R"("kind": "tcp", "tcp": {"mss_bytes": 8940},
                  "lan_address": "2001:db8::2", "wan_address": "2001:db8::1")",
                8'940 + 82},
               {R"("kind": "web", "tcp": {"mss_bytes": 1400})", 1'522}};
  for (const auto& c : cases) {
    for (const char* direction : {"upstream", "downstream"}) {
      const Scenario found =
          load_scenario_text(
              R"({"rf": {"downstream_queue": {"buffer_packets": 30}}, "modems": [{"name": "cm"}],
                 "service_flows": [{"name": "sf", "modem": "cm", "max_sustained_rate_mbps": 5,
                                    "buffer_packets": 60}],
                 "flows": [{"name": "f", "modem": "cm", "direction": ")" +
                  std::string(direction) + "\", " + c.flow + "}]}",
              "x")
              .scenario;
      EXPECT_EQ(found.service_flows[0].buffer_bytes, 60 * c.frame_bytes) << c.flow;
      EXPECT_EQ(found.rf.downstream_queue->buffer_bytes, 30 * c.frame_bytes) << c.flow;
    }
  }
}

// RFC 8290 sec. 5.2.3 and 5.2.7; the size in bytes is that of any queue, or a modem would need
// memory for half a minute.
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

unsigned descriptors(const std::string& flow, const std::string& modem = "") {
  return *load_scenario_text(R"({"modems": [{"name": "cm", "count": 2)" + modem +
                                 R"(}], "service_flows": [
                 {"name": "up", "modem": "cm", "max_sustained_rate_mbps": 1},
                 {"name": "sf", "modem": "cm", "max_sustained_rate_mbps": )" +
                                 flow + "}]}",
                             "x")
              .scenario.modems[0]
              .queue_memory.descriptors_per_flow;
}

// 250 ms at 500 Mbit/s are 15.625 MB: 15 625 packets of 1000 bytes.
TEST(BufferKeys, DescriptorsFillTheBufferWithPacketsOfAMeanSize) {
  EXPECT_EQ(descriptors("20"), 8192U);
  EXPECT_EQ(descriptors("262"), 8192U);
  EXPECT_EQ(descriptors("500"), 15'625U);
  EXPECT_EQ(descriptors(R"(20, "buffer_bytes": 9000001)"), 9'001U);
  EXPECT_EQ(descriptors(R"(500, "buffer_packets": 9000, "buffer_ms": 250)"), 9'000U);
  EXPECT_EQ(descriptors(R"(500, "direction": "downstream")"), 8192U) << "has none on die";
  EXPECT_EQ(descriptors("5000"), 67'109U) << "the memory of 64 MiB is full before";
  EXPECT_EQ(descriptors("500", R"(, "queue_memory": {"descriptors_per_flow": 100})"), 100U);
}

// Its links go through all of them.
TEST(BufferKeys, AManagerOfSeveralQueuesHasAllDescriptorsOnDie) {
  const auto with_cache = [](const std::string& aqm) {
    return load_scenario_text(
               R"({"modems": [{"name": "cm", "queue_memory": {"descriptor_cache": 64}}],
                   "service_flows": [{"name": "sf", "modem": "cm",
                                      "max_sustained_rate_mbps": 5, "aqm": ")" +
                   aqm + "\"}]}",
               "x")
        .scenario.modems[0]
        .queue_memory.descriptors.cached;
  };
  EXPECT_EQ(with_cache("docsis_pie"), 64U);
  try {
    with_cache("sfq_codel");
    ADD_FAILURE() << "taken";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("modems[0].queue_memory.descriptor_cache: "
                                                 "expected 0: a service flow of the modem has"));
  }
}

}  // namespace
}  // namespace docsis_vp::system::buffer_keys_test
