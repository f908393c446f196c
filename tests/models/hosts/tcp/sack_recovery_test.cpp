// The sender against RFC 6675 implemented a second time, over random losses: after each
// acknowledgment and each timeout both send the same segments in the same order.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "models/hosts/tcp/congestion/reno.h"
#include "models/hosts/tcp/tcp_endpoint.h"
#include "platform/base/random.h"
#include "tests/models/hosts/tcp/naive_sack_sender.h"
#include "tests/models/hosts/tcp/test_path.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts::sack_recovery_test {
namespace {

using Sent = NaiveSackSender::Sent;

// Tells of timeouts, between which and the next acknowledgment the window stays.
class NotingReno : public Reno {
 public:
  using Reno::Reno;
  void on_timeout(const CongestionSample& sample, bool first) override {
    Reno::on_timeout(sample, first);
    timed_out = true;
  }
  bool timed_out = false;
};

// Compares, packet by packet, what the endpoint sends with what the oracle would.
class Judge : public PacketSink {
 public:
  Judge(TcpEndpoint& endpoint, NaiveSackSender& oracle, NotingReno& reno)
      : endpoint_(endpoint), oracle_(oracle), reno_(reno) {}

  void note_sent(const Packet& packet) {
    if (packet.tcp.payload_bytes > 0) {
      if (reno_.timed_out) {
        settle();
        reno_.timed_out = false;
        ++timeouts;
        expected_ = oracle_.time_out(reno_.cwnd());
      }
      sent_.emplace_back(packet.tcp.sequence, packet.tcp.payload_bytes);
    }
  }
  void push(PacketHandle packet) override {
    settle();
    const TcpHeader header = packet->tcp;
    const bool begins = !endpoint_.established();
    endpoint_.push(std::move(packet));
    const std::vector<SackBlock> blocks(header.sack.begin(),
                                        header.sack.begin() + header.sack_count);
    if (begins) {
      expected_ = oracle_.begin(reno_.cwnd());
    } else if (endpoint_.established()) {
      expected_ = oracle_.acknowledge(header.acknowledgment, blocks, reno_.cwnd());
    }
    settle();
  }
  void settle() {
    EXPECT_EQ(sent_, expected_);
    segments += sent_.size();
    sent_.clear();
    expected_.clear();
  }

  std::uint64_t segments = 0;
  std::uint64_t timeouts = 0;

 private:
  TcpEndpoint& endpoint_;
  NaiveSackSender& oracle_;
  NotingReno& reno_;
  Sent sent_;
  Sent expected_;
};

struct Totals {
  std::uint64_t segments = 0;
  std::uint64_t timeouts = 0;
  std::uint64_t recoveries = 0;
};

void compare(std::uint64_t seed, Totals& totals) {
  RandomStream random(seed, "sack recovery");
  TcpConfig config;
  config.timestamps = random.below(2) == 0;
  config.keep_sack_on_timeout = random.below(2) == 0;
  config.initial_window = InitialWindow::kSegments;
  config.initial_window_segments = static_cast<unsigned>(2 + random.below(40));
  config.max_window_segments.reset();
  config.idle_restart = IdleRestart::kOff;
  const std::uint64_t total = 1 + random.below(250'000);

  PacketPool pool;
  ManualTimerQueue timers;
  TestPath up(timers, 10 * kPsPerMs);
  TestPath down(timers, 10 * kPsPerMs);
  TcpUser user;
  auto reno = std::make_unique<NotingReno>();
  NotingReno& noted = *reno;
  TcpEndpoint client(config, {timers, pool, up, 1}, std::move(reno), user);
  TcpEndpoint server(config, {timers, pool, down, 2}, std::make_unique<Reno>(), user);
  NaiveSackSender oracle(config.segment_bytes(), total, !config.keep_sack_on_timeout);
  Judge judge(client, oracle, noted);
  up.connect(server);
  down.connect(judge);
  server.listen();

  const std::uint64_t lost_permille = random.below(4) == 0 ? 300 : random.below(80);
  const std::uint64_t acks_lost_permille = random.below(3) == 0 ? random.below(300) : 0;
  const TimePs spread = random.below(3) == 0 ? 8 * kPsPerMs : 0;
  std::uint64_t burst = 0;
  up.decide([&](const Packet& packet) {
    judge.note_sent(packet);
    TestPath::Fate fate;
    if (packet.tcp.payload_bytes == 0) return fate;
    if (burst == 0 && random.below(200) == 0) burst = random.below(30);
    fate.lost = burst > 0 || random.below(1000) < lost_permille;
    burst -= burst > 0 ? 1 : 0;
    if (spread > 0)
      fate.later = static_cast<TimePs>(random.below(static_cast<std::uint64_t>(spread)));
    return fate;
  });
  down.decide([&](const Packet& packet) {
    TestPath::Fate fate;
    fate.lost = (packet.tcp.flags & kTcpSyn) == 0 && random.below(1000) < acks_lost_permille;
    return fate;
  });
  client.connect();
  client.write(total);
  timers.run_to(20'000 * kPsPerSecond);
  judge.settle();
  EXPECT_EQ(client.acked_bytes(), total);
  totals.segments += judge.segments;
  totals.timeouts += judge.timeouts;
  totals.recoveries += client.statistics().recoveries;
}

TEST(SackRecovery, SendsWhatASecondImplementationOfRfc6675Sends) {
  Totals totals;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    compare(seed, totals);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(totals.segments, 20'000U);
  EXPECT_GT(totals.recoveries, 300U);
  EXPECT_GT(totals.timeouts, 300U);
}

}  // namespace
}  // namespace docsis_vp::hosts::sack_recovery_test
