// A modem's report on its unsolicited grants changes how many there are.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/docsis/mac_header.h"
#include "models/docsis/ugs_header.h"
#include "tests/models/cmts/scheduler_bench.h"

namespace docsis_vp::cmts::unsolicited_reports_test {
namespace {

using docsis::SchedulingType;

std::vector<PlacedInterval> grants(const SchedulerBench& bench) {
  return intervals(bench, 1, false);
}

// A segment with the header of a frame in it that reports.
docsis::UpstreamBurst report_burst(const SchedulerBench& bench, const PlacedInterval& grant,
                                   unsigned sequence, const docsis::UgsStatus& status) {
  docsis::UpstreamBurst burst =
      segment_burst(bench.channel(), *grant.map, grant.element, sequence, 0);
  burst.octets.clear();
  docsis::SegmentHeader header;
  header.pointer_valid = true;
  header.sequence = static_cast<std::uint16_t>(sequence);
  docsis::append_segment_header(burst.octets, header);
  const docsis::UgsElement element = docsis::ugs_element(status);
  docsis::append_header(burst.octets, docsis::kPacketControl, {element.data(), element.size()}, 0);
  burst.octets.push_back(docsis::kPaddingOctet);
  return burst;
}

TEST(UnsolicitedReports, TheQueueIndicatorBringsExtraGrantsUntilItClears) {
  CmtsConfig config = with_type(SchedulingType::kUgs);
  set_grants(config.flows[0], 232, 20 * kPsPerMs, kPsPerMs, 1, 8);
  SchedulerBench bench(config);
  while (grants(bench).size() < 2) bench.map(bench.plant.maps.size());
  const TimePs start = grants(bench)[1].start;
  bench.send(report_burst(bench, grants(bench)[1], 0, {true, 1}));
  run_until(start + 15 * kPsPerMs);
  const auto found = grants(bench);
  // Two intervals' worth at once, and each has room for the extended header.
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[1].minislots, 5U);
  EXPECT_EQ(found[2].minislots, 6U);
  EXPECT_EQ(found[3].minislots, 6U);
  EXPECT_NEAR(static_cast<double>(found[3].start - found[2].start), 2e9, 1e9) << "one in a MAP";
  // They stay empty, so nothing waits.
  run_until(start + 390 * kPsPerMs);
  EXPECT_EQ(grants(bench).size(), 4U + 19);
}

TEST(UnsolicitedReports, WhileTheQueueIndicatorStaysSetAHundredthOfTheRateIsExtra) {
  CmtsConfig config = with_type(SchedulingType::kUgs);
  set_grants(config.flows[0], 232, 20 * kPsPerMs, kPsPerMs, 1, 8);
  SchedulerBench bench(config);
  unsigned sequence = 0;
  std::size_t answered = 0;
  for (TimePs time = 20 * kPsPerMs; time < 3 * kPsPerSecond; time += 2 * kPsPerMs) {
    run_until(time);
    const auto found = grants(bench);
    for (; answered < found.size(); ++answered) {
      bench.send(report_burst(bench, found[answered], sequence++, {true, 1}));
    }
  }
  // 150 intervals, two at once and one in two seconds.
  EXPECT_NEAR(static_cast<double>(grants(bench).size()), 153, 1.5);
}

TEST(UnsolicitedReports, GrantsThatAreNotActiveAreWithdrawn) {
  CmtsConfig config = with_type(SchedulingType::kUgsActivityDetection);
  set_grants(config.flows[0], 232, 20 * kPsPerMs, 2 * kPsPerMs, 4, 8);
  SchedulerBench bench(config);
  unsigned sequence = 0;
  std::size_t answered = 0;
  const auto run_with = [&](unsigned active, unsigned milliseconds) {
    const TimePs end = platform::now_ps() + milliseconds * kPsPerMs;
    const std::size_t before = answered;
    for (TimePs time = platform::now_ps(); time < end; time += kPsPerMs) {
      run_until(time);
      const auto found = grants(bench);
      for (; answered < found.size(); ++answered) {
        const docsis::UgsStatus status{false, static_cast<std::uint8_t>(active)};
        bench.send(report_burst(bench, found[answered], sequence++, status));
      }
    }
    return answered - before;
  };
  run_with(1, 60);
  EXPECT_NEAR(static_cast<double>(run_with(1, 400)), 20, 1);
  run_with(3, 60);
  EXPECT_NEAR(static_cast<double>(run_with(3, 400)), 60, 3);
  run_with(0, 60);
  EXPECT_NEAR(static_cast<double>(run_with(0, 400)), 20, 1) << "it never speaks of none";
  EXPECT_EQ(bench.cmts.scheduler().flow_counters(0).beyond_jitter, 0U);
}

}  // namespace
}  // namespace docsis_vp::cmts::unsolicited_reports_test
