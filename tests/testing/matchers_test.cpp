#include "testing/matchers.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "platform/base/time.h"
#include "testing/lookup.h"

namespace docsis_vp::testing::matchers_test {
namespace {

using ::testing::Not;

// What a matcher says of a value that it does not match, or does.
template <typename Matcher, typename Value>
std::string said_of(const Matcher& matcher, const Value& value) {
  ::testing::StringMatchResultListener listener;
  ::testing::ExplainMatchResult(matcher, value, &listener);
  return listener.str();
}

system::Results results() {
  system::Results results;
  system::FlowResult& call = results.flows.emplace_back();
  call.name = "call";
  for (unsigned ms = 1; ms <= 100; ++ms) {
    call.one_way_ps.add(ms * static_cast<std::uint64_t>(kPsPerMs));
  }
  call.measured_sent = 100;
  call.measured_lost = 1;
  call.voice.emplace().mos = 4.2;
  call.goodput_mbps = 10.2;
  system::ServiceFlowResult& us0 = results.service_flows.emplace_back();
  us0.modem = "cm0";
  us0.name = "us0";
  us0.offered = {10, 15000};
  us0.sent = {8, 12000};
  us0.aqm_drops = {2, 3000};
  us0.queue_delay_ms.p99 = 12;
  us0.sent_mbps = 5;
  system::CpuResult& cpu = results.cpus.emplace_back();
  cpu.modem = "cm0";
  cpu.utilization = 0.02;
  return results;
}

TEST(Matchers, JudgeDelays) {
  const system::Results run = results();
  EXPECT_THAT(flow(run, "call"), DelayPercentileBelow(50, 52_ms));
  EXPECT_THAT(flow(run, "call"), Not(DelayPercentileBelow(50, 49_ms)));
  EXPECT_THAT(flow(run, "call"), Not(RttPercentileBelow(50, 1_s)));  // not measured
  EXPECT_THAT(service_flow(run, "us0"), DelayPercentileBelow(99, 12.5_ms));
  EXPECT_THAT(service_flow(run, "us0"), Not(DelayPercentileBelow(99, 12_ms)));
  EXPECT_THAT(service_flow(run, "us0"), Not(DelayPercentileBelow(50, 12_ms)));
  EXPECT_THROW(delay_percentile_ms(service_flow(run, "us0"), 95), std::invalid_argument);
  EXPECT_EQ(said_of(DelayPercentileBelow(99, 5_ms), service_flow(run, "us0")),
            "its percentile 99 is 12.000000 ms");
}

TEST(Matchers, JudgeRatesLossAndQuality) {
  const system::Results run = results();
  EXPECT_THAT(flow(run, "call"), RateNear(10, 0.03));
  EXPECT_THAT(flow(run, "call"), Not(RateNear(10, 0.01)));
  EXPECT_THAT(service_flow(run, "us0"), RateNear(5, 0));
  EXPECT_THAT(flow(run, "call"), LossPercentBelow(1.1));
  EXPECT_THAT(flow(run, "call"), Not(LossPercentBelow(1)));
  EXPECT_THAT(flow(run, "call"), MosAbove(4.1));
  EXPECT_THAT(flow(run, "call"), Not(MosAbove(4.3)));
  EXPECT_THAT(cpu(run, "cm0"), BusyPercentBelow(3));
  EXPECT_THAT(cpu(run, "cm0"), Not(BusyPercentBelow(2)));
}

TEST(Matchers, JudgeTheLoop) {
  system::Results run = results();
  EXPECT_THAT(run, NoGrantMissed());
  EXPECT_THAT(run, Conserves());
  EXPECT_THAT(run, EndsWell());
  EXPECT_THAT(service_flow(run, "us0"), NoUpdateMissed());
  run.mac.grants_missed = 1;
  run.service_flows[0].missed_updates = 2;
  run.service_flows[0].sent.bytes -= 1;
  run.error = "watchdog";
  EXPECT_THAT(run, Not(NoGrantMissed()));
  EXPECT_THAT(service_flow(run, "us0"), NoGrantMissed());
  EXPECT_THAT(service_flow(run, "us0"), Not(NoUpdateMissed()));
  EXPECT_THAT(run, Not(EndsWell()));
  EXPECT_EQ(said_of(Conserves(), run),
            "cm0.us0: of 10 packets and 15000 bytes offered, 10 and 14999 are accounted for");
}

TEST(Matchers, ARunThatFirmwareEndedDidNotEndWell) {
  system::Results run = results();
  run.ended = system::EndResult{"cm0", 1.5};
  EXPECT_THAT(run, Not(EndsWell()));
  EXPECT_EQ(said_of(EndsWell(), run), "firmware of cm0 ended it at 1.500000 s");
}

TEST(Lookup, SaysWhichNamesThereAre) {
  const system::Results run = results();
  try {
    service_flow(run, "us1", "cm0");
    FAIL() << "found";
  } catch (const std::out_of_range& error) {
    EXPECT_STREQ(error.what(), "no service flow \"cm0.us1\"; there are cm0.us0");
  }
  EXPECT_THROW(flow(run, "cal"), std::out_of_range);
  EXPECT_THROW(cpu({}, "cm0"), std::out_of_range);
}

}  // namespace
}  // namespace docsis_vp::testing::matchers_test
