#include "models/hosts/tcp/congestion/ledbat.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "platform/base/random.h"
#include "tests/models/hosts/tcp/congestion/ack_script.h"

namespace docsis_vp::hosts::ledbat_test {
namespace {

constexpr TimePs kMinute = 60 * kPsPerSecond;

TEST(BaseDelay, IsTheLeastOfTheMinutesKept) {
  BaseDelay base(3);
  EXPECT_EQ(base.value(), kNever);
  base.add(0, 50);
  base.add(1, 60);
  EXPECT_EQ(base.value(), 50);
  base.add(kMinute, 55);
  base.add(2 * kMinute, 70);
  EXPECT_EQ(base.value(), 50);
  base.add(3 * kMinute, 80);  // the minute of the 50 falls out
  EXPECT_EQ(base.value(), 55);
  base.add(4 * kMinute, 90);
  EXPECT_EQ(base.value(), 70);
  base.add(4 * kMinute + 1, 65);
  EXPECT_EQ(base.value(), 65);
}

TEST(BaseDelay, TakesNegativeDelaysOfUnequalClocks) {
  BaseDelay base(10);
  base.add(0, -500);
  base.add(1, 20);
  EXPECT_EQ(base.value(), -500);
}

TEST(CurrentDelay, IsTheLeastOfTheNewestSamples) {
  CurrentDelay current(4);
  EXPECT_EQ(current.value(0), kNever);
  const std::vector<TimePs> delays = {9, 5, 7, 8, 9, 6, 10, 11, 12, 13};
  for (std::size_t i = 0; i < delays.size(); ++i) {
    current.add(static_cast<TimePs>(i), delays[i]);
    const auto first =
        delays.begin() + std::max<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(i) - 3);
    const auto last = delays.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    EXPECT_EQ(current.value(0), *std::min_element(first, last)) << i;
  }
}

TEST(CurrentDelay, LeavesOutWhatIsOldButNeverTheNewest) {
  CurrentDelay current(4);
  current.add(10, 3);
  current.add(20, 7);
  current.add(30, 9);
  EXPECT_EQ(current.value(10), 3);
  EXPECT_EQ(current.value(11), 7);
  EXPECT_EQ(current.value(21), 9);
  EXPECT_EQ(current.value(31), 9);
}

TEST(Ledbat, StartsWithTwoSegmentsAndWithoutSlowStart) {
  Ledbat ledbat;
  const AckScript sender(ledbat, 10);
  EXPECT_EQ(ledbat.cwnd(), 2 * kMss);
  EXPECT_FALSE(ledbat.in_slow_start());
}

struct GrowthCase {
  TimePs queuing;
  double step;  // octets, for 1000 octets acknowledged at a window of 20000
};

// GAIN * off_target * bytes_newly_acked * MSS / cwnd.
TEST(Ledbat, GrowsInProportionToItsDistanceFromTheTarget) {
  for (const GrowthCase& test :
       {GrowthCase{0, 50}, GrowthCase{25 * kPsPerMs, 37.5}, GrowthCase{50 * kPsPerMs, 25},
        GrowthCase{100 * kPsPerMs, 0}, GrowthCase{150 * kPsPerMs, -25},
        GrowthCase{300 * kPsPerMs, -100}}) {
    LedbatConfig config;
    config.initial_window_segments = 20;
    config.current_filter = 1;
    Ledbat ledbat(config);
    AckScript sender(ledbat);
    constexpr TimePs kBase = 30 * kPsPerMs;
    sender.in_recovery().one_way_delay(kBase).ack(1000);  // known, but no growth
    ASSERT_EQ(ledbat.cwnd(), 20'000u);
    sender.one_way_delay(kBase + test.queuing).ack(1000);
    EXPECT_NEAR(static_cast<double>(ledbat.cwnd()), 20'000 + test.step, 1) << test.step;
  }
}

TEST(Ledbat, FollowsTheRulesOfTheRfcOverAnyDelays) {
  LedbatConfig config;
  config.base_history_minutes = 2;
  Ledbat ledbat(config);
  AckScript sender(ledbat);
  sender.rtt(50 * kPsPerMs);
  RandomStream random(1, "ledbat");
  double window = 2000;
  std::deque<std::pair<TimePs, TimePs>> minutes;  // number of the minute, least delay
  std::deque<std::pair<TimePs, TimePs>> samples;  // time, delay
  for (int i = 0; i < 30'000; ++i) {
    const TimePs delay = random.between(20, i % 5000 < 2500 ? 180 : 100) * kPsPerMs;
    sender.wait(random.between(1, 20) * kPsPerMs);
    const TimePs minute = sender.now() / kMinute;
    if (minutes.empty() || minutes.back().first != minute) minutes.emplace_back(minute, delay);
    if (minutes.size() > 2) minutes.pop_front();
    minutes.back().second = std::min(minutes.back().second, delay);
    samples.emplace_back(sender.now(), delay);
    if (samples.size() > 4) samples.pop_front();

    TimePs base = kNever;
    for (const auto& [number, least] : minutes) base = std::min(base, least);
    TimePs current = kNever;
    for (const auto& [at, value] : samples) {
      if (at >= sender.now() - 50 * kPsPerMs) current = std::min(current, value);
    }
    const double off_target = (100 - to_ms(current - base)) / 100;
    const double allowed = static_cast<double>(sender.flight()) + kMss;
    window = std::min(window + off_target * 1000 * kMss / window, allowed);
    window = std::max(window, 2.0 * kMss);
    sender.one_way_delay(delay).ack(1000);
    ASSERT_NEAR(static_cast<double>(ledbat.cwnd()), window, 1.01) << i;
  }
}

TEST(Ledbat, DoesNotGrowBeyondWhatItSends) {
  LedbatConfig config;
  config.initial_window_segments = 20;
  Ledbat ledbat(config);
  ledbat.start({kMss, 10 * kMss, 0});
  AckSample ack{};
  ack.acked_bytes = ack.una = 1000;
  ack.flight_bytes = 5000;
  ack.srtt = kPsPerMs;
  ack.one_way_delay = kPsPerMs;
  ledbat.on_ack(ack);
  EXPECT_EQ(ledbat.cwnd(), 6000u);
}

TEST(Ledbat, StaysAsItIsWithoutDelays) {
  Ledbat ledbat;
  AckScript sender(ledbat);
  sender.ack(1000);
  EXPECT_EQ(ledbat.cwnd(), 2000u);
}

TEST(Ledbat, HalvesForALossButKeepsTwoSegments) {
  LedbatConfig config;
  config.initial_window_segments = 9;
  Ledbat ledbat(config);
  AckScript sender(ledbat);
  sender.lose();
  EXPECT_EQ(ledbat.cwnd(), 4500u);
  sender.lose();
  sender.lose();
  EXPECT_EQ(ledbat.cwnd(), 2000u);
  sender.expire();
  EXPECT_EQ(ledbat.cwnd(), 1000u);
  sender.lose();  // min(cwnd, max(cwnd / 2, 2 MSS)): a loss never raises it
  EXPECT_EQ(ledbat.cwnd(), 1000u);
}

}  // namespace
}  // namespace docsis_vp::hosts::ledbat_test
