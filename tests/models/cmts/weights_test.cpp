// Upstream shares by weight, from 0.001 to 100 000.
#include <gtest/gtest.h>

#include <vector>

#include "models/cmts/fair_share.h"

namespace docsis_vp::cmts::weights_test {
namespace {

// Bits per second of Mbit/s, as weights are counted.
constexpr std::uint64_t weight_of(double weight) {
  return static_cast<std::uint64_t>(weight * 1e6);
}

struct LightBesideHeavy {
  // One asks for a packet of so many bytes at a time, the others for much.
  LightBesideHeavy(std::uint64_t light_bytes, std::vector<std::uint64_t> flow_weights)
      : bytes(light_bytes), weights(std::move(flow_weights)), share(weights.size()) {
    octets.resize(weights.size());
    asks.assign(weights.size(), true);
    for (UpstreamFlow flow = 0; flow < weights.size(); ++flow) share.begin_waiting(flow);
  }
  void divide(std::uint32_t minislots) {
    std::vector<FairShare::Claim> claims;
    for (UpstreamFlow flow = 0; flow < weights.size(); ++flow) {
      if (!asks[flow]) continue;
      claims.push_back({flow, 0, weights[flow], flow == 0 ? bytes : 10'000'000, 0, 0, 0});
    }
    share.divide(claims, channel, minislots, 100);
    for (const FairShare::Claim& claim : claims) {
      octets[claim.flow] += channel.bytes_in(claim.minislots);
    }
    // It asks again when it has sent its packet.
    if (claims[0].minislots > 0) share.begin_waiting(0);
  }
  double ratio() const { return static_cast<double>(octets[1]) / static_cast<double>(octets[0]); }

  docsis::ChannelGeometry channel{docsis::ChannelParameters{}};
  std::uint64_t bytes;
  std::vector<std::uint64_t> weights;
  FairShare share;
  std::vector<std::uint64_t> octets;
  std::vector<bool> asks;
};

TEST(Weights, SmallOnesHoldWhileTheirFlowsComeAndGo) {
  for (const std::uint64_t bytes : {64, 1'518}) {
    for (const double weight : {100., 500., 800., 1'522., 20'000.}) {
      LightBesideHeavy flows(bytes, {weight_of(1), weight_of(weight)});
      for (int packet = 0; packet < 60; ++packet) {
        const std::uint64_t before = flows.octets[0];
        while (flows.octets[0] == before) flows.divide(160);
      }
      EXPECT_NEAR(flows.ratio() / weight, 1, 0.02) << weight << ", packets of " << bytes;
    }
  }
}

TEST(Weights, TheSmallestHoldsBesideTheLargest) {
  LightBesideHeavy flows(64, {weight_of(0.001), weight_of(100'000)});
  flows.divide(160'000);
  const std::uint64_t first = flows.octets[0];
  EXPECT_GT(first, 0U);
  while (flows.octets[0] == first) flows.divide(160'000);
  EXPECT_NEAR(static_cast<double>(flows.octets[1]) / static_cast<double>(first), 1e8, 0.02e8);
}

TEST(Weights, AnOrdinaryTierKeepsItsPartBesideThreeOfEightHundred) {
  LightBesideHeavy flows(1'518, {weight_of(1), weight_of(800), weight_of(800), weight_of(800)});
  for (int map = 0; map < 40'000; ++map) flows.divide(1'600);
  EXPECT_NEAR(flows.ratio(), 800, 16);
  EXPECT_NEAR(static_cast<double>(flows.octets[2]), static_cast<double>(flows.octets[1]), 3'044);
}

// A light flow's debt goes no farther than what it got at once.
TEST(Weights, AnEqualThatComesLaterDoesNotStarveALightFlow) {
  LightBesideHeavy flows(10'000'000, {weight_of(1), weight_of(100'000), weight_of(1)});
  flows.asks = {true, true, false};
  for (int map = 0; map < 100; ++map) flows.divide(160);
  flows.asks = {true, false, true};
  flows.share.begin_waiting(2);
  const std::uint64_t before = flows.octets[0];
  for (int map = 0; map < 100; ++map) flows.divide(160);
  EXPECT_NEAR(static_cast<double>(flows.octets[0] - before), static_cast<double>(flows.octets[2]),
              4 * 1'522);
}

// A heavy flow on both channels, another one and a light one on the second alone.
TEST(Weights, SmallOnesHoldWhereChannelsOverlap) {
  for (const double weight : {10., 200., 800., 20'000.}) {
    FairShare share(3);
    for (UpstreamFlow flow = 0; flow < 3; ++flow) share.begin_waiting(flow);
    share.set_overlapping(true);
    const docsis::ChannelGeometry channel{docsis::ChannelParameters{}};
    const FairShare::Claim light{0, 0, weight_of(1), 1'518, 0, 0, 0};
    const FairShare::Claim heavy{1, 0, weight_of(weight), 200'000, 0, 0, 0};
    const FairShare::Claim bonded{2, 0, weight_of(weight), 200'000, 0, 0, 0};
    std::vector<double> octets(3);
    const auto divide = [&](std::vector<FairShare::Claim> claims, unsigned set, TimePs now) {
      share.begin_map(now);
      share.divide(claims, channel, 160, 100, set);
      share.end_map(claims, channel);
      for (const FairShare::Claim& claim : claims) {
        octets[claim.flow] += static_cast<double>(channel.bytes_in(claim.minislots));
        if (claim.flow == 0 && claim.minislots > 0) share.begin_waiting(0);
      }
    };
    // The light one sends a hundred packets.
    const double seconds = 100 * 1'536 * (weight + 1) * 8 / 30.72e6;
    TimePs now = kPsPerSecond;
    for (const auto end = now + static_cast<TimePs>(seconds * 1e12); now < end;) {
      divide({bonded}, 0, now);
      divide({light, heavy, bonded}, 1, now);
      now += 2 * kPsPerMs;
    }
    EXPECT_NEAR(octets[1] / octets[0] / weight, 1, 0.02) << weight;
    EXPECT_NEAR(octets[2] / (octets[0] + octets[1]), 1, 0.01) << weight;
  }
}

}  // namespace
}  // namespace docsis_vp::cmts::weights_test
