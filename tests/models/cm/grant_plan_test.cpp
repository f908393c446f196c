// At which rate a burst has to be built, and is.
#include "models/cm/burst_builder/grant_plan.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/cm/queue_memory/queue_memory_config.h"
#include "platform/base/random.h"

namespace docsis_vp::cm::grant_plan_test {
namespace {

// A clock of 1 GHz and a port of 1 byte in a cycle: a cycle is 1 ns, a byte read is 1 ns.
struct Bench {
  Bench() {
    for (int i = 0; i < 4; ++i) {
      PacketHandle packet = pool.take();
      packet->size_bytes = 1000;
      stream.push({std::move(packet), 0, 0});
    }
  }
  const GrantPlan& planned(const std::vector<BuildUnit>& units) {
    plan.fill(units, stream, 4, 4000, port);
    plan.schedule(units, {32, 16, 0}, 0, clock, port);
    return plan;
  }
  // Bytes per microsecond.
  double needed(const std::vector<BuildUnit>& units, TimePs from = 0) {
    return planned(units).needed_rate(units, from) * kPsPerUs;
  }
  double peak(const std::vector<BuildUnit>& units) { return planned(units).peak_rate() * kPsPerUs; }

  PacketPool pool;
  FrameStream stream{{}};
  Clock clock{1'000'000'000};
  PortSchedule port{{1, 100, false}};
  GrantPlan plan;
};

// A frame every 100 us, its window 30 us and its deadline 10 us ahead.
std::vector<BuildUnit> frames(const std::vector<std::uint32_t>& capacities) {
  std::vector<BuildUnit> units;
  for (const std::uint32_t capacity : capacities) {
    const TimePs later = static_cast<TimePs>(units.size()) * 100 * kPsPerUs;
    units.push_back({capacity, later, later + 20 * kPsPerUs});
  }
  return units;
}

TEST(GrantPlan, AWholeBurstIsNeededBetweenItsWindowAndItsDeadline) {
  Bench bench;
  const std::vector<BuildUnit> whole = {{1006, 0, 100 * kPsPerUs}};
  EXPECT_DOUBLE_EQ(bench.needed(whole), 1000 / 100.0);
  EXPECT_DOUBLE_EQ(bench.needed(whole, 60 * kPsPerUs), 1000 / 40.0) << "learnt of later";
  EXPECT_DOUBLE_EQ(bench.peak(whole), 1000 / 1.048) << "32 cycles, 16, and 1000";
}

// 1000 bytes are written by 1000 ns, a descriptor of 32 bytes by 1032.
TEST(GrantPlan, APacketWaitsForItsDescriptor) {
  const std::vector<BuildUnit> whole = {{1006, 0, 100 * kPsPerUs}};
  for (const bool moved : {false, true}) {
    Bench bench;
    PacketHandle packet = bench.pool.take();
    packet->size_bytes = 1000;
    FrameStream stream{{}};
    std::uint64_t write = bench.port.write(0, packet->id, 1000);
    if (moved) {
      write = bench.port.move_descriptor(0, 32);
    }
    stream.push({std::move(packet), 0, write});
    bench.plan.fill(whole, stream, 1, 1000, bench.port);
    bench.plan.schedule(whole, {32, 16, 0, 25}, 0, bench.clock, bench.port);
    const TimePs ready = whole[0].deadline - bench.plan.slack();
    EXPECT_EQ(ready, (moved ? 1032 + 25 + 1000 : 2000) * kPsPerNs);
  }
}

TEST(GrantPlan, FramesAreNeededOneByOneWhereWindowsAreShort) {
  Bench bench;
  // A frame has 20 us; two together 120, three 220.
  EXPECT_DOUBLE_EQ(bench.needed(frames({506, 1006, 1006})), 1000 / 20.0);
  EXPECT_DOUBLE_EQ(bench.needed(frames({1006, 506, 506})), 1000 / 20.0);
  EXPECT_DOUBLE_EQ(bench.peak(frames({506, 1006, 1006})), 1000 / 1.016)
      << "of two packets one is touched before";
}

TEST(GrantPlan, FramesAreNeededTogetherWhereWindowsAreLong) {
  Bench bench;
  std::vector<BuildUnit> units = frames({1006, 1006, 1006});
  for (BuildUnit& unit : units) {
    unit.deadline += 480 * kPsPerUs;
  }
  EXPECT_DOUBLE_EQ(bench.needed(units), 3000 / 700.0);
}

// A packet costs its cycles once a segment, though it may lie in several frames of it.
TEST(GrantPlan, APacketCostsItsCyclesOnceHoweverTheBurstIsCut) {
  RandomStream random(1, "grant_plan_test");
  for (int i = 0; i < 500; ++i) {
    Bench bench;
    std::vector<BuildUnit> units;
    std::uint32_t room = 0;
    for (auto unit = random.between(1, 12); unit > 0; --unit) {
      const auto capacity = static_cast<std::uint32_t>(random.between(1, 700));
      units.push_back({capacity, 0, kPsPerSecond});
      room += capacity;
    }
    const std::uint32_t touched = std::min<std::uint32_t>(4, (room + 1005) / 1006);
    const auto end_at = [&](std::uint32_t cycles_per_packet) {
      bench.plan.fill(units, bench.stream, 4, 4000, bench.port);
      bench.plan.schedule(units, {32, cycles_per_packet, 0}, 0, bench.clock, bench.port);
      return bench.plan.end();
    };
    EXPECT_EQ(end_at(1'000) - end_at(0), 1'000U * touched) << room << " bytes";
    EXPECT_EQ(bench.plan.packets(), touched);
  }
}

TEST(GrantPlan, NothingIsNeededForNothing) {
  Bench bench;
  bench.plan.fill(frames({1006}), bench.stream, 0, 0, bench.port);
  EXPECT_EQ(bench.plan.needed_rate(frames({1006}), 0), 0);
  EXPECT_EQ(bench.plan.peak_rate(), 0);
}

}  // namespace
}  // namespace docsis_vp::cm::grant_plan_test
