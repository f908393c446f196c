// How connections begin and end.
#include <gtest/gtest.h>

#include "tests/models/hosts/tcp/script.h"

namespace docsis_vp::hosts::tcp_handshake_test {
namespace {

using Lines = Script::Lines;

// The connect times that the 2012 study saw when its page began at 1 s.
TEST(TcpHandshake, RepeatsSynAsTheWebClientsOf2012) {
  TcpConfig config = *tcp_preset("bsd-sack");
  config.syn_retries = 8;
  Script script(config);
  script.run_to(1'000);
  script.endpoint.connect();
  script.run_to(1'000'000);
  script.expect({"1000 syn", "4000 syn", "10000 syn", "22000 syn", "46000 syn", "94000 syn",
                 "154000 syn", "214000 syn", "274000 syn"});
  EXPECT_TRUE(script.endpoint.failed());
  EXPECT_TRUE(script.endpoint.closed());
  EXPECT_EQ(script.user.closed, 1U);
  EXPECT_EQ(script.user.established, 0U);
}

TEST(TcpHandshake, RepeatsSynFromOneSecondBySixtyAtMost) {
  TcpConfig config = plain_config();
  config.syn_retries = 7;
  Script script(config);
  script.endpoint.connect();
  script.run_to(1'000'000);
  script.expect({"0 syn", "1000 syn", "3000 syn", "7000 syn", "15000 syn", "31000 syn", "63000 syn",
                 "123000 syn"});
}

TEST(TcpHandshake, AcknowledgesAndSendsTheInitialWindow) {
  struct Row {
    InitialWindow window;
    std::uint32_t mss;
    bool timestamps;
    std::size_t segments;
  };
  for (const Row& row :
       {Row{InitialWindow::kRfc6928, 1460, false, 10}, Row{InitialWindow::kRfc6928, 1460, true, 10},
        Row{InitialWindow::kRfc6928, 8960, false, 2}, Row{InitialWindow::kRfc6928, 3000, false, 4},
        Row{InitialWindow::kRfc5681, 1000, false, 4}, Row{InitialWindow::kRfc5681, 1460, false, 3},
        Row{InitialWindow::kRfc5681, 8960, false, 2},
        Row{InitialWindow::kSegments, 1460, false, 7}}) {
    TcpConfig config;
    config.initial_window = row.window;
    config.initial_window_segments = 7;
    config.mss_bytes = row.mss;
    config.timestamps = row.timestamps;
    Script script(config);
    script.endpoint.connect();
    script.endpoint.write(1'000'000);
    script.run_to(100);
    TcpHeader header = script.blank(kTcpSyn | kTcpAck);
    header.syn_offer = 0xF;
    header.syn_mss_bytes = 8960;
    header.acknowledgment = 1;
    header.window_bytes = 65'535;
    script.lines.clear();
    script.inject(header);
    ASSERT_EQ(script.lines.size(), 1 + row.segments) << row.mss;
    EXPECT_EQ(script.lines[0], "100 ack 1");
    EXPECT_EQ(script.last.payload_bytes, row.mss - (row.timestamps ? 12U : 0U));
  }
}

TEST(TcpHandshake, FramesHoldTheHeadersOfTheirIpVersion) {
  for (const std::uint32_t ip_header_bytes : {20U, 40U}) {
    TcpConfig config = plain_config();
    config.ip_header_bytes = ip_header_bytes;
    Script script(config);
    script.establish();
    script.endpoint.write(1'000);
    EXPECT_EQ(script.sizes.back(), 18 + ip_header_bytes + 20 + 1'000);
  }
}

TEST(TcpHandshake, BeginsWithOneSegmentAndThreeSecondsIfSynWasLost) {
  TcpConfig config = plain_config();
  Script script(config);
  script.endpoint.connect();
  script.endpoint.write(10'000);
  script.run_to(1'050);
  script.expect({"0 syn", "1000 syn"});
  TcpHeader header = script.blank(kTcpSyn | kTcpAck);
  header.syn_mss_bytes = 1460;
  header.acknowledgment = 1;
  script.inject(header);
  script.expect({"1050 ack 1", "1050 1:1001"});
  EXPECT_EQ(script.endpoint.srtt(), kNever);  // Karn
  script.run_to(4'049);
  script.expect({});
  script.run_to(4'050);
  script.expect({"4050 1:1001"});
}

TEST(TcpHandshake, KeepsTheInitialWindowAfterALostSynIfToldTo) {
  TcpConfig config = plain_config();
  config.small_window_after_syn_loss = false;
  config.slow_rto_after_syn_loss = false;
  Script script(config);
  script.endpoint.connect();
  script.endpoint.write(10'000);
  script.run_to(1'050);
  script.lines.clear();
  TcpHeader header = script.blank(kTcpSyn | kTcpAck);
  header.syn_mss_bytes = 1460;
  header.acknowledgment = 1;
  script.inject(header);
  script.run_to(2'050);
  script.expect({"1050 ack 1", "1050 1:1001", "1050 1001:2001", "2050 1:1001"});
}

TEST(TcpHandshake, ListenerAnswersAndRepeatsItsAnswer) {
  Script script(plain_config());
  script.endpoint.listen();
  TcpHeader syn = script.blank(kTcpSyn);
  syn.connection = 1;
  syn.syn_mss_bytes = 600;
  script.inject(syn);
  script.run_to(500);
  script.inject(syn);  // the peer did not hear it
  script.run_to(2'600);
  script.expect({"0 syn ack 1", "500 syn ack 1", "1500 syn ack 1"});
  EXPECT_FALSE(script.endpoint.established());
  script.peer_next = 1;
  script.acknowledge(1);
  EXPECT_TRUE(script.endpoint.established());
  script.endpoint.write(2'000);
  script.expect({"2600 1:601"});  // the peer's MSS; one segment, for a SYN-ACK was lost
}

TEST(TcpHandshake, UsesOptionsOnlyIfBothEndsOfferThem) {
  TcpConfig config;
  Script script(config);
  script.establish(30'000, 0);
  script.data(1001, 100);
  EXPECT_EQ(script.last.sack_count, 0);
  EXPECT_EQ(script.last.timestamp, kNever);
  EXPECT_LE(script.last.window_bytes, 65'535U);
  EXPECT_EQ(script.sizes.back(), 64U);
}

TEST(TcpClose, SendsFinBehindTheDataAndAcknowledgesThePeers) {
  Script script(plain_config());
  script.establish();
  script.endpoint.write(1'500);
  script.endpoint.close();
  script.expect({"100 1:1001", "100 1001:1501", "100 1501:1501 fin"});
  script.run_to(200);
  script.acknowledge(1'502);
  EXPECT_EQ(script.user.acked, 1'500U);
  EXPECT_EQ(script.user.closed, 0U);
  script.data(1, 700);  // half-closed: the peer may go on
  script.expect({"200 ack 701"});
  script.data(701, 0, kTcpFin);
  script.expect({"200 ack 702"});
  EXPECT_EQ(script.user.delivered, 700U);
  EXPECT_EQ(script.user.peer_closed, 1U);
  EXPECT_EQ(script.user.closed, 1U);
  EXPECT_TRUE(script.endpoint.closed());
  script.run_to(5'000);
  script.data(701, 0, kTcpFin);  // our acknowledgment was lost
  script.expect({"5000 ack 702"});
  EXPECT_EQ(script.user.closed, 1U);
}

TEST(TcpClose, NothingIsLeftToTakeBackBehindFin) {
  Script script(plain_config());
  script.establish();
  script.endpoint.write(700);
  script.endpoint.close();
  script.endpoint.discard_unsent();
  EXPECT_EQ(script.endpoint.written_bytes(), 700U);
  script.acknowledge(702);
  script.data(1, 0, kTcpFin);
  script.expect({"100 1:701", "100 701:701 fin", "100 ack 2"});
  EXPECT_TRUE(script.endpoint.closed());
}

TEST(TcpClose, RetransmitsALostFin) {
  Script script(plain_config());
  script.establish();
  script.endpoint.close();
  script.run_to(1'000);
  script.expect({"100 1:1 fin", "400 1:1 fin", "1000 1:1 fin"});  // RTO 300 ms, doubled
}

TEST(TcpClose, PassiveEndAnswersThenCloses) {
  Script script(plain_config());
  script.establish();
  script.data(1, 0, kTcpFin);
  script.expect({"100 ack 2"});
  EXPECT_EQ(script.user.peer_closed, 1U);
  EXPECT_FALSE(script.endpoint.closed());
  script.endpoint.write(400);
  script.endpoint.close();
  script.peer_next = 2;
  script.acknowledge(402);
  script.expect({"100 1:401", "100 401:401 fin"});
  EXPECT_TRUE(script.endpoint.closed());
  EXPECT_EQ(script.user.closed, 1U);
}

TEST(TcpClose, BothEndsAtOnce) {
  Script script(plain_config());
  script.establish();
  script.endpoint.close();
  script.data(1, 0, kTcpFin);  // crossed ours
  EXPECT_FALSE(script.endpoint.closed());
  script.peer_next = 2;
  script.acknowledge(2);
  EXPECT_TRUE(script.endpoint.closed());
  script.expect({"100 1:1 fin", "100 ack 2"});
}

TEST(TcpClose, EndsAnUnlimitedWriteWhereItIs) {
  Script script(plain_config());
  script.establish();
  script.endpoint.write_unlimited();
  script.run_to(150);
  script.endpoint.close();
  script.acknowledge(2'001);
  script.expect({"100 1:1001", "100 1001:2001", "150 2001:2001 fin"});
  EXPECT_EQ(script.endpoint.written_bytes(), 2'000U);
}

TEST(TcpClose, ResetEndsItAtOnce) {
  Script script(plain_config());
  script.establish();
  script.endpoint.write(5'000);
  script.lines.clear();
  script.inject(script.blank(kTcpRst));
  EXPECT_TRUE(script.endpoint.failed());
  EXPECT_EQ(script.user.closed, 1U);
  script.run_to(60'000);
  script.expect({});

  Script other(plain_config());
  other.establish();
  other.endpoint.abort();
  other.expect({"100 rst"});
  EXPECT_TRUE(other.endpoint.closed());
}

TEST(TcpClose, OpensAgainAndIgnoresTheOldConnection) {
  TcpPair pair(plain_config());
  unsigned rounds = 0;
  pair.client_user.then = [&](const std::string& what, TcpEndpoint& client) {
    if (what == "established") {
      client.write(20'000);
      client.close();
    }
    if (what == "closed" && ++rounds < 5) client.connect();
  };
  // Each server's last packet is lost once, so that the next connection meets old segments.
  pair.down.decide([](const Packet& packet) {
    TestPath::Fate fate;
    fate.later = (packet.tcp.flags & kTcpFin) != 0 ? 3 * kPsPerSecond : 0;
    return fate;
  });
  pair.client.connect();
  pair.run(100 * kPsPerSecond);
  EXPECT_EQ(rounds, 5U);
  EXPECT_EQ(pair.client_user.closed, 5U);
  EXPECT_EQ(pair.server.statistics().delivered_bytes, 100'000U);
  EXPECT_EQ(pair.server.statistics().connections, 5U);
  EXPECT_TRUE(pair.server.closed());
}

// Repeating an answer does not count as a try.
TEST(TcpHandshake, AnswersToRepeatedSynsAreNoTries) {
  TcpConfig config = plain_config();
  config.syn_retries = 2;
  Script script(config);
  script.endpoint.listen();
  TcpHeader header = script.blank(kTcpSyn);
  header.syn_mss_bytes = 1000;
  header.connection = 1;
  header.window_bytes = 65'535;
  for (int ms = 0; ms < 500; ms += 100) {
    script.run_to(ms);
    script.inject(header);
  }
  EXPECT_EQ(script.lines.size(), 5U);
  script.lines.clear();
  script.run_to(100'000);
  script.expect({"1400 syn ack 1", "3400 syn ack 1"});
  EXPECT_EQ(script.endpoint.statistics().failures, 1U);
}

}  // namespace
}  // namespace docsis_vp::hosts::tcp_handshake_test
