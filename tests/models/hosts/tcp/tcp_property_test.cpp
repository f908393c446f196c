// Whatever the path does, every octet arrives once and in order, the connection ends, and a second
// run is the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "platform/base/random.h"
#include "tests/models/hosts/tcp/tcp_pair.h"

namespace docsis_vp::hosts::tcp_property_test {
namespace {

struct Weather {
  const char* name;
  unsigned lost_permille;
  unsigned doubled_permille;
  unsigned marked_permille;
  TimePs spread;  // extra delay, uniform: reordering
};

void PrintTo(const Weather& weather, std::ostream* out) {
  *out << weather.name;
}

constexpr Weather kWeathers[] = {
    {"clear", 0, 0, 0, 0},
    {"lossy", 20, 0, 0, 0},
    {"very lossy", 250, 0, 0, 0},
    {"reordering", 0, 0, 0, 5 * kPsPerMs},
    {"doubling", 5, 100, 0, 0},
    {"marking", 3, 0, 50, 0},
    {"all of it", 60, 50, 50, 8 * kPsPerMs},
};

std::vector<TcpConfig> configs() {
  std::vector<TcpConfig> all;
  for (const char* preset : {"linux", "bsd-sack", "ns2-sack1", "ns2-linux-cubic"}) {
    all.push_back(*tcp_preset(preset));
  }
  for (const TcpEcn ecn : {TcpEcn::kClassic, TcpEcn::kDctcp, TcpEcn::kAccurate}) {
    TcpConfig config = all[0];
    config.ecn = ecn;
    all.push_back(config);
  }
  TcpConfig newreno;
  newreno.recovery = RecoveryMethod::kNewReno;
  newreno.nagle = true;
  all.push_back(newreno);
  newreno.timestamps = false;
  newreno.limited_transmit = false;
  newreno.receive_buffer_bytes = 10'000;
  newreno.window_scaling = false;
  newreno.ack_every = 1;
  all.push_back(newreno);
  TcpConfig small = all[0];
  small.receive_buffer_bytes = 3'000;
  small.mss_bytes = 700;
  small.limited_transmit = false;
  all.push_back(small);
  for (TcpConfig& config : all) {
    config.max_rto = 4 * kPsPerSecond;  // a very lossy path shall not take hours
    config.syn_retries = 100;
  }
  return all;
}

void expose(TestPath& path, const Weather& weather, std::uint64_t seed, const std::string& name) {
  auto random = std::make_shared<RandomStream>(seed, name);
  path.decide([weather, random](const Packet&) {
    TestPath::Fate fate;
    fate.lost = random->below(1000) < weather.lost_permille;
    fate.doubled = random->below(1000) < weather.doubled_permille;
    fate.marked = random->below(1000) < weather.marked_permille;
    if (weather.spread > 0) {
      fate.later = static_cast<TimePs>(random->below(static_cast<std::uint64_t>(weather.spread)));
    }
    return fate;
  });
}

using Digest = std::vector<std::uint64_t>;

Digest transfer(const TcpConfig& config, const Weather& weather, std::uint64_t seed) {
  TcpPair pair(config, 5 * kPsPerMs);
  expose(pair.up, weather, seed, "up");
  expose(pair.down, weather, seed, "down");
  RandomStream random(seed, "sizes");
  const std::uint64_t up = random.below(400'000);
  const std::uint64_t down = random.below(3) == 0 ? random.below(100'000) : 0;
  std::uint64_t left = up;
  Digest digest;
  // Delivery never jumps back or past what was written.
  std::uint64_t high = 0;
  pair.server_user.then = [&](const std::string& what, TcpEndpoint& server) {
    if (what == "established" && down > 0) server.write(down);
    if (what == "delivered") {
      EXPECT_GT(pair.server_user.delivered, high);
      high = pair.server_user.delivered;
      digest.push_back(high);
      digest.push_back(static_cast<std::uint64_t>(pair.timers.now()));
    }
  };
  pair.client.connect();
  while (left > 0) {
    const std::uint64_t piece = std::min(left, 1 + random.below(60'000));
    pair.client.write(piece);
    left -= piece;
    pair.run(pair.timers.now() + static_cast<TimePs>(random.below(30)) * kPsPerMs);
  }
  pair.client.close();
  pair.run(pair.timers.now() + 4'000 * kPsPerSecond);

  EXPECT_TRUE(pair.client.closed());
  EXPECT_FALSE(pair.client.failed());
  EXPECT_TRUE(pair.server.closed());
  EXPECT_EQ(pair.server_user.delivered, up);
  EXPECT_EQ(pair.client_user.delivered, down);
  EXPECT_EQ(pair.client_user.acked, up);
  EXPECT_EQ(pair.client_user.closed, 1U);
  EXPECT_EQ(pair.server_user.closed, 1U);
  EXPECT_EQ(pair.server_user.peer_closed, 1U);
  EXPECT_EQ(pair.pool.in_use(), 0U);
  EXPECT_EQ(pair.timers.next(), kNever) << "a timer outlives the connection";
  const TcpStatistics& sent = pair.client.statistics();
  EXPECT_EQ(sent.data_bytes - sent.retransmitted_bytes, up);
  if (weather.lost_permille == 0 && weather.doubled_permille == 0 && weather.spread == 0) {
    EXPECT_EQ(sent.retransmitted_segments, 0U);
    EXPECT_EQ(sent.timeouts, 0U);
  }
  digest.push_back(pair.up.packets);
  digest.push_back(pair.down.octets);
  return digest;
}

class Transfers : public testing::TestWithParam<Weather> {};

TEST_P(Transfers, DeliverEachOctetOnceInOrderAndEndAndRepeat) {
  const Weather& weather = GetParam();
  std::size_t index = 0;
  for (const TcpConfig& config : configs()) {
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      SCOPED_TRACE(std::string(weather.name) + ", configuration " + std::to_string(index) +
                   ", seed " + std::to_string(seed));
      const Digest first = transfer(config, weather, seed);
      if (seed == 0) {
        EXPECT_EQ(first, transfer(config, weather, seed));
      }
      if (testing::Test::HasFailure()) return;
    }
    ++index;
  }
}

INSTANTIATE_TEST_SUITE_P(Weather, Transfers, testing::ValuesIn(kWeathers),
                         [](const testing::TestParamInfo<Weather>& one) {
                           std::string name = one.param.name;
                           name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
                           return name;
                         });

}  // namespace
}  // namespace docsis_vp::hosts::tcp_property_test
