#include "system/assembly/modem/rf_plant.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system::rf_plant_test {
namespace {

struct Modem : docsis::DownstreamReceiver {
  void receive_management(unsigned channel, docsis::ManagementOctets) override {
    heard.emplace_back(channel, platform::now_ps());
  }
  void receive_packet(docsis::DownstreamFrame frame) override {
    packets.emplace_back(frame.packet->sequence, platform::now_ps());
  }
  std::vector<std::pair<unsigned, TimePs>> heard;
  std::vector<std::pair<std::uint64_t, TimePs>> packets;
};

struct Receiver : docsis::UpstreamReceiver {
  void receive(docsis::UpstreamBurst&& burst) override {
    heard.push_back({burst.modem, burst.sid, burst.arrival});
  }
  struct Heard {
    unsigned modem;
    unsigned sid;
    TimePs arrival;
  };
  std::vector<Heard> heard;
};

struct Bench {
  Bench() : plant("plant", {10 * kPsPerUs, 40 * kPsPerUs}) {
    plant.connect(cmts);
    plant.connect(0, modems[0]);
    plant.connect(1, modems[1]);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  void send(unsigned modem, unsigned sid, unsigned channel, TimePs end) {
    docsis::UpstreamBurst burst;
    burst.sid = static_cast<std::uint16_t>(sid);
    burst.channel = channel;
    burst.end = end;
    plant.upstream(modem).transmit(std::move(burst));
  }

  PacketPool pool;
  Receiver cmts;
  Modem modems[2];
  RfPlant plant;
};

TEST(RfPlant, UpstreamArrivesOneDelayAfterTheLastSymbol) {
  Bench bench;
  bench.send(1, 5, 0, 100 * kPsPerUs);
  bench.send(0, 6, 1, 120 * kPsPerUs);
  bench.send(0, 7, 0, 130 * kPsPerUs);
  bench.send(1, 8, 1, 100 * kPsPerUs);
  const std::vector<std::tuple<unsigned, unsigned, TimePs>> expected = {
      {1, 5, 140 * kPsPerUs},
      {0, 6, 130 * kPsPerUs},
      {0, 7, 140 * kPsPerUs},
      {1, 8, 140 * kPsPerUs},
  };
  ASSERT_EQ(bench.cmts.heard.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto& heard = bench.cmts.heard[i];
    EXPECT_EQ(std::make_tuple(heard.modem, heard.sid, heard.arrival), expected[i]) << i;
  }
}

TEST(RfPlant, DownstreamArrivesAtEachModemInItsOwnTime) {
  Bench bench;
  const auto frame = std::make_shared<const std::vector<std::uint8_t>>(40);
  bench.plant.broadcast(3, frame, 5 * kPsPerUs);
  PacketHandle packet = bench.pool.take();
  packet->sequence = 9;
  bench.plant.send(0, {0, std::move(packet)}, 6 * kPsPerUs);
  sc_core::sc_start(1, sc_core::SC_MS);
  using Heard = std::vector<std::pair<unsigned, TimePs>>;
  EXPECT_EQ(bench.modems[0].heard, (Heard{{3, 15 * kPsPerUs}}));
  EXPECT_EQ(bench.modems[1].heard, (Heard{{3, 45 * kPsPerUs}}));
  ASSERT_EQ(bench.modems[0].packets.size(), 1U);
  EXPECT_EQ(bench.modems[0].packets[0].second, 16 * kPsPerUs);
  EXPECT_TRUE(bench.modems[1].packets.empty());
}

// Listens for SID 7 only, and takes the kept frames when told to.
struct TakingModem : docsis::DownstreamReceiver, docsis::FrameListener {
  void receive_management(unsigned, docsis::ManagementOctets) override { FAIL(); }
  void receive_packet(docsis::DownstreamFrame) override {}
  docsis::FrameListener* take_from(docsis::FrameKeeper& from) override {
    keeper = &from;
    return this;
  }
  void frames_wait() override {
    ++times_told;
    take(platform::now_ps() + 1);
  }
  void take(TimePs end) {
    for (const auto& kept : keeper->take(end)) {
      arrived.push_back(kept.arrived / kPsPerUs);
    }
  }
  docsis::FrameKeeper* keeper = nullptr;
  unsigned times_told = 0;
  std::vector<TimePs> arrived;  // us
};

struct KeepingBench {
  KeepingBench() : plant("plant", {0, 0}) {
    plant.connect(cmts);
    plant.connect(0, taking);
    plant.connect(1, other);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  void broadcast_map(std::uint16_t sid, TimePs at_us, TimePs acknowledged_until = 1'000) {
    docsis::Map map;
    map.elements = {{sid, docsis::kIucAdvancedLongData, 0, 0}, {0, docsis::kIucNull, 4, 0}};
    auto frame = std::make_shared<docsis::ManagementFrame>();
    frame->exchange(map, acknowledged_until);
    plant.broadcast(0, frame, at_us * kPsPerUs);
    sc_core::sc_start(platform::to_sc_time((at_us + 1) * kPsPerUs - platform::now_ps()));
  }
  void broadcast_octets(TimePs at_us) {
    plant.broadcast(0, std::make_shared<const std::vector<std::uint8_t>>(40), at_us * kPsPerUs);
    sc_core::sc_start(platform::to_sc_time((at_us + 1) * kPsPerUs - platform::now_ps()));
  }

  Receiver cmts;
  TakingModem taking;
  Modem other;
  RfPlant plant;
};

TEST(RfPlant, KeepsWhatAModemNeedNotHear) {
  KeepingBench bench;
  using Times = std::vector<TimePs>;
  bench.broadcast_map(5, 10);
  EXPECT_EQ(bench.taking.arrived, (Times{10})) << "hears all in the beginning";
  EXPECT_FALSE(bench.taking.keeper->subscribe({7, 7}, kNever));
  bench.broadcast_map(5, 20);
  bench.broadcast_map(8, 30);
  EXPECT_EQ(bench.taking.times_told, 1U);
  bench.taking.take(30 * kPsPerUs);
  EXPECT_EQ(bench.taking.arrived, (Times{10, 20})) << "before that time";
  bench.broadcast_map(7, 40);
  EXPECT_EQ(bench.taking.arrived, (Times{10, 20, 30, 40})) << "named";
  bench.broadcast_octets(50);
  EXPECT_EQ(bench.taking.times_told, 3U) << "nobody knows what they say";
  EXPECT_FALSE(bench.taking.keeper->subscribe({7, 7}, 2'000));
  bench.broadcast_map(5, 60, 2'000);
  EXPECT_EQ(bench.taking.times_told, 3U) << "acknowledges too little";
  EXPECT_TRUE(bench.taking.keeper->subscribe({7, 7}, 1'999)) << "one that says enough has arrived";
  bench.broadcast_map(5, 70, 1'999);
  EXPECT_EQ(bench.taking.times_told, 3U);
  bench.broadcast_map(5, 80, 2'001);
  EXPECT_EQ(bench.taking.arrived, (Times{10, 20, 30, 40, 50, 60, 70, 80}));
  EXPECT_EQ(bench.other.heard.size(), 8U);
}

TEST(RfPlant, KeepsNoMoreThanItMust) {
  KeepingBench bench;
  bench.taking.keeper->subscribe({7, 7}, kNever);
  for (TimePs i = 0; i < 500; ++i) {
    bench.broadcast_map(5, 10 * i);
  }
  EXPECT_GE(bench.taking.arrived.size(), 400U);
  EXPECT_LE(bench.taking.times_told, 10U);
  bench.taking.take(kNever);
  ASSERT_EQ(bench.taking.arrived.size(), 500U);
  for (std::size_t i = 0; i < 500; ++i) {
    EXPECT_EQ(bench.taking.arrived[i], 10 * static_cast<TimePs>(i));
  }
}

// Bonded channels have rates and latencies of their own.
TEST(RfPlant, APacketOvertakesOneOnASlowerChannel) {
  Bench bench;
  for (std::uint64_t i = 0; i < 3; ++i) {
    PacketHandle packet = bench.pool.take();
    packet->sequence = i;
    const TimePs departed = (i == 1 ? 5 : 20 + static_cast<TimePs>(i)) * kPsPerUs;
    bench.plant.send(0, {static_cast<unsigned>(i), std::move(packet)}, departed);
  }
  sc_core::sc_start(1, sc_core::SC_MS);
  const std::vector<std::pair<std::uint64_t, TimePs>> expected = {
      {1, 15 * kPsPerUs}, {0, 30 * kPsPerUs}, {2, 32 * kPsPerUs}};
  EXPECT_EQ(bench.modems[0].packets, expected);
}

}  // namespace
}  // namespace docsis_vp::system::rf_plant_test
