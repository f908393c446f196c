// A modem that bonds a TDMA channel of DOCSIS 3.0 with an OFDMA channel of 3.1.
#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "models/cm/modem/modem.h"
#include "models/cmts/cmts.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/modem/rf_plant.h"

namespace docsis_vp::system::mixed_channels_test {
namespace {

constexpr unsigned kTdma = 0;
constexpr unsigned kOfdma = 1;

std::vector<docsis::ChannelParameters> channels() {
  docsis::ChannelParameters tdma;
  tdma.name = "tdma";
  docsis::ChannelParameters ofdma;
  ofdma.name = "ofdma";
  ofdma.channel_id = 2;
  docsis::apply(docsis::OfdmaSettings{}, ofdma);
  return {tdma, ofdma};
}

// 15 frames of 135 us are 162 minislots of 12.5 us: one MAP interval fits both.
cmts::CmtsConfig cmts_settings() {
  cmts::CmtsConfig config;
  config.timing = *docsis::find_timing_profile("docsis31");
  config.timing.map_lead_ps = 1'200 * kPsPerUs;  // two MAPs behind each other
  config.channels = channels();
  config.flows.resize(1);
  config.downstream.modems.resize(1);
  return config;
}

cm::DataPathConfig modem_settings() {
  cm::DataPathConfig config;
  config.channels = channels();
  cm::DataPathFlowConfig flow;
  flow.law.algorithm = "none";
  flow.law.settings.buffer_bytes = 4U << 20;
  flow.queue.bytes = 4U << 20;
  flow.sids = {1, 1};
  config.flows = {flow};
  return config;
}

struct OrderedSink : PacketSink {
  void push(PacketHandle packet) override {
    EXPECT_EQ(packet->sequence, packets);
    ++packets;
  }
  std::uint64_t packets = 0;
};

// Bursts by channel, on their way to the plant.
struct CountingTransmitter : docsis::UpstreamTransmitter {
  explicit CountingTransmitter(docsis::UpstreamTransmitter& next) : plant(next) {}
  void transmit(docsis::UpstreamBurst&& burst) override {
    bursts[burst.channel] += burst.runs.empty() ? 0 : 1;
    plant.transmit(std::move(burst));
  }
  docsis::UpstreamTransmitter& plant;
  std::array<unsigned, 2> bursts{};
};

struct Bench {
  Bench() {
    plant.connect(0, modem);
    plant.connect(cmts.upstream());
    flow = flows.add("upload", FlowKey{});
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  // A packet of 1500 bytes every 100 us.
  void run_until_ms(TimePs end_ms) {
    while (platform::now_ps() < end_ms * kPsPerMs) {
      PacketHandle packet = pool.take();
      packet->size_bytes = 1500;
      packet->flow = flow;
      packet->sequence = offered++;
      modem.lan().push(std::move(packet));
      sc_core::sc_start(100, sc_core::SC_US);
    }
  }
  void use(const std::vector<unsigned>& indices) {
    std::vector<std::uint16_t> sids(2);
    for (const unsigned index : indices) sids[index] = 1;
    modem.use_channels(0, sids);
    cmts.assign(0, indices);
  }

  PacketPool pool;
  FlowTable flows;
  FlowId flow = 0;
  std::uint64_t offered = 0;
  OrderedSink wan;
  OrderedSink lan;
  RfPlant plant{"plant", {40 * kPsPerUs}};
  CountingTransmitter air{plant.upstream(0)};
  cmts::Cmts cmts{"cmts", cmts_settings(), plant, wan};
  cm::Modem modem{"cm", modem_settings(), flows, air, lan};
};

TEST(MixedChannels, BondTdmaWithOfdmaInOrder) {
  Bench bench;
  bench.run_until_ms(1000);
  EXPECT_GT(bench.air.bursts[kTdma], 100U);
  EXPECT_GT(bench.air.bursts[kOfdma], 100U);
  const cm::FlowStatistics statistics = bench.modem.statistics(0);
  EXPECT_TRUE(statistics.conserved());
  EXPECT_EQ(statistics.buffer_drops.packets, 0U);
  EXPECT_GT(bench.wan.packets, 9'800U);  // what waits for its grant is on the way
  EXPECT_EQ(bench.cmts.receiver().flow_counters(0).missing_segments, 0U);
  for (const unsigned channel : {kTdma, kOfdma}) {
    EXPECT_EQ(bench.modem.builder().channel(channel).missed, 0U);
    EXPECT_EQ(bench.modem.builder().channel(channel).late, 0U);
  }
}

// 120 Mbit/s do not fit into 30.72; what waited there leaves in order when the OFDMA channel is
// back.
TEST(MixedChannels, KeepTheOrderThroughAMoveFromOneKindToTheOther) {
  Bench bench;
  bench.run_until_ms(200);
  bench.use({kTdma});
  const unsigned before = bench.air.bursts[kOfdma];
  bench.run_until_ms(300);
  EXPECT_LE(bench.air.bursts[kOfdma], before + 2);  // those granted before
  EXPECT_GT(bench.modem.statistics(0).queued.packets, 500U);
  bench.use({kOfdma});
  const unsigned tdma = bench.air.bursts[kTdma];
  bench.run_until_ms(500);
  EXPECT_LE(bench.air.bursts[kTdma], tdma + 2);
  EXPECT_LT(bench.modem.statistics(0).queued.packets, 150U);
  EXPECT_EQ(bench.cmts.receiver().flow_counters(0).missing_segments, 0U);
  EXPECT_EQ(bench.cmts.receiver().flow_counters(0).stale_segments, 0U);
  EXPECT_GT(bench.wan.packets, 4'800U);
}

}  // namespace
}  // namespace docsis_vp::system::mixed_channels_test
