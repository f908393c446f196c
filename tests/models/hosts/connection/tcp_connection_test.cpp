#include "models/hosts/connection/tcp_connection.h"

#include <gtest/gtest.h>

#include <vector>

#include "models/hosts/connection/exchange.h"
#include "tests/models/hosts/connection/tcp_network.h"

namespace docsis_vp::hosts::tcp_connection_test {
namespace {

constexpr TimePs kMs = kPsPerMs;

struct Note {
  TimePs opened = 0;
  TimePs closed = 0;
  std::uint64_t at_client = 0;
  std::uint64_t at_server = 0;
  std::uint64_t acked = 0;
};

struct NotingUser : ConnectionUser {
  explicit NotingUser(TimerQueue& queue) : timers(queue) {}
  void on_open(Connection&) override { notes.back().opened = timers.now(); }
  void on_received(Connection&, End at, std::uint64_t total) override {
    (at == End::kClient ? notes.back().at_client : notes.back().at_server) = total;
  }
  void on_acked(Connection&, End, std::uint64_t total) override { notes.back().acked = total; }
  void on_closed(Connection&) override { notes.back().closed = timers.now(); }

  void open(Connection& connection) {
    notes.emplace_back();
    connection.open(*this);
  }
  TimerQueue& timers;
  std::vector<Note> notes;
};

struct Bench {
  explicit Bench(const LinkConfig& link = {{}, 0, 10 * kMs, {}}, const TcpConfig& tcp = {})
      : network(link), user(network.timers), connection(network.connect(tcp)) {}
  void run(TimePs until) { network.timers.run_to(until); }

  TcpNetwork network;
  NotingUser user;
  TcpConnection& connection;
};

TEST(TcpConnection, OpensCarriesAndClosesAtExactTimes) {
  Bench bench;
  EXPECT_TRUE(bench.connection.closed());
  bench.user.open(bench.connection);
  EXPECT_FALSE(bench.connection.closed());
  bench.run(20 * kMs);
  EXPECT_EQ(bench.user.notes[0].opened, 20 * kMs);
  bench.connection.write(End::kClient, 3'000);
  bench.connection.close(End::kClient);
  EXPECT_EQ(bench.connection.unsent(End::kClient), 0U);
  bench.run(30 * kMs);
  EXPECT_EQ(bench.user.notes[0].at_server, 3'000U);
  bench.run(kPsPerSecond);
  EXPECT_EQ(bench.user.notes[0].acked, 3'000U);
  // FIN with the data at 30, the server's FIN at 40, its acknowledgment at 50.
  EXPECT_EQ(bench.user.notes[0].closed, 50 * kMs);
  EXPECT_TRUE(bench.connection.closed());
  EXPECT_EQ(bench.network.pool.in_use(), 0U);
}

TEST(TcpConnection, OpensAgainAndAgain) {
  Bench bench;
  for (int i = 0; i < 5; ++i) {
    const TimePs begin = i * kPsPerSecond;
    bench.run(begin);
    bench.user.open(bench.connection);
    bench.run(begin + 20 * kMs);
    bench.connection.write(End::kServer, 10'000);
    bench.connection.close(End::kServer);
    bench.run(begin + 900 * kMs);
    EXPECT_EQ(bench.user.notes.back().opened, begin + 20 * kMs);
    EXPECT_EQ(bench.user.notes.back().at_client, 10'000U) << i;
    EXPECT_TRUE(bench.connection.closed());
  }
  EXPECT_EQ(bench.connection.end(End::kClient).statistics().connections, 5U);
}

TEST(TcpConnection, KnowsWhatWasNotYetSent) {
  Bench bench;
  bench.user.open(bench.connection);
  bench.run(20 * kMs);
  bench.connection.write(End::kClient, 100'000);
  const std::uint64_t window = 10 * 1'448;  // initial
  EXPECT_EQ(bench.connection.unsent(End::kClient), 100'000 - window);
  bench.run(kPsPerSecond);
  EXPECT_EQ(bench.connection.unsent(End::kClient), 0U);
  bench.connection.write(End::kClient, 5);
  EXPECT_EQ(bench.connection.unsent(End::kClient), 0U);
}

TEST(TcpConnection, CutTakesBackWhatWasNotSent) {
  Bench bench({8'000'000, 0, 10 * kMs, {}});
  bench.user.open(bench.connection);
  bench.run(25 * kMs);
  bench.connection.write_forever(End::kClient);
  bench.run(2 * kPsPerSecond);
  EXPECT_FALSE(bench.connection.closed());
  EXPECT_GT(bench.user.notes[0].at_server, 1'500'000U);
  const TcpStatistics& client = bench.connection.end(End::kClient).statistics();
  const std::uint64_t sent = client.data_bytes - client.retransmitted_bytes;
  bench.connection.cut(End::kClient);
  bench.connection.cut(End::kClient);  // to no further effect
  bench.run(60 * kPsPerSecond);
  EXPECT_TRUE(bench.connection.closed());
  EXPECT_EQ(bench.user.notes[0].at_server, sent);
  bench.connection.cut(End::kClient);
}

TEST(TcpConnection, CutAfterTheLastOctetChangesNothing) {
  Bench bench;
  bench.user.open(bench.connection);
  bench.run(20 * kMs);
  bench.connection.write(End::kClient, 3'000);
  bench.connection.close(End::kClient);
  bench.connection.cut(End::kClient);
  bench.run(kPsPerSecond);
  EXPECT_EQ(bench.user.notes[0].at_server, 3'000U);
  EXPECT_EQ(bench.user.notes[0].closed, 50 * kMs);
}

TEST(TcpConnection, CutBeforeItIsOpenGivesItUp) {
  Bench bench;
  bench.user.open(bench.connection);
  bench.run(5 * kMs);
  bench.connection.cut(End::kClient);
  bench.run(kPsPerSecond);
  EXPECT_TRUE(bench.connection.closed());
  EXPECT_EQ(bench.user.notes[0].opened, 0);
  bench.user.open(bench.connection);
  bench.run(kPsPerSecond + 20 * kMs);
  EXPECT_EQ(bench.user.notes[1].opened, kPsPerSecond + 20 * kMs);
}

TEST(TcpConnection, FailsWithBothEndsIfNobodyAnswers) {
  TcpConfig tcp;
  tcp.syn_retries = 2;
  Bench bench({{}, 0, 10 * kMs, {}}, tcp);
  bench.network.set_loss(1);
  bench.user.open(bench.connection);
  bench.run(6 * kPsPerSecond);  // 1 + 2 + 4 s
  EXPECT_FALSE(bench.connection.closed());
  bench.run(7 * kPsPerSecond);
  EXPECT_TRUE(bench.connection.closed());
  EXPECT_EQ(bench.user.notes[0].closed, 7 * kPsPerSecond);
  bench.network.set_loss(0);
  bench.user.open(bench.connection);
  bench.run(8 * kPsPerSecond);
  EXPECT_EQ(bench.user.notes[1].opened, 7 * kPsPerSecond + 20 * kMs);
}

TEST(TcpConnection, HearsOfAFailureOnce) {
  struct Reopening : ConnectionUser {
    void on_closed(Connection& connection) override {
      ++closed;
      connection.open(*this);
    }
    unsigned closed = 0;
  };
  TcpConfig tcp;
  tcp.syn_retries = 0;
  tcp.max_rto = kPsPerSecond;
  Bench bench({{}, 0, 10 * kMs, {}}, tcp);
  bench.network.set_loss(1);
  Reopening user;
  bench.connection.open(user);
  bench.run(10 * kPsPerSecond + kMs);
  EXPECT_EQ(user.closed, 10U);
}

// Nothing is sent but SYNs, and once the path carries again the next try gets through.
TEST(TcpConnection, TriesAgainWithoutAStormAfterAHandshakeThatFailed) {
  TcpConfig config;
  config.initial_rto = 3 * kPsPerSecond;
  config.syn_retries = 3;
  Bench bench({{}, 0, 10 * kMs, {}}, config);
  struct Reopening : NotingUser {
    using NotingUser::NotingUser;
    void on_closed(Connection& connection) override {
      NotingUser::on_closed(connection);
      open(connection);
    }
  } user(bench.network.timers);
  bench.network.set_loss_to_clients(1);
  user.open(bench.connection);
  bench.run(400 * kPsPerSecond);
  const TcpStatistics& client = bench.connection.end(End::kClient).statistics();
  EXPECT_GE(client.failures, 5U);  // 45 s each
  EXPECT_LE(client.failures, 9U);
  EXPECT_LT(client.syns, 40U);
  bench.network.set_loss_to_clients(0);
  bench.run(460 * kPsPerSecond);
  EXPECT_EQ(client.connections, 1U);
}

TEST(TcpConnection, TellsWheneverItIsOpened) {
  Bench bench;
  unsigned openings = 0;
  bench.connection.observe_opening([&] {
    EXPECT_TRUE(bench.connection.closed()) << "told before";
    ++openings;
  });
  bench.user.open(bench.connection);
  EXPECT_EQ(openings, 1U);
  bench.run(20 * kMs);
  bench.connection.close(End::kClient);
  bench.run(10 * kPsPerSecond);
  ASSERT_TRUE(bench.connection.closed());
  EXPECT_EQ(openings, 1U);
  bench.user.open(bench.connection);
  EXPECT_EQ(openings, 2U);
}

}  // namespace
}  // namespace docsis_vp::hosts::tcp_connection_test
