// Answers of the receiving half, and their times.
#include <gtest/gtest.h>

#include "tests/models/hosts/tcp/script.h"

namespace docsis_vp::hosts::tcp_receiver_test {
namespace {

TcpConfig delaying_config() {
  TcpConfig config = plain_config();
  config.ack_every = 2;
  config.ack_delay = 100 * kPsPerMs;
  return config;
}

TEST(TcpAcknowledgments, ComeWithEverySecondSegmentOrTheTimer) {
  Script script(delaying_config());
  script.accept();
  script.data(1, 1'000);
  script.run_to(150);
  script.expect({});
  script.data(1'001, 1'000);
  script.expect({"150 ack 2001"});
  script.run_to(160);
  script.data(2'001, 1'000);
  script.run_to(1'000);
  script.expect({"260 ack 3001"});
  script.data(3'001, 400);  // small segments count by their octets
  script.data(3'401, 400);
  script.expect({});
  script.data(3'801, 400);
  script.expect({"1000 ack 4201"});
}

TEST(TcpAcknowledgments, CanBeRarerOrNeverDelayed) {
  TcpConfig config = delaying_config();
  config.ack_every = 4;
  Script script(config);
  script.accept();
  for (std::uint64_t i = 0; i < 8; ++i) script.data(1 + 1'000 * i, 1'000);
  script.expect({"100 ack 4001", "100 ack 8001"});

  Script prompt(plain_config());
  prompt.accept();
  prompt.data(1, 10);
  prompt.expect({"100 ack 11"});
}

TEST(TcpAcknowledgments, ComeAtOnceWhileAConnectionIsYoungIfToldTo) {
  TcpConfig config = delaying_config();
  config.quick_acks = 3;
  Script script(config);
  script.accept();
  for (std::uint64_t i = 0; i < 6; ++i) script.data(1 + 1'000 * i, 1'000);
  script.expect({"100 ack 1001", "100 ack 2001", "100 ack 3001", "100 ack 5001"});
}

TEST(TcpAcknowledgments, ComeAtOnceAroundAGap) {
  Script script(delaying_config());
  script.accept();
  script.data(1'001, 1'000);
  script.data(3'001, 1'000);
  script.data(1, 1'000);  // fills part of it
  script.data(2'001, 1'000);
  script.expect({"100 ack 1 sack 1001:2001", "100 ack 1 sack 3001:4001 1001:2001",
                 "100 ack 2001 sack 3001:4001", "100 ack 4001"});
  EXPECT_EQ(script.user.delivered, 4'000U);
  script.data(4'001, 1'000);
  script.expect({});  // waits again
}

TEST(TcpAcknowledgments, RideOnData) {
  Script script(delaying_config());
  script.accept();
  script.data(1, 1'000);
  script.endpoint.write(500);
  EXPECT_EQ(script.last.acknowledgment, 1'001U);
  script.run_to(250);
  script.expect({"100 1:501"});
}

TEST(TcpAcknowledgments, AreNotSwallowedByDataWithoutRoomForSack) {
  Script script(delaying_config());
  script.accept();
  script.endpoint.write(50'000);
  script.lines.clear();
  script.peer_ack = 1'001;
  script.data(2'001, 1'000);  // lets two segments go, too
  EXPECT_EQ(script.lines.back(), "100 ack 1 sack 2001:3001");
  EXPECT_EQ(script.lines.size(), 3U);
}

// RFC 2018 sec. 4: the block of the segment that caused the report first, then the most recent
// ones.
TEST(TcpSack, ReportsTheMostRecentBlocks) {
  Script script(plain_config());
  script.accept();
  for (const std::uint64_t begin : {2'001U, 4'001U, 6'001U, 8'001U, 10'001U})
    script.data(begin, 1'000);
  script.expect({"100 ack 1 sack 2001:3001", "100 ack 1 sack 4001:5001 2001:3001",
                 "100 ack 1 sack 6001:7001 4001:5001 2001:3001",
                 "100 ack 1 sack 8001:9001 6001:7001 4001:5001 2001:3001",
                 "100 ack 1 sack 10001:11001 8001:9001 6001:7001 4001:5001"});
  script.data(5'001, 1'000);  // joins two
  script.expect({"100 ack 1 sack 4001:7001 10001:11001 8001:9001"});
}

TEST(TcpSack, HasThreeBlocksBesideTimestamps) {
  TcpConfig config = plain_config();
  config.timestamps = true;
  Script script(config);
  script.accept();
  for (const std::uint64_t begin : {2'001U, 4'001U, 6'001U, 8'001U}) script.data(begin, 900);
  script.expect({"100 ack 1 sack 2001:2901", "100 ack 1 sack 4001:4901 2001:2901",
                 "100 ack 1 sack 6001:6901 4001:4901 2001:2901",
                 "100 ack 1 sack 8001:8901 6001:6901 4001:4901"});
}

// RFC 2883 sec. 4.
TEST(TcpSack, ReportsDuplicatesOnceIfToldTo) {
  TcpConfig config = plain_config();
  config.duplicate_sack = true;
  Script script(config);
  script.accept();
  script.data(1, 1'000);
  script.data(1, 1'000);
  script.data(2'001, 1'000);
  script.data(2'001, 1'000);
  script.data(1'001, 1'000);
  script.expect({"100 ack 1001", "100 ack 1001 sack 1:1001", "100 ack 1001 sack 2001:3001",
                 "100 ack 1001 sack 2001:3001 2001:3001", "100 ack 3001"});
  EXPECT_EQ(script.endpoint.statistics().duplicate_segments, 2U);

  Script silent(plain_config());
  silent.accept();
  silent.data(1, 1'000);
  silent.data(1, 1'000);
  silent.expect({"100 ack 1001", "100 ack 1001"});
}

TEST(TcpSack, TakesSegmentsThatOverlap) {
  Script script(plain_config());
  script.accept();
  script.data(501, 1'000);
  script.data(1'001, 1'500);
  script.data(1, 700);
  script.expect({"100 ack 1 sack 501:1501", "100 ack 1 sack 501:2501", "100 ack 2501"});
  EXPECT_EQ(script.user.delivered, 2'500U);
}

TEST(TcpReceiveWindow, ClosesAsTheBufferFillsAndOpensAsItIsRead) {
  TcpConfig config = plain_config();
  config.receive_buffer_bytes = 5'000;
  Script script(config);
  script.endpoint.read_by_hand();
  script.accept();
  const auto window = [&script] { return script.last.window_bytes; };
  for (std::uint64_t i = 0; i < 5; ++i) {
    script.data(1 + 1'000 * i, 1'000);
    EXPECT_EQ(window(), 4'000 - 1'000 * i);
  }
  EXPECT_EQ(script.endpoint.unread_bytes(), 5'000U);
  script.data(5'001, 1'000);  // finds no room
  EXPECT_EQ(script.endpoint.delivered_bytes(), 5'000U);
  script.lines.clear();
  script.endpoint.read(500);
  script.expect({});  // a silly window
  script.endpoint.read(500);
  script.expect({"100 ack 5001"});
  EXPECT_EQ(window(), 1'000U);
  script.endpoint.read(1'000);
  script.expect({});  // no word for one segment more
  script.endpoint.read(1'500);
  script.expect({"100 ack 5001"});
  EXPECT_EQ(window(), 3'500U);
}

TEST(TcpReceiveWindow, IsScaled) {
  for (const bool scaled : {true, false}) {
    TcpConfig config = plain_config();
    config.receive_buffer_bytes = 1'000'001;
    config.window_scaling = scaled;
    Script script(config);
    script.accept();
    script.data(1, 1'000);
    EXPECT_EQ(script.last.window_bytes, scaled ? 1'000'001U / 16 * 16 : 65'535U);
  }
}

TEST(TcpReceiveWindow, AnswersWhatLiesOutside) {
  TcpConfig config = plain_config();
  config.receive_buffer_bytes = 5'000;
  Script script(config);
  script.accept();
  script.data(70'000, 1'000);
  script.expect({"100 ack 1"});
  TcpHeader probe = script.blank(kTcpAck);
  probe.sequence = 0;
  script.inject(probe);
  script.expect({"100 ack 1"});
}

TEST(TcpEcnFeedback, EchoesUntilCwr) {
  TcpConfig config = plain_config();
  config.ecn = TcpEcn::kClassic;
  Script script(config);
  script.accept();
  script.data(1, 1'000, 0, Ecn::kEct0);
  script.data(1'001, 1'000, 0, Ecn::kCe);
  script.data(2'001, 1'000, 0, Ecn::kEct0);
  script.data(3'001, 1'000, kTcpCwr, Ecn::kEct0);
  script.data(4'001, 1'000, kTcpCwr, Ecn::kCe);  // a new mark on it counts
  script.expect(
      {"100 ack 1001", "100 ack 2001 ece", "100 ack 3001 ece", "100 ack 4001", "100 ack 5001 ece"});
  EXPECT_EQ(script.endpoint.statistics().ce_segments, 2U);
}

// RFC 8257 sec. 3.2: each acknowledgment speaks for packets of one kind.
TEST(TcpEcnFeedback, OfDctcpChangesWithTheMarks) {
  TcpConfig config = delaying_config();
  config.ecn = TcpEcn::kDctcp;
  Script script(config);
  script.accept();
  script.data(1, 1'000, 0, Ecn::kEct0);
  script.data(1'001, 1'000, 0, Ecn::kCe);
  script.expect({"100 ack 1001 ect0", "100 ack 2001 ece ect0"});
  script.data(2'001, 1'000, 0, Ecn::kCe);
  script.data(3'001, 1'000, 0, Ecn::kCe);
  script.expect({"100 ack 4001 ece ect0"});
  script.data(4'001, 1'000, 0, Ecn::kEct0);  // nothing pending, so only this one
  script.expect({"100 ack 5001 ect0"});
}

TEST(TcpEcnFeedback, CountsWhereAccurate) {
  TcpConfig config = plain_config();
  config.ecn = TcpEcn::kAccurate;
  Script script(config);
  script.establish();
  script.data(1, 1'000, 0, Ecn::kCe);
  script.data(1'001, 400, 0, Ecn::kCe);
  script.data(1'401, 1'000, 0, Ecn::kEct1);
  EXPECT_EQ(script.last.ce_packets, 2U);
  EXPECT_EQ(script.last.ce_bytes, 1'400U);
  EXPECT_EQ(script.last.flags & kTcpEce, 0);
}

// RFC 7323 sec. 4.3: the echo is of the segment that the acknowledgment waited for longest.
TEST(TcpTimestamps, EchoTheEarliestUnacknowledgedSegment) {
  TcpConfig config = delaying_config();
  config.timestamps = true;
  Script script(config);
  script.accept();
  script.run_to(110);
  script.data(1, 988);
  script.run_to(120);
  script.data(989, 988);
  EXPECT_EQ(script.last.timestamp_echo, 110 * kPsPerMs);
  EXPECT_EQ(script.last.timestamp, 120 * kPsPerMs);
  script.run_to(130);
  script.data(2'965, 988);  // a gap: the echo stays
  EXPECT_EQ(script.last.timestamp_echo, 110 * kPsPerMs);
  script.run_to(140);
  script.data(1'977, 988);
  EXPECT_EQ(script.last.timestamp_echo, 140 * kPsPerMs);
}

TEST(TcpFrames, HaveTheSizesOfEthernet) {
  TcpConfig config;
  config.ack_every = 1;
  for (const bool timestamps : {true, false}) {
    config.timestamps = timestamps;
    Script script(config);
    script.endpoint.connect();
    EXPECT_EQ(script.sizes.back(), timestamps ? 78U : 70U);  // SYN
    Script pair(config);
    pair.establish();
    const std::uint32_t stamps = timestamps ? 12 : 0;
    pair.data(1, 10);
    EXPECT_EQ(pair.sizes.back(), timestamps ? 70U : 64U);  // 58 octets of headers
    pair.data(101, 10);
    EXPECT_EQ(pair.sizes.back(), 58 + stamps + 12);  // one SACK block
    pair.data(201, 10);
    EXPECT_EQ(pair.sizes.back(), 58 + stamps + 20);
    pair.endpoint.write(100'000);
    EXPECT_EQ(pair.sizes.back(), 1518U);
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::tcp_receiver_test
