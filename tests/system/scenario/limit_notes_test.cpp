// A limit that another one comes before is named, and the one that comes before it.
#include "system/scenario/check/limit_notes.h"

#include <gmock/gmock.h>

#include "system/scenario/derive/instances.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::limit_notes_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> notes(const std::string& scenario) {
  return notes_on_limits(modem_by_modem(load_scenario_text("{" + scenario + "}", "x").scenario));
}

// On a channel that carries any of the rates.
std::vector<std::string> of_queue(const std::string& rate, const std::string& memory = "",
                                  unsigned modems = 1) {
  return notes(R"("rf": {"channels": [{"name": "us", "rate_mbps": 10000}]},
                  "modems": [{"name": "cm", "count": )" +
               std::to_string(modems) + R"(, "queue_memory": {)" + memory +
               R"(}}], "service_flows": [
                    {"name": "up", "modem": "cm", "max_sustained_rate_mbps": 1},
                    {"name": "sf", "modem": "cm", "max_sustained_rate_mbps": )" +
               rate + "}]");
}

std::string of_flow(const std::string& what) {
  return "service flow sf of cm: " + what;
}

TEST(LimitNotes, NoneWhereEveryLimitMayBeReached) {
  EXPECT_THAT(of_queue("20"), IsEmpty());
  EXPECT_THAT(of_queue("262"), IsEmpty());
  EXPECT_THAT(of_queue(R"(20, "buffer_packets": 300)"), IsEmpty());
  EXPECT_THAT(of_queue(R"(20, "aqm": "fq_codel")"), IsEmpty()) << "10240 packets of itself";
  EXPECT_THAT(of_queue("20", R"("descriptors_per_flow": 1000)"), IsEmpty());
}

// 8192 frames of 1522 bytes are 12 468 224 bytes.
TEST(LimitNotes, DescriptorsMayComeBeforeTheBuffer) {
  const std::string few = R"("descriptors_per_flow": 8192)";
  EXPECT_THAT(of_queue(R"(500, "buffer_bytes": 12468224)", few), IsEmpty());
  EXPECT_THAT(of_queue(R"(500, "buffer_bytes": 12468225)", few, 19),
              ElementsAre(of_flow("its buffer of 12468225 bytes is never reached, its 8192 "
                                  "descriptors come before it")));
  EXPECT_THAT(of_queue("500"),
              ElementsAre(of_flow("its 15625 descriptors come before its buffer of 15625000 bytes "
                                  "where packets are shorter than 1000 bytes on average")));
}

TEST(LimitNotes, TheMemoryMayComeBeforeTheBuffer) {
  EXPECT_THAT(of_queue("20", R"("capacity_bytes": 600000)"),
              ElementsAre(of_flow("its buffer of 625000 bytes is never reached, the queue memory "
                                  "of 600000 bytes comes before it")));
}

TEST(LimitNotes, ALimitInPacketsMayComeFirstOrLast) {
  EXPECT_THAT(of_queue(R"(20, "buffer_ms": 250, "buffer_packets": 400)"),
              ElementsAre(of_flow("its buffer of 625000 bytes is never reached, its limit of 400 "
                                  "packets comes before it")));
  // 625 000 bytes hold 9765 frames of 64.
  EXPECT_THAT(of_queue(R"(20, "buffer_ms": 250, "buffer_packets": 9765)",
                       R"("descriptors_per_flow": 9765)"),
              IsEmpty());
  EXPECT_THAT(of_queue(R"(20, "buffer_ms": 250, "buffer_packets": 9766)",
                       R"("descriptors_per_flow": 9766)"),
              ElementsAre(of_flow("its limit of 9766 packets is never reached, its buffer of "
                                  "625000 bytes comes before it"),
                          "cm: its 9766 descriptors per service flow are never used up, buffers "
                          "come first"));
  EXPECT_THAT(
      of_queue(R"(20, "buffer_ms": 250, "buffer_packets": 600)", R"("descriptors_per_flow": 500)"),
      ElementsAre(of_flow("its limit of 600 packets is never reached, its 500 descriptors "
                          "come before it")));
}

TEST(LimitNotes, ThoseOfTheCmtsToo) {
  EXPECT_THAT(of_queue(R"(20, "direction": "downstream", "buffer_ms": 250, "buffer_packets": 10)"),
              ElementsAre(of_flow("its buffer of 625000 bytes is never reached, its limit of 10 "
                                  "packets comes before it")));
  EXPECT_THAT(notes(R"("rf": {"downstream_queue": {"buffer_bytes": 100000, "buffer_packets": 65}},
                       "modems": [{"name": "cm"}], "service_flows": [{"name": "sf",
                       "modem": "cm", "max_sustained_rate_mbps": 20}])"),
              ElementsAre("rf.downstream_queue: its buffer of 100000 bytes is never reached, its "
                          "limit of 65 packets comes before it"));
}

std::vector<std::string> of_rates(const std::string& modems, const std::string& flows) {
  return notes(R"("rf": {"downstream_mbps": 100, "channels": [{"name": "a", "rate_mbps": 30},
                                                              {"name": "b", "rate_mbps": 10}]},
                  "modems": [)" +
               modems + R"(], "service_flows": [)" + flows + "]");
}

std::string flow(const std::string& modem, const std::string& keys,
                 const std::string& name = "sf") {
  return R"({"name": ")" + name + R"(", "modem": ")" + modem + R"(", "max_sustained_rate_mbps": )" +
         keys + "}";
}

const std::string kUp = R"({"name": "up", "modem": "cm", "max_sustained_rate_mbps": 1}, )";

TEST(LimitNotes, ARateAboveItsChannels) {
  const std::string cm = R"({"name": "cm"})";
  EXPECT_THAT(of_rates(cm, flow("cm", "40")), IsEmpty());
  EXPECT_THAT(of_rates(cm, flow("cm", "41")),
              ElementsAre(of_flow("its rate of 41 Mbit/s is never reached, its channels carry 40 "
                                  "Mbit/s, headers included")));
  const auto thirty = ElementsAre(of_flow(
      "its rate of 31 Mbit/s is never reached, its channels carry 30 Mbit/s, headers included"));
  EXPECT_THAT(of_rates(cm, flow("cm", R"(31, "channels": ["a"])")), thirty);
  EXPECT_THAT(of_rates(R"({"name": "cm", "channels": ["a"], "count": 1})", flow("cm", "31")),
              thirty);
  EXPECT_THAT(of_rates(cm, flow("cm", R"(20, "peak_rate_mbps": 60)")),
              ElementsAre(of_flow("its peak rate of 60 Mbit/s is never reached, its channels carry "
                                  "40 Mbit/s, headers included")));
  EXPECT_THAT(of_rates(cm, kUp + flow("cm", R"(101, "direction": "downstream")")),
              ElementsAre(of_flow("its rate of 101 Mbit/s is never reached, its channels carry 100 "
                                  "Mbit/s, headers included")));
}

TEST(LimitNotes, RatesAreToldToTheBitPerSecond) {
  EXPECT_THAT(
      notes(R"("rf": {"profile": "docsis31", "channels": [{"name": "us", "subcarriers": 40}]},
                       "modems": [{"name": "cm"}], "service_flows": [)" +
            flow("cm", "20") + "]"),
      ElementsAre(of_flow("its rate of 20 Mbit/s is never reached, its channels carry "
                          "14.222222 Mbit/s, headers included")));
}

TEST(LimitNotes, RatesOfAllModemsOfAChannel) {
  const std::string two = R"({"name": "cm", "count": 2})";
  EXPECT_THAT(of_rates(two, flow("cm", "20")), IsEmpty());
  EXPECT_THAT(of_rates(two, flow("cm", "21")),
              ElementsAre("upstream of a, b: rates of 2 service flows add up to 42 Mbit/s, the "
                          "channels carry 40 Mbit/s, headers included"));
  // A flow that may use one channel only counts on both.
  const std::string one_each = R"({"name": "cm"}, {"name": "cn", "channels": ["b"]})";
  EXPECT_THAT(of_rates(one_each, flow("cm", "32") + ", " + flow("cn", "9", "b")),
              ElementsAre("upstream of a, b: rates of 2 service flows add up to 41 Mbit/s, the "
                          "channels carry 40 Mbit/s, headers included"));
  EXPECT_THAT(of_rates(two, kUp + flow("cm", R"(51, "direction": "downstream")")),
              ElementsAre("downstream: rates of 2 service flows add up to 102 Mbit/s, the channels "
                          "carry 100 Mbit/s, headers included"));
}

// Three channels of 20 Mbit/s.
std::vector<std::string> of_pairs(const std::vector<std::string>& sets, const std::string& rate) {
  std::string modems;
  std::string flows;
  for (const std::string& set : sets) {
    const std::string name = "cm" + std::to_string(modems.size());
    modems += modems.empty() ? "" : ", ";
    modems += R"({"name": ")";
    modems += name;
    modems += R"(", "channels": )";
    modems += set;
    modems += "}";
    flows += (flows.empty() ? "" : ", ") + flow(name, rate, "sf" + name);
  }
  return notes(R"("rf": {"channels": [{"name": "a", "rate_mbps": 20}, {"name": "b",
                  "rate_mbps": 20}, {"name": "c", "rate_mbps": 20}]}, "modems": [)" +
               modems + R"(], "service_flows": [)" + flows + "]");
}

// No modem has all channels, but together they have no others.
TEST(LimitNotes, RatesOfModemsWhoseChannelsOverlap) {
  const std::string ab = R"(["a", "b"])";
  const std::string bc = R"(["b", "c"])";
  const std::string ac = R"(["a", "c"])";
  EXPECT_THAT(of_pairs({ab, bc, ac}, "20"), IsEmpty());
  EXPECT_THAT(of_pairs({ab, bc, ac}, "21"),
              ElementsAre("upstream of a, b, c: rates of 3 service flows add up to 63 Mbit/s, the "
                          "channels carry 60 Mbit/s, headers included"));
  EXPECT_THAT(of_pairs({bc, ab}, "31"),
              ElementsAre("upstream of a, b, c: rates of 2 service flows add up to 62 Mbit/s, the "
                          "channels carry 60 Mbit/s, headers included"));
  // All three channels are not told if two of them explain it.
  EXPECT_THAT(of_pairs({ab, ab, bc}, "21"),
              ElementsAre("upstream of a, b: rates of 2 service flows add up to 42 Mbit/s, the "
                          "channels carry 40 Mbit/s, headers included"));
  EXPECT_THAT(of_pairs({R"(["a"])", bc}, "20"), IsEmpty());
}

// 1518 bytes take 1538 of the line.
TEST(LimitNotes, TheLanPortsMayCarryLessThanTheServiceFlows) {
  const auto of_port = [](const std::string& ports, const std::string& rates) {
    return notes(R"("rf": {"channels": [{"name": "us", "rate_mbps": 10000}]},
                    "modems": [{"name": "cm", "lan": {"ports": [)" +
                 ports + R"(]}}],
                    "service_flows": [
                      {"name": "a", "modem": "cm", "buffer_bytes": 100000,
                       "max_sustained_rate_mbps": )" +
                 rates + R"(},
                      {"name": "b", "modem": "cm", "max_sustained_rate_mbps": 20},
                      {"name": "d", "modem": "cm", "direction": "downstream",
                       "max_sustained_rate_mbps": 98}])");
  };
  const std::string port = R"({"name": "p", "rate_mbps": 100})";
  EXPECT_THAT(of_port(port, "78"), IsEmpty());
  EXPECT_THAT(of_port(port, "79"),
              ElementsAre("cm: the upstream rates of its service flows add up to 99 Mbit/s, its "
                          "LAN port carries 98 Mbit/s of frames of 1518 bytes"));
  EXPECT_THAT(of_port(port, R"(60, "peak_rate_mbps": 90)"),
              ElementsAre("cm: the upstream peak rates of its service flows add up to 110 Mbit/s, "
                          "its LAN port carries 98 Mbit/s of frames of 1518 bytes"));
  EXPECT_THAT(of_port(port + R"(, {"name": "q", "rate_mbps": 10})", "79"), IsEmpty());
  EXPECT_THAT(of_port(port + R"(, {"name": "q", "rate_mbps": 10})", "89"),
              ElementsAre("cm: the upstream rates of its service flows add up to 109 Mbit/s, its "
                          "LAN ports carry 108 Mbit/s of frames of 1518 bytes"));
  EXPECT_THAT(of_port("", "900"), IsEmpty());
  EXPECT_THAT(of_port("", "9900"),
              ElementsAre("cm: the upstream rates of its service flows add up to 9920 Mbit/s, its "
                          "LAN port carries 9869 Mbit/s of frames of 1518 bytes"));
  const std::string wifi = R"({"name": "p", "rate_mbps": 1000, "wifi": {}})";
  const std::string down =
      "cm: the downstream rates of its service flows add up to 98 Mbit/s, its LAN port carries 30 "
      "Mbit/s of frames of 1518 bytes";
  EXPECT_THAT(of_port(wifi, "10"), ElementsAre(down));
  EXPECT_THAT(of_port(wifi, "11"),
              ElementsAre("cm: the upstream rates of its service flows add up to 31 Mbit/s, its "
                          "LAN port carries 30 Mbit/s of frames of 1518 bytes",
                          down));
  const std::string slow =
      R"({"name": "p", "rate_mbps": 1000, "wifi": {"rate_control": "fixed", "rate_mbps": 6}})";
  EXPECT_THAT(of_port(slow, "10"),
              ElementsAre("cm: the upstream rates of its service flows add up to 30 Mbit/s, its "
                          "LAN port carries 5 Mbit/s of frames of 1518 bytes",
                          "cm: the downstream rates of its service flows add up to 98 Mbit/s, its "
                          "LAN port carries 5 Mbit/s of frames of 1518 bytes"));
  EXPECT_THAT(of_port(R"({"name": "p", "line": "none"})", "9900"),
              ElementsAre("cm: its LAN port p has no line, frames enter in no time: hold, "
                          "deadlines and port contention are not those of silicon"));
}

TEST(LimitNotes, TheLanPortMayCarryLessThanTheChannelsBring) {
  const auto of_downstream = [](const std::string& rate, const std::string& channel = "500") {
    return notes(R"("rf": {"downstream_mbps": )" + channel + R"(},
                    "modems": [{"name": "cm", "lan": {"ports": [{"name": "p", "rate_mbps": 100}]}}],
                    "service_flows": [{"name": "u", "modem": "cm", "max_sustained_rate_mbps": 20},
                      {"name": "d", "modem": "cm", "direction": "downstream",
                       "max_sustained_rate_mbps": )" +
                 rate + "}]");
  };
  EXPECT_THAT(of_downstream("98"), IsEmpty());
  EXPECT_THAT(of_downstream("99"),
              ElementsAre("cm: the downstream rates of its service flows add up to 99 Mbit/s, its "
                          "LAN port carries 98 Mbit/s of frames of 1518 bytes"));
  EXPECT_THAT(
      of_downstream(R"(90, "peak_rate_mbps": 120)"),
      ElementsAre("cm: the downstream peak rates of its service flows add up to 120 Mbit/s, "
                  "its LAN port carries 98 Mbit/s of frames of 1518 bytes"));
  EXPECT_THAT(of_downstream("150", "98"),
              ElementsAre("service flow d of cm: its rate of 150 Mbit/s is never reached, its "
                          "channels carry 98 Mbit/s, headers included"));
}

// Two ports carry it all, but its frames come by one.
TEST(LimitNotes, AServiceFlowMayHaveThePortsOfItsFlowsOnly) {
  const auto of_flows = [](const std::string& flows) {
    return notes(R"("rf": {"channels": [{"name": "us", "rate_mbps": 10000}]},
                    "modems": [{"name": "cm", "lan": {"ports": [
                      {"name": "slow", "rate_mbps": 10}, {"name": "fast", "rate_mbps": 1000}]}}],
                    "service_flows": [{"name": "sf", "modem": "cm", "max_sustained_rate_mbps": 50},
                      {"name": "other", "modem": "cm", "max_sustained_rate_mbps": 5}],
                    "flows": [)" +
                 flows + "]");
  };
  const std::string flow = R"("modem": "cm", "rate_mbps": 3)";
  const std::string slow = R"({"name": "a", "service_flow": "sf", )" + flow + "}";
  const auto note = ElementsAre(
      of_flow("its rate of 50 Mbit/s is never reached, its flows enter by LAN port slow, which "
              "carries 9 Mbit/s of frames of 1518 bytes"));
  EXPECT_THAT(of_flows(slow), note);
  EXPECT_THAT(
      of_flows(slow + R"(, {"name": "b", "service_flow": "other", "ethernet_port": "fast", )" +
               flow + "}"),
      note);
  // By its classifiers, or as acknowledgments.
  EXPECT_THAT(of_flows(slow + R"(, {"name": "b", "ethernet_port": "fast", )" + flow + "}"),
              IsEmpty());
  EXPECT_THAT(of_flows(slow + R"(, {"name": "b", "ethernet_port": "fast", "kind": "tcp",
                        "direction": "downstream", "return_service_flow": "sf", "modem": "cm"})"),
              IsEmpty());
}

// Rates of an aggregate count once: its own, or what its service flows may send if that is less.
TEST(LimitNotes, AnAggregateCountsWithItsRate) {
  const auto home = [](const std::string& classic, const std::string& aggregate) {
    return notes(
        R"("rf": {"channels": [{"name": "us", "rate_mbps": 80}]}, "modems": [{"name": "cm"}],
      "service_flows": [{"name": "sf", "modem": "cm")" +
        classic + R"(}, {"name": "l", "modem": "cm"},
        {"name": "voice", "modem": "cm", "max_sustained_rate_mbps": 40}],
      "aggregate_service_flows": [{"name": "home", "modem": "cm", "classic_service_flow": "sf",
        "low_latency_service_flow": "l", )" +
        aggregate + "}]");
  };
  EXPECT_THAT(home("", R"("amsr_mbps": 30)"), ElementsAre());
  // 10 Mbit/s of Classic, 60 of both.
  EXPECT_THAT(home(R"(, "max_sustained_rate_mbps": 10)", R"("amsr_mbps": 60)"),
              ElementsAre("upstream of us: rates of 2 service flows add up to 100 Mbit/s, the "
                          "channels carry 80 Mbit/s, headers included"));
  EXPECT_THAT(home("", R"("amsr_mbps": 30, "peak_rate_mbps": 20)"),
              ElementsAre("aggregate service flow home of cm: its rate of 30 Mbit/s is never "
                          "reached, its peak rate is 20 Mbit/s"));
}

}  // namespace
}  // namespace docsis_vp::system::limit_notes_test
