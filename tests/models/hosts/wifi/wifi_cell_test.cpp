#include "models/hosts/wifi/wifi_cell.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "platform/base/errors.h"
#include "tests/models/hosts/wifi/wifi_bench.h"

namespace docsis_vp::hosts::wifi_cell_test {
namespace {

constexpr TimePs kUs = kPsPerUs;
constexpr double kGood = 60;  // dB
constexpr double kDeaf = 0;

constexpr TimePs kFullAt54 = 254 * kUs;  // 1536 octets: 57 symbols
constexpr TimePs kAckAt54 = 34 * kUs;

TEST(WifiCell, AFrameOnAnIdleChannelBeginsAtTheNextSlot) {
  WifiBench bench;
  bench.add(kGood, 54);
  bench.timers.run_to(1'005 * kUs);  // slots begin 28 us after 0, every 9 us: 1000, 1009
  bench.push(0);
  bench.timers.run_to(1'109 * kUs);
  EXPECT_EQ(bench.cell.busy(bench.timers.now()), 100 * kUs);
  bench.timers.run_to(5'000 * kUs);
  EXPECT_EQ(bench.modem.times, (std::vector<TimePs>{1'009 * kUs + kFullAt54}));
  EXPECT_EQ(bench.cell.up(0).peak_packets, 0U);  // none waited behind it
  EXPECT_EQ(bench.cell.busy(bench.timers.now()), kFullAt54 + kWifiSifs + kAckAt54);
  EXPECT_EQ(bench.cell.up(0).airtime, kFullAt54 + kAckAt54);
}

TEST(WifiCell, ThroughputCountsFramesThatArriveAfterTheWarmup) {
  WifiCellConfig config = WifiBench::named();
  config.warmup = 1'400 * kUs;
  WifiBench bench(config);
  bench.add(kGood, 54);
  bench.timers.run_to(1'000 * kUs);
  bench.push(0);
  bench.push(0);
  bench.push(0);
  bench.timers.run_to(10'000 * kUs);
  EXPECT_EQ(bench.modem.times.size(), 3U);
  EXPECT_LT(bench.modem.times[0], config.warmup);
  EXPECT_GT(bench.modem.times[1], config.warmup);
  EXPECT_EQ(bench.cell.up(0).measured_bytes, 2U * WifiBench::kFullFrame);
  EXPECT_EQ(bench.cell.up(0).delay_ps.count(), 0U);  // of frames that entered after it
  EXPECT_EQ(bench.cell.up(0).peak_packets, 2U);
}

// The second frame waits for the first one's acknowledgment, DIFS and a backoff of whole slots.
TEST(WifiCell, FramesBackToBackAreDifsAndABackoffApart) {
  std::set<TimePs> slots;
  TimePs sum = 0;
  constexpr int kFrames = 2'000;
  WifiBench bench;
  bench.add(kGood, 54);
  for (int i = 0; i <= kFrames; ++i) {
    if (i % 500 == 0) bench.timers.run_to(bench.timers.now() + kPsPerSecond);
    bench.push(0);
  }
  bench.timers.run_to(bench.timers.now() + kPsPerSecond);
  ASSERT_EQ(bench.modem.times.size(), kFrames + 1U);
  for (std::size_t i = 1; i < bench.modem.times.size(); ++i) {
    if (i % 500 == 0) continue;
    const TimePs backoff = bench.modem.times[i] - bench.modem.times[i - 1] - kWifiSifs - kAckAt54 -
                           kWifiDifs - kFullAt54;
    ASSERT_EQ(backoff % kWifiSlot, 0);
    slots.insert(backoff / kWifiSlot);
    sum += backoff / kWifiSlot;
  }
  EXPECT_EQ(slots.size(), 16U);  // 0 to CWmin
  EXPECT_EQ(*slots.rbegin(), 15);
  EXPECT_NEAR(static_cast<double>(sum) / kFrames, 7.5, 0.3);
}

// The channel is idle, and the backoff after the frame before has passed.
TEST(WifiCell, AFrameAfterTheLastBackoffDrawsNoNewOne) {
  WifiBench bench;
  bench.add(kGood, 54);
  for (int i = 0; i < 20; ++i) {
    const TimePs at = (i + 1) * kPsPerMs;
    bench.timers.run_to(at);
    bench.push(0);
    bench.timers.run_to(at + 900 * kUs);
    ASSERT_EQ(bench.modem.times.size(), i + 1U);
    EXPECT_LE(bench.modem.times.back() - at - kFullAt54, kWifiSlot);
  }
}

TEST(WifiCell, BothDirectionsShareTheChannel) {
  WifiBench bench;
  bench.add(kGood, 54);
  bench.saturate(0);
  bench.saturate(WifiBench::kDown);
  bench.timers.run_to(5 * kPsPerSecond);
  const auto up = static_cast<double>(bench.modem.times.size());
  const auto down = static_cast<double>(bench.hosts.times.size());
  EXPECT_NEAR(up / down, 1, 0.03);
  EXPECT_EQ(bench.cell.up(0).collisions, bench.cell.down(0).collisions);
  EXPECT_GT(bench.cell.up(0).collisions, 0U);
  EXPECT_EQ(bench.cell.up(0).errors, 0U);
}

// Seven tries of 6 Mbit/s on a channel that lets nothing through; windows of 15, 31, ... 1023.
TEST(WifiCell, AFrameIsLostAfterItsRetryLimit) {
  WifiBench bench;
  bench.add(kDeaf, 6);
  bench.push(0, 64);
  bench.timers.run_to(kPsPerSecond);
  const WifiCount& count = bench.cell.up(0);
  EXPECT_EQ(count.sendings, 7U);
  EXPECT_EQ(count.errors, 7U);
  EXPECT_EQ(count.retry_drops, 1U);
  EXPECT_EQ(count.delivered_packets, 0U);
  EXPECT_EQ(bench.flows.count(0).dropped_packets, 1U);
  EXPECT_EQ(bench.flows.waiting_bytes(0), 0U);
  // 82 octets: 20 us, 29 symbols, 6 us.
  EXPECT_EQ(count.data_airtime, 7 * (26 + 4 * 29) * kUs);
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

TEST(WifiCell, TheWindowDoublesUpToItsLimit) {
  WifiCellConfig config = WifiBench::named();
  config.retry_limit = 12;
  WifiBench bench(config);
  bench.add(kDeaf, 6);
  double slots = 0;
  constexpr int kFrames = 400;
  for (int i = 0; i < kFrames; ++i) {
    const TimePs at = bench.timers.now() + 200 * kPsPerMs;
    bench.timers.run_to(at);
    bench.push(0, 64);
    TimePs end = at;
    while (bench.cell.up(0).retry_drops < static_cast<std::uint64_t>(i) + 1) {
      bench.timers.run_to(end += kUs);
    }
    const TimePs each = (26 + 4 * 29) * kUs + kWifiSifs + 50 * kUs + kWifiDifs;
    slots += static_cast<double>(end - at - 12 * each) / kWifiSlot;
    bench.timers.run_to(end + 100 * kPsPerMs);
  }
  // Half of 31, 63, ... 1023, and 1023 five times more.
  EXPECT_NEAR(slots / kFrames, (31 + 63 + 127 + 255 + 511 + 6 * 1023) / 2.0, 100);
}

// All of one instant begin in one slot.
TEST(WifiCell, FramesOfOneSlotCollide) {
  WifiBench bench;
  for (int i = 0; i < 3; ++i) bench.add(kGood, 54);
  bench.timers.run_to(1'005 * kUs);
  for (FlowId i = 0; i < 3; ++i) bench.push(i);
  bench.timers.run_to(1'009 * kUs + kFullAt54);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(bench.cell.up(i).collisions, 1U) << i;
  bench.timers.run_to(kPsPerSecond);
  EXPECT_EQ(bench.modem.times.size(), 3U);
  // Nobody sends before EIFS: an acknowledgment at 6 Mbit/s, 50 us, and DIFS.
  const TimePs wait = bench.modem.times[0] - (1'009 * kUs + kFullAt54) - kFullAt54;
  EXPECT_GE(wait, kWifiSifs + 50 * kUs + kWifiDifs);
  EXPECT_EQ((wait - kWifiSifs - 50 * kUs - kWifiDifs) % kWifiSlot, 0);
}

// Frames that come while another is on the air: one in sixteen pairs draws the same slot.
TEST(WifiCell, AFrameThatFindsTheChannelBusyDrawsABackoff) {
  WifiBench bench;
  for (int i = 0; i < 3; ++i) bench.add(kGood, 54);
  constexpr int kRounds = 400;
  for (int i = 1; i <= kRounds; ++i) {
    bench.timers.run_to(i * 20 * kPsPerMs);
    bench.push(0);
    bench.timers.run_to(bench.timers.now() + 100 * kUs);
    bench.push(1);
    bench.push(2);
  }
  bench.timers.run_to((kRounds + 1) * 20 * kPsPerMs);
  EXPECT_EQ(bench.modem.times.size(), 3U * kRounds);
  EXPECT_EQ(bench.cell.up(0).collisions, 0U);
  EXPECT_EQ(bench.cell.up(1).collisions, bench.cell.up(2).collisions);
  EXPECT_NEAR(static_cast<double>(bench.cell.up(1).collisions), kRounds / 16.0, 15);
}

TEST(WifiCell, QueuesAreFinite) {
  WifiCellConfig config = WifiBench::named();
  config.station_packets = 5;
  config.ap_packets = 3;
  WifiBench bench(config);
  bench.add(kGood, 54);
  for (int i = 0; i < 20; ++i) {
    bench.push(0);
    bench.push(WifiBench::kDown);
  }
  bench.timers.run_to(kPsPerSecond);
  EXPECT_EQ(bench.cell.up(0).queue_drops, 14U);
  EXPECT_EQ(bench.cell.down(0).queue_drops, 16U);
  EXPECT_EQ(bench.modem.times.size(), 6U);
  EXPECT_EQ(bench.hosts.times.size(), 4U);
  EXPECT_EQ(bench.flows.count(0).dropped_packets, 14U);
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

// Its frames wait without limit, and it hears when one has left.
TEST(WifiCell, ASenderWithFlowControlLosesNothingInTheQueue) {
  WifiCellConfig config = WifiBench::named();
  config.station_packets = 1;
  WifiBench bench(config);
  bench.add(kGood, 54);
  unsigned resumed = 0;
  bench.flows.set_flow_control(0, [&] { ++resumed; });
  for (int i = 0; i < 10; ++i) bench.push(0);
  EXPECT_EQ(bench.flows.waiting_bytes(0), 10U * WifiBench::kFullFrame);
  bench.flows.stop(0);
  bench.timers.run_to(kPsPerSecond);
  EXPECT_EQ(resumed, 1U);
  EXPECT_EQ(bench.modem.times.size(), 10U);
  EXPECT_EQ(bench.flows.waiting_bytes(0), 0U);
}

TEST(WifiCell, ConservesFrames) {
  WifiCellConfig config = WifiBench::named();
  config.station_packets = 20;
  config.ap_packets = 20;
  WifiBench bench(config);
  bench.add(20, 0);
  bench.add(6, 0);
  bench.add(21, 54);
  RandomStream random(1, "test");
  for (int i = 0; i < 8'000; ++i) {
    bench.timers.run_to(bench.timers.now() + random.between(0, 600) * kUs);
    const auto station = static_cast<FlowId>(random.below(3));
    bench.push(station + (random.below(2) == 0 ? 0 : WifiBench::kDown),
               static_cast<std::uint32_t>(random.between(64, 1'518)));
    if (i % 100 == 0) {
      ASSERT_EQ(bench.pool.in_use(), bench.cell.packets_up() + bench.cell.packets_down());
    }
  }
  bench.timers.run_to(bench.timers.now() + 1);
  std::uint64_t entered = 0;
  std::uint64_t lost = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (const bool is_up : {true, false}) {
      const WifiCount& count = is_up ? bench.cell.up(i) : bench.cell.down(i);
      const std::size_t waiting = is_up ? bench.cell.packets_up(i) : bench.cell.packets_down(i);
      EXPECT_EQ(count.entered_packets,
                count.delivered_packets + count.queue_drops + count.retry_drops + waiting);
      EXPECT_LE(count.collisions + count.errors, count.sendings);
      entered += count.entered_packets;
      lost += count.queue_drops + count.retry_drops;
    }
  }
  EXPECT_EQ(entered, 8'000U);
  EXPECT_GT(lost, 0U);
}

// The order in which the processes of one instant push makes no difference.
TEST(WifiCell, OrdersOneInstantByFlow) {
  std::vector<std::vector<TimePs>> times;
  for (const bool reversed : {false, true}) {
    WifiBench bench;
    for (int i = 0; i < 4; ++i) bench.add(22, 54);
    for (int round = 0; round < 200; ++round) {
      for (FlowId i = 0; i < 4; ++i) {
        const FlowId station = reversed ? 3 - i : i;
        bench.pushed = static_cast<std::uint64_t>(round);
        bench.push(station);
        bench.pushed = static_cast<std::uint64_t>(round);
        bench.push(WifiBench::kDown + station);
      }
      bench.timers.run_to(bench.timers.now() + 2 * kPsPerMs);
    }
    bench.timers.run_to(bench.timers.now() + kPsPerSecond);
    times.push_back(bench.modem.times);
    times.push_back(bench.hosts.times);
  }
  EXPECT_EQ(times[0], times[2]);
  EXPECT_EQ(times[1], times[3]);
  EXPECT_GT(times[0].size(), 700U);
}

// The channel changes from 54 Mbit/s to one that carries at most 12.
TEST(WifiCell, MinstrelFollowsAChannelThatChanges) {
  WifiBench bench;
  WifiStationConfig station;
  station.name = "laptop";
  station.snr = {{0, 30}, {3 * kPsPerSecond, 8}, {6 * kPsPerSecond, 17.5}};
  bench.add(station);
  bench.saturate(0);
  double mbps[3];
  std::uint64_t before = 0;
  for (int i = 0; i < 3; ++i) {
    bench.timers.run_to((3 * i + 1) * kPsPerSecond);
    before = bench.cell.up(0).delivered_packets;
    bench.timers.run_to((3 * i + 3) * kPsPerSecond);
    mbps[i] = static_cast<double>(bench.cell.up(0).delivered_packets - before) * 12'000 / 2e6;
  }
  EXPECT_NEAR(mbps[0], 30.3, 1.5);  // 54
  // 12 Mbit/s carry 10.0; samples of rates that get nothing through cost a part.
  EXPECT_GT(mbps[1], 7.6);
  EXPECT_LT(mbps[1], 10);
  EXPECT_NEAR(mbps[2], 23.4, 2.5);  // 36
  EXPECT_EQ(bench.cell.up(0).queue_drops, 0U);
}

TEST(WifiCell, RefusesQueuesOfNothing) {
  ManualTimerQueue timers;
  HostFlows flows;
  WifiBench bench;
  for (const auto change : {+[](WifiCellConfig& c) { c.station_packets = 0; },
                            +[](WifiCellConfig& c) { c.ap_packets = 0; },
                            +[](WifiCellConfig& c) { c.retry_limit = 0; }}) {
    WifiCellConfig config = WifiBench::named();
    change(config);
    EXPECT_THROW(WifiCell(config, flows, timers, bench.hosts), ConfigError);
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::wifi_cell_test
