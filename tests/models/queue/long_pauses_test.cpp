// Times of laws are 32-bit microseconds: pauses of half a turn of the clock, of a whole one and
// more count as pauses, whatever the law.
#include <gtest/gtest.h>

#include "models/queue/discipline.h"
#include "tests/models/queue/bench.h"

namespace docsis_vp::queue::long_pauses_test {
namespace {

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const aqm_algorithm* const* law = aqm_algorithms; *law != nullptr; ++law) {
    names.emplace_back((*law)->name);
  }
  for (const Manager& manager : managers()) {
    if (aqm_find(std::string(manager.law).c_str()) != nullptr) {
      names.emplace_back(manager.name);
    }
  }
  return names;
}

DisciplineConfig usual(const std::string& name) {
  DisciplineConfig config = plain(name, 300'000);
  const Manager* manager = find_manager(name);
  config.multi.queues = manager != nullptr ? std::min(manager->queues, 16U) : 1;
  const aqm_algorithm* law =
      aqm_find(manager != nullptr ? std::string(manager->law).c_str() : name.c_str());
  config.law.settings.latency_target_us = law->target_us;
  return config;
}

constexpr TimePs kPacketTime = 1'200 * kPsPerUs;  // 1500 bytes at 10 Mbit/s

// Half as much again as the link carries.
void overload(QueueBench& bench, TimePs from, int sends) {
  for (int i = 0; i < sends; ++i) {
    const TimePs now = from + i * kPacketTime;
    bench.offer(0, 1'500, now);
    if (i % 2 == 0) {
      bench.offer(0, 1'500, now);
    }
    bench.send(now + kPacketTime / 2);
  }
}

// Sequence numbers of the packets dropped in a second episode. Offset: of both, on the clock.
std::vector<std::uint64_t> drops_after(const std::string& name, TimePs pause, TimePs offset = 0) {
  QueueBench bench(1);
  bench.use(usual(name));
  overload(bench, offset, 3'000);
  TimePs now = offset + 3'000 * kPacketTime;
  for (; bench.discipline->packets() > 0; now += kPacketTime) {
    bench.send(now);
  }
  const std::size_t before = bench.record.aqm_drops.size();
  overload(bench, now + pause, 600);
  const std::vector<std::uint64_t> all = numbers(bench.record.aqm_drops);
  return {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()};
}

class EveryLaw : public testing::TestWithParam<std::string> {};

// Whole numbers of all intervals of periodic laws. Half a turn is 2147 s, a turn 4295 s.
TEST_P(EveryLaw, ForgetsInAPauseOfAnyLength) {
  const auto short_one = drops_after(GetParam(), 720 * kPsPerSecond);
  for (const int pause_s :
       {2'040, 2'160, 2'400, 3'240, 4'200, 4'320, 4'440, 6'480, 8'640, 87'480}) {
    EXPECT_EQ(drops_after(GetParam(), pause_s * kPsPerSecond), short_one) << pause_s << " s";
  }
}

TEST_P(EveryLaw, DoesTheSameAtAnyTimeOfTheClock) {
  const auto early = drops_after(GetParam(), 12 * kPsPerSecond, 600 * kPsPerSecond);
  for (const int offset_s : {1'068, 2'136, 2'148, 4'284, 4'296, 50'004}) {
    EXPECT_EQ(drops_after(GetParam(), 12 * kPsPerSecond, offset_s * kPsPerSecond), early)
        << offset_s << " s";
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryLaw, testing::ValuesIn(all_names()),
                         [](const auto& of) { return of.param; });

// Sequence numbers of the packets dropped when a link goes on that stood still for so long.
std::vector<std::uint64_t> drops_behind_a_standstill(const std::string& name, TimePs standstill) {
  QueueBench bench(1);
  bench.use(usual(name));
  for (int i = 0; i < 150; ++i) {
    bench.offer(0, 1'500, i * kPacketTime);
    bench.offer(0, 1'500, i * kPacketTime);
    bench.send(i * kPacketTime + kPacketTime / 2);
  }
  for (TimePs now = 150 * kPacketTime + standstill; bench.discipline->packets() > 0;
       now += kPacketTime) {
    bench.send(now);
  }
  return numbers(bench.record.aqm_drops);
}

class JudgesByWaiting : public testing::TestWithParam<std::string> {};

TEST_P(JudgesByWaiting, TakesAPacketThatWaitedForVeryLongForThat) {
  const auto short_one = drops_behind_a_standstill(GetParam(), 500 * kPsPerSecond);
  EXPECT_GT(short_one.size(), 0U);
  for (const int standstill_s : {1'800, 1'900, 2'299, 4'290, 4'300, 6'000, 9'000}) {
    EXPECT_EQ(drops_behind_a_standstill(GetParam(), standstill_s * kPsPerSecond), short_one)
        << standstill_s << " s";
  }
}

INSTANTIATE_TEST_SUITE_P(All, JudgesByWaiting, testing::Values("codel", "fq_codel", "sfq_codel"),
                         [](const auto& of) { return of.param; });

TEST(StampOfAPacket, IsItsTimeUntilItIsOld) {
  EXPECT_EQ(stamp_us32(5 * kPsPerSecond, 9 * kPsPerSecond), 5'000'000U);
  const TimePs late = 5'000 * kPsPerSecond;
  EXPECT_EQ(stamp_us32(late - kOldestPacket, late), to_us32(late) - AQM_AGE_MAX_US);
  EXPECT_EQ(stamp_us32(late - kOldestPacket - kPsPerSecond, late), to_us32(late) - AQM_AGE_MAX_US);
  EXPECT_EQ(stamp_us32(0, late), to_us32(late) - AQM_AGE_MAX_US);
}

}  // namespace
}  // namespace docsis_vp::queue::long_pauses_test
