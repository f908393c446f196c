// ECN all the way: a queue that marks, a receiver that tells, a sender that slows down.
#include <gmock/gmock.h>

#include <tuple>

#include "tests/system/runs/run.h"

namespace docsis_vp::system::marking_test {
namespace {

constexpr const char* kMarks = R"({"algorithm":"codel","ecn":true,"ce_threshold_ms":10})";
constexpr const char* kDrops = R"({"algorithm":"codel","target_ms":10})";

JsonNode transfer(const std::string& direction, const std::string& control,
                  const std::string& aqm) {
  const std::string service_flow = direction == "upstream" ? "us0" : "ds0";
  return run_results("scenarios/traffic/ecn-upload.json --set flows.upload.direction=" + direction +
                     " --set flows.upload.congestion_control=" + control + " --set service_flows." +
                     service_flow + ".aqm='" + aqm + "'");
}

struct Figures {
  explicit Figures(const JsonNode& run)
      : marks(number(run, "flows.0.ce_marks")),
        lost(number(run, "flows.0.lost_packets")),
        goodput_mbps(number(run, "flows.0.goodput_mbps")),
        late_ms(number(run, "flows.0.one_way_ms.p90")),
        retransmissions(number(run, "flows.0.retransmissions")) {}
  double marks;
  double lost;
  double goodput_mbps;
  double late_ms;
  double retransmissions;
};

using Way = std::tuple<std::string, std::string>;  // direction, congestion control

class Marking : public ::testing::TestWithParam<Way> {};

TEST_P(Marking, KeepsRateAndDelayWithoutLoss) {
  const auto& [direction, control] = GetParam();
  const Figures marked(transfer(direction, control, kMarks));
  EXPECT_GT(marked.marks, 100);
  EXPECT_EQ(marked.lost, 0);
  EXPECT_EQ(marked.retransmissions, 0);
  EXPECT_GT(marked.goodput_mbps, 19);  // of 20, headers included
  const Figures dropped(transfer(direction, "cubic", kDrops));
  EXPECT_EQ(dropped.marks, 0);
  EXPECT_GT(dropped.lost, 0);
  EXPECT_GT(marked.goodput_mbps, dropped.goodput_mbps);
  EXPECT_LT(marked.late_ms, 0.95 * dropped.late_ms);
}

INSTANTIATE_TEST_SUITE_P(Scalable, Marking,
                         ::testing::Combine(::testing::Values("upstream", "downstream"),
                                            ::testing::Values("dctcp", "prague")),
                         [](const auto& way) {
                           return std::get<0>(way.param) + "_" + std::get<1>(way.param);
                         });

// RFC 3168: marks in place of losses, as many reductions, no repetitions.
TEST(ClassicMarking, ReducesTheWindowWithoutLoss) {
  const JsonNode run = run_results(
      "scenarios/traffic/ecn-upload.json --case drop --set flows.upload.congestion_control=reno "
      "--set flows.upload.tcp.ecn=classic --set service_flows.us0.aqm.ecn=true");
  EXPECT_GT(number(run, "flows.0.ecn_reductions"), 2);
  EXPECT_GE(number(run, "flows.0.ce_marks"), number(run, "flows.0.ecn_reductions"));
  EXPECT_EQ(number(run, "flows.0.retransmissions"), 0);
  EXPECT_GT(number(run, "flows.0.goodput_mbps"), 15);
}

constexpr const char* kClassic =
    "scenarios/traffic/ecn-upload.json --set flows.upload.congestion_control=reno "
    "--set flows.upload.tcp.ecn=classic ";

// A CMTS that clears the ECN field: what the modem marked arrives without its mark.
TEST(Bleaching, KeepsMarksOfTheModemFromTheReceiver) {
  const JsonNode run = run_results(std::string(kClassic) + "--set service_flows.us0.tos_and=252");
  EXPECT_GT(number(run, "service_flows.0.aqm_marks"), 10);
  EXPECT_EQ(number(run, "flows.0.ecn_reductions"), 0);
}

// It does so before its own queue, whose law then drops.
TEST(Bleaching, MakesTheQueueOfTheCmtsDrop) {
  const std::string way = std::string(kClassic) +
                          "--set flows.upload.direction=downstream "
                          "--set service_flows.ds0.aqm='{\"algorithm\":\"codel\",\"ecn\":true}' ";
  const JsonNode plain = run_results(way);
  EXPECT_GT(number(plain, "flows.0.ce_marks"), 2);
  EXPECT_EQ(number(plain, "flows.0.lost_packets"), 0);
  const JsonNode bleached = run_results(way + "--set service_flows.ds0.tos_and=252");
  EXPECT_EQ(number(bleached, "flows.0.ce_marks"), 0);
  EXPECT_GT(number(bleached, "flows.0.lost_packets"), 2);
}

}  // namespace
}  // namespace docsis_vp::system::marking_test
