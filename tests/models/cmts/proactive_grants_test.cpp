// Proactive grants: the guaranteed rate over every window, the flow's own rates, its requests.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "models/cmts/channel_plan.h"
#include "platform/base/random.h"
#include "tests/models/cmts/scheduler_bench.h"

namespace docsis_vp::cmts::proactive_grants_test {
namespace {

using docsis::SchedulingType;

CmtsConfig proactive(std::uint64_t rate_bps, TimePs interval, const char* profile = "docsis30") {
  CmtsConfig config = one_channel(profile);
  config.map_phase_ps = 0;
  config.flows[0].scheduling.type = SchedulingType::kProactiveGrants;
  config.flows[0].scheduling.guaranteed_grant_rate_mbps = static_cast<double>(rate_bps) / 1e6;
  config.flows[0].scheduling.guaranteed_grant_interval_us = in_us(interval);
  return config;
}

// The modem side: every grant is used with this chance in percent, with a request in it, and a
// best-effort flow asks for more than the channel carries.
class Modems {
 public:
  Modems(SchedulerBench& bench, unsigned use_percent, std::uint64_t seed)
      : bench_(bench), use_percent_(use_percent), random_(seed, "test/modems") {
    bench.plant.on_map = [this](const ReceivedMap& map) { answer(map); };
  }

 private:
  void answer(const ReceivedMap& map) {
    const std::size_t flows = bench_.config.flows.size();
    sequences_.resize(flows + 1);
    for (const docsis::MapElement& element : map.map.elements) {
      if (element.length == 0 || !docsis::is_data_iuc(element.iuc) || element.sid > flows ||
          element.sid == 0 || random_.below(100) >= use_percent_) {
        continue;
      }
      const auto units = static_cast<unsigned>(random_.below(2'000));
      docsis::UpstreamBurst burst =
          segment_burst(bench_.channel(), map, element, sequences_[element.sid]++, units);
      waiting_.push_back(std::move(burst));
    }
    if (map.map.elements.front().sid == docsis::kSidAllModems) {
      waiting_.push_back(
          request_burst(bench_.channel(), map, 0, static_cast<std::uint16_t>(flows), 60'000));
    }
    // A burst is handed over no later than its start.
    for (docsis::UpstreamBurst& burst : waiting_) bench_.send(std::move(burst));
    waiting_.clear();
  }

  SchedulerBench& bench_;
  unsigned use_percent_;
  RandomStream random_;
  std::vector<unsigned> sequences_;
  std::vector<docsis::UpstreamBurst> waiting_;
};

// Sliding windows of m intervals hold least if they begin just behind a grant. Their grants begin
// in (start, start + m intervals].
void expect_guarantee(const SchedulerBench& bench, UpstreamFlow flow, const std::string& what) {
  const UpstreamFlowConfig& config = bench.config.flows[flow];
  const docsis::ChannelGeometry& channel = bench.channel();
  const TimePs guaranteed = config.scheduling.guaranteed_grant_interval_ps();
  const TimePs nominal = guaranteed > 0 ? guaranteed : bench.config.timing.map_interval_ps;
  const TimePs interval = nominal / channel.frame_ps() * channel.frame_ps();
  const std::vector<PlacedInterval> grants = intervals(bench, config.sid, false);
  ASSERT_GE(grants.size(), 30U) << what;
  for (const std::size_t m : {1U, 2U, 3U, 7U, 20U}) {
    const TimePs window = static_cast<TimePs>(m) * interval;
    const double owed = config.scheduling.guaranteed_grant_rate_mbps * 1e6 / 8 *
                        static_cast<double>(window) / kPsPerSecond;
    for (std::size_t first = 0; first < grants.size(); ++first) {
      const TimePs begin = grants[first].start;
      if (begin + window > grants.back().start) break;
      std::uint64_t bytes = 0;
      for (std::size_t i = first + 1; i < grants.size() && grants[i].start <= begin + window; ++i) {
        bytes += channel.bytes_in(grants[i].minislots) - docsis::kSegmentHeaderBytes;
      }
      ASSERT_GE(static_cast<double>(bytes), owed) << what << " m " << m << " grant " << first;
    }
  }
}

class Window : public testing::TestWithParam<unsigned> {};

TEST_P(Window, GuaranteesTheRateOverEveryOne) {
  RandomStream random(GetParam(), "test/window");
  const bool ofdma = random.below(2) == 1;
  CmtsConfig config = proactive(0, 0, ofdma ? "docsis31" : "docsis30");
  const TimePs frame = docsis::ChannelGeometry(config.channels[0]).frame_ps();
  const TimePs grid = ofdma ? frame : 500 * kPsPerUs;
  config.timing.map_interval_ps = grid * random.between(ofdma ? 3 : 1, ofdma ? 15 : 8);
  config.map_phase_ps = 0;
  config.seed = GetParam();
  const auto flows = static_cast<UpstreamFlow>(random.between(1, 4));
  config.flows.resize(flows + 1, config.flows[0]);
  std::string what = "seed " + std::to_string(GetParam()) + (ofdma ? " ofdma" : " tdma") + " map " +
                     std::to_string(config.timing.map_interval_ps / kPsPerUs);
  // Several intervals that are not in step need places that no schedule has.
  const TimePs common = 100 * kPsPerUs * random.between(3, 40);
  for (UpstreamFlow i = 0; i < flows; ++i) {
    docsis::SchedulingConfig& guarantee = config.flows[i].scheduling;
    const auto rate_kbps = random.between(50, ofdma ? 20'000 : 2'500);
    guarantee.guaranteed_grant_rate_mbps = static_cast<double>(rate_kbps) / 1e3;
    guarantee.guaranteed_grant_interval_us = random.below(8) == 0 ? 0 : in_us(common);
    what += " " + std::to_string(rate_kbps) + "000/" +
            std::to_string(guarantee.guaranteed_grant_interval_us);
  }
  for (UpstreamFlow i = 0; i <= flows; ++i) config.flows[i].sid = static_cast<std::uint16_t>(i + 1);
  config.flows[flows].scheduling.type = SchedulingType::kBestEffort;
  SchedulerBench bench(config);
  Modems modems(bench, static_cast<unsigned>(random.below(101)), GetParam());
  run_until(200 * kPsPerMs);
  for (UpstreamFlow i = 0; i < flows; ++i) {
    expect_guarantee(bench, i, what + " flow " + std::to_string(i));
    EXPECT_EQ(bench.cmts.scheduler().flow_counters(i).beyond_jitter, 0U) << what;
    EXPECT_EQ(bench.cmts.scheduler().flow_counters(i).proactive_withheld, 0U) << what;
  }
  EXPECT_GT(bench.cmts.scheduler().flow_counters(flows).granted_bytes, 0U);
}

INSTANTIATE_TEST_SUITE_P(Random, Window, testing::Range(0U, 40U));

// docsis-ns3: 5 Mbit/s each 7 frames of 135 us are 13 minislots of 48 bytes.
TEST(ProactiveGrants, AreAsLargeAsTheRateOfAnInterval) {
  SchedulerBench bench(proactive(5'000'000, 1'000 * kPsPerUs, "docsis31"));
  run_until(100 * kPsPerMs);
  const auto grants = intervals(bench, 1, false);
  ASSERT_GE(grants.size(), 90U);
  for (std::size_t i = 0; i < grants.size(); ++i) {
    EXPECT_EQ(grants[i].minislots, 13U);
    if (i > 0) {
      EXPECT_EQ(grants[i].start - grants[i - 1].start, 945 * kPsPerUs);
    }
  }
  const auto& flow = bench.cmts.scheduler().flow_counters(0);
  EXPECT_EQ(flow.proactive_grants, grants.size());
  EXPECT_EQ(flow.proactive_bytes, grants.size() * 624);
  EXPECT_EQ(flow.unsolicited_grants, 0U);
}

// Without an interval, each MAP has one.
TEST(ProactiveGrants, ComeInEachMapWithoutAnInterval) {
  SchedulerBench bench(proactive(1'000'000, 0));
  run_until(100 * kPsPerMs);
  const auto grants = intervals(bench, 1, false);
  ASSERT_GE(grants.size(), 45U);
  for (std::size_t i = 1; i < grants.size(); ++i) {
    EXPECT_EQ(grants[i].start - grants[i - 1].start, 2 * kPsPerMs);
  }
}

// 60 ms of 4 Mbit/s are 30900 bytes, and a MAP of 2 ms holds 7488.
TEST(ProactiveGrants, ComeInEachMapWhereOneCannotHoldThem) {
  SchedulerBench bench(proactive(4'000'000, 60 * kPsPerMs));
  run_until(400 * kPsPerMs);
  const auto grants = intervals(bench, 1, false);
  ASSERT_GE(grants.size(), 190U);
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < 30; ++i) bytes += bench.channel().bytes_in(grants[i].minislots) - 8;
  EXPECT_GE(bytes, 30'900U);
  expect_guarantee(bench, 0, "60 ms");
}

// An interval of 1.9 ms meets the request region; 1 ms is in step with it.
TEST(ProactiveGrants, ComeEarlierWhereTheirIntervalMeetsTheRegion) {
  SchedulerBench bench(proactive(1'000'000, 1'900 * kPsPerUs));
  run_until(100 * kPsPerMs);
  const auto grants = intervals(bench, 1, false);
  ASSERT_GE(grants.size(), 95U);
  EXPECT_EQ(grants[1].start - grants[0].start, 1 * kPsPerMs);
  EXPECT_EQ(bench.cmts.scheduler().flow_counters(0).beyond_jitter, 0U);
}

// A grant that a MAP has no room for is never one of length 0: that would be a grant pending.
TEST(ProactiveGrants, NeverHaveLengthZero) {
  CmtsConfig config = proactive(4'000'000, 2 * kPsPerMs);
  config.capacity.steps = {{0, 300'000}};
  SchedulerBench bench(config);
  run_until(400 * kPsPerMs);
  for (const ReceivedMap& map : bench.plant.maps) {
    EXPECT_TRUE(std::none_of(
        map.map.elements.begin(), map.map.elements.end(),
        [](const docsis::MapElement& element) { return element.sid == 1 && element.length == 0; }));
  }
  for (const PlacedInterval& grant : intervals(bench, 1, false)) EXPECT_EQ(grant.minislots, 22U);
  const auto& flow = bench.cmts.scheduler().flow_counters(0);
  EXPECT_GT(flow.superseded, 100U);
}

TEST(ProactiveGrants, RefuseWhatNoMapCanHold) {
  EXPECT_THROW(SchedulerBench(proactive(29'800'000, 0)), NotAdmitted);
  EXPECT_THROW(SchedulerBench(proactive(1'000'000, 10 * kPsPerUs)), NotAdmitted);
  EXPECT_THROW(SchedulerBench(proactive(0, 0)), InputError);
}

// A burst in each grant, full.
std::uint64_t used_bytes(std::uint64_t max_rate_bps) {
  CmtsConfig config = proactive(1'000'000, 500 * kPsPerUs);
  config.flows[0].max_sustained_rate_bps = max_rate_bps;
  SchedulerBench bench(config);
  unsigned sequence = 0;
  bench.plant.on_map = [&](const ReceivedMap& map) {
    for (const docsis::MapElement& element : elements_of(map.map, 1)) {
      docsis::UpstreamBurst burst = segment_burst(bench.channel(), map, element, sequence++, 0);
      docsis::BurstRun run;
      run.octets = static_cast<std::uint32_t>(burst.octets.size());
      run.frame_bytes = static_cast<std::uint32_t>(bench.channel().bytes_in(element.length)) - 8;
      burst.runs.push_back(std::move(run));
      bench.send(std::move(burst));
    }
  };
  run_until(4 * kPsPerSecond);
  return bench.cmts.scheduler().flow_counters(0).proactive_used_bytes;
}

// Minislots round 65 bytes up to 88. A modem that fills them all is held to its rate within 5 %,
// beside the depth of its buckets.
TEST(ProactiveGrants, KeepToTheRateOfAFlowThatDoesNotShape) {
  const std::uint64_t used = used_bytes(1'000'000);
  EXPECT_LE(used, 4 * 131'250U + 3'044 + 1'000 + 88);
  EXPECT_GE(used, 4 * 125'000U);
}

TEST(ProactiveGrants, ComeUnabridgedWithinTheRate) {
  EXPECT_GE(used_bytes(2'000'000), 4 * 2'000 * 88 - 20 * 88U);
}

// Requests that proactive grants carry need no other grant, and the rest has one.
TEST(ProactiveGrants, AnswerRequests) {
  CmtsConfig config = proactive(1'000'000, 2 * kPsPerMs);
  SchedulerBench bench(config);
  const ReceivedMap asked = bench.map(4);
  bench.send(request_burst(bench.channel(), asked, 0, 1, 250));  // 1000 bytes
  run_until(60 * kPsPerMs);
  const auto& flow = bench.cmts.scheduler().flow_counters(0);
  EXPECT_EQ(flow.requested_bytes, 1'000U);
  ASSERT_EQ(flow.grants, flow.proactive_grants + 1);
  // A proactive grant holds 6 minislots of 48 bytes, 280 of payload.
  const std::uint64_t rest = flow.granted_bytes - flow.proactive_bytes - 8;
  EXPECT_GE(rest, 720U);
  EXPECT_LT(rest, 720U + 48);
  EXPECT_EQ(bench.cmts.scheduler().waiting_bytes(0), 0U);
}

TEST(ProactiveGrants, CountUnusedOnes) {
  SchedulerBench bench(proactive(1'000'000, 1 * kPsPerMs));
  run_until(100 * kPsPerMs);
  const auto& flow = bench.cmts.scheduler().flow_counters(0);
  EXPECT_GE(flow.proactive_unused_grants + 8, flow.proactive_grants);
  EXPECT_EQ(flow.proactive_used_bytes, 0U);
  EXPECT_EQ(flow.unused_grants, flow.proactive_unused_grants);
}

class GuaranteedRequests : public testing::TestWithParam<std::uint64_t> {};

// Polls of the flow's own beside its grants, or alone.
TEST_P(GuaranteedRequests, ArePolls) {
  CmtsConfig config = proactive(GetParam(), 4 * kPsPerMs);
  config.flows[0].scheduling.guaranteed_request_interval_us = 1'000;
  SchedulerBench bench(config);
  run_until(100 * kPsPerMs);
  const auto polls = intervals(bench, 1, true);
  ASSERT_GE(polls.size(), 94U);
  for (std::size_t i = 0; i < polls.size(); ++i) {
    const TimePs late = polls[i].start - polls[0].start - static_cast<TimePs>(i) * kPsPerMs;
    EXPECT_LT(late < 0 ? -late : late, 1 * kPsPerMs);
  }
  EXPECT_EQ(intervals(bench, 1, false).empty(), GetParam() == 0);
  EXPECT_EQ(bench.cmts.scheduler().flow_counters(0).beyond_jitter, 0U);
}

INSTANTIATE_TEST_SUITE_P(Rates, GuaranteedRequests,
                         testing::Values(std::uint64_t{0}, std::uint64_t{1'000'000}));

}  // namespace
}  // namespace docsis_vp::cmts::proactive_grants_test
