#include "testing/matchers.h"

#include <gmock/gmock.h>

#include <cmath>
#include <stdexcept>

#include "platform/base/time.h"
#include "system/traffic/voip/voice_result.h"
#include "testing/lookup.h"

namespace docsis_vp::testing::matchers_test {
namespace {

using ::testing::Not;

// Returns the matcher's explanation for a value.
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
  system::VoiceResult voice;
  voice.mos = 4.2;
  call.figures.set(voice);
  call.goodput_mbps = 10.2;
  system::ServiceFlowResult& us0 = results.service_flows.emplace_back();
  us0.modem = "cm0";
  us0.name = "us0";
  us0.offered = {10, 15000};
  us0.sent = {8, 12000};
  us0.aqm_drops = {2, 3000};
  us0.queue_delay_ms.p99 = 12;
  us0.sent_mbps = 5;
  us0.commits = 1;
  system::CpuResult& cpu = results.cpus.emplace_back();
  cpu.modem = "cm0";
  cpu.utilization = 0.02;
  return results;
}

TEST(Matchers, JudgeDelays) {
  const system::Results run = results();
  EXPECT_THAT(flow(run, "call"), DelayPercentileBelow(50, 52_ms));
  EXPECT_THAT(flow(run, "call"), Not(DelayPercentileBelow(50, 49_ms)));
  EXPECT_THAT(service_flow(run, "us0"), DelayPercentileBelow(99, 12.5_ms));
  EXPECT_THAT(service_flow(run, "us0"), Not(DelayPercentileBelow(99, 12_ms)));
  EXPECT_THROW(delay_percentile_ms(service_flow(run, "us0"), 95), std::invalid_argument);
  EXPECT_EQ(said_of(DelayPercentileBelow(99, 5_ms), service_flow(run, "us0")),
            "its percentile 99 is 12.000000 ms");
}

// Not() of a matcher that just does not match would pass.
TEST(Matchers, ThrowForWhatWasNotMeasured) {
  const system::Results run = results();
  system::FlowResult silent;
  silent.name = "silent";
  EXPECT_THROW(said_of(RttPercentileBelow(50, 1_s), flow(run, "call")), std::domain_error);
  EXPECT_THROW(said_of(DelayPercentileBelow(50, 12_ms), service_flow(run, "us0")),
               std::domain_error);
  EXPECT_THROW(said_of(DelayPercentileBelow(50, 1_s), silent), std::domain_error);
  EXPECT_THROW(said_of(LossPercentBelow(1), silent), std::domain_error);
  EXPECT_THROW(said_of(Not(MosAbove(1)), silent), std::domain_error);
  silent.figures.set(system::VoiceResult());
  EXPECT_THROW(said_of(Not(MosAbove(1)), silent), std::domain_error);
}

TEST(Matchers, ThrowForUpdatesWhereNoLawCommitted) {
  system::Results run = results();
  run.service_flows[0].commits = 0;
  EXPECT_THROW(said_of(NoUpdateMissed(), service_flow(run, "us0")), std::domain_error);
  EXPECT_THROW(said_of(Not(NoUpdateMissed()), service_flow(run, "us0")), std::domain_error);
  run.service_flows[0].missed_updates = 1;
  EXPECT_THAT(service_flow(run, "us0"), Not(NoUpdateMissed()));
}

TEST(Units, HaveWholeAndDecimalForms) {
  EXPECT_EQ(1.5_s, 1500_ms);
  EXPECT_EQ(2_s, 2000_ms);
  EXPECT_EQ(0.5_ms, 500_us);
  EXPECT_EQ(1.5_us, sc_core::sc_time(1500, sc_core::SC_NS));
}

TEST(Matchers, ThrowForArgumentsThatCannotBe) {
  const system::Results run = results();
  for (const double percent : {-1.0, 101.0, 1e300, std::nan("")}) {
    EXPECT_THROW(delay_percentile_ms(flow(run, "call"), percent), std::invalid_argument);
    EXPECT_THROW(rtt_percentile_ms(flow(run, "call"), percent), std::invalid_argument);
    EXPECT_THROW(delay_percentile_ms(service_flow(run, "us0"), percent), std::invalid_argument);
  }
  for (const double fraction : {-0.1, 1.0, 3.0, std::nan("")}) {
    EXPECT_THROW(said_of(RateNear(5, fraction), service_flow(run, "us0")), std::invalid_argument);
  }
  EXPECT_NO_THROW(delay_percentile_ms(flow(run, "call"), 0));
  EXPECT_NO_THROW(delay_percentile_ms(flow(run, "call"), 100));
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
  system::Results several = run;
  several.service_flows.emplace_back(run.service_flows[0]).modem = "cm1";
  EXPECT_EQ(service_flow(several, "us0", "cm1").modem, "cm1");
  try {
    service_flow(several, "us0");
    FAIL() << "one of two";
  } catch (const std::out_of_range& error) {
    EXPECT_STREQ(error.what(),
                 "more than one service flow \"us0\": name the modem of one of cm0.us0, cm1.us0");
  }
  EXPECT_THROW(flow(run, "cal"), std::out_of_range);
  EXPECT_THROW(cpu({}, "cm0"), std::out_of_range);
}

}  // namespace
}  // namespace docsis_vp::testing::matchers_test
