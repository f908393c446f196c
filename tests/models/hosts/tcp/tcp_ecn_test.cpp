// Reaction of the sending half to marks, and to losses beside them.
#include <gtest/gtest.h>

#include "tests/models/hosts/tcp/marks.h"
#include "tests/models/hosts/tcp/script.h"

namespace docsis_vp::hosts::tcp_ecn_test {
namespace {

TcpConfig of_eight_segments() {
  TcpConfig config = plain_config();
  config.ecn = TcpEcn::kClassic;
  config.initial_window_segments = 8;
  return config;
}

// The first of eight segments is acknowledged with an echo, which halves the window.
void echo_the_first(Script& script) {
  script.establish(1'000'000, 0xFF & ~kTcpOfferAccurateEcn);
  script.endpoint.write(100'000);
  script.run_to(200);
  script.acknowledge(1'001, {}, kTcpEce);
  EXPECT_EQ(script.endpoint.congestion().cwnd(), 4'000U);
}

TEST(TcpEcn, IsNegotiated) {
  for (const TcpEcn ecn : {TcpEcn::kClassic, TcpEcn::kDctcp}) {
    TcpConfig config = plain_config();
    config.ecn = ecn;
    Script script(config);
    script.endpoint.connect();
    script.expect({"0 syn ece cwr"});
    Script server(config);
    server.endpoint.listen();
    TcpHeader syn = server.blank(kTcpSyn | kTcpEce | kTcpCwr);
    syn.syn_mss_bytes = 1000;
    server.inject(syn);
    server.expect({"0 syn ack 1 ece"});
  }
  TcpConfig config = plain_config();
  config.ecn = TcpEcn::kClassic;
  Script refused(config);
  refused.establish(60'000, 0xFF, 0);
  refused.endpoint.write(100);
  refused.expect({"100 1:101"});
}

TEST(TcpEcn, HalvesOncePerWindowAndSaysSo) {
  TcpConfig config = plain_config();
  config.ecn = TcpEcn::kClassic;
  config.initial_window_segments = 8;
  Script script(config);
  script.establish(1'000'000, 0xFF & ~kTcpOfferAccurateEcn);
  script.endpoint.write(100'000);
  EXPECT_EQ(script.lines.back(), "100 7001:8001 ect0");
  script.lines.clear();
  script.run_to(200);
  script.acknowledge(1'001, {}, kTcpEce);
  EXPECT_EQ(script.endpoint.congestion().cwnd(), 4'000U);
  script.acknowledge(2'001, {}, kTcpEce);
  script.acknowledge(4'001, {}, kTcpEce);
  EXPECT_EQ(script.endpoint.congestion().cwnd(), 4'000U);
  script.expect({});
  script.acknowledge(5'001, {}, kTcpEce);
  script.expect({"200 8001:9001 cwr ect0"});
  script.acknowledge(8'001);
  script.expect({"200 9001:10001 ect0", "200 10001:11001 ect0", "200 11001:12001 ect0"});
  EXPECT_EQ(script.endpoint.statistics().ecn_reductions, 1U);
  script.acknowledge(9'001, {}, kTcpEce);  // a window later
  EXPECT_EQ(script.endpoint.statistics().ecn_reductions, 2U);
  script.run_to(3'000);  // retransmissions are not ECN-capable
  EXPECT_EQ(script.lines.back().find("ect"), std::string::npos);
}

TEST(TcpEcn, ALossInAWindowOfWhichAMarkToldIsNotAnsweredAgain) {
  Script script(of_eight_segments());
  echo_the_first(script);
  script.acknowledge(1'001, {{2'001, 8'001}}, kTcpEce);
  EXPECT_EQ(script.endpoint.statistics().recoveries, 1U);
  EXPECT_EQ(script.endpoint.congestion().ssthresh(), 4'000U);
}

// CWR rides on new data, of which a window of one segment sends none while it repairs.
TEST(TcpEcn, AfterATimeoutEchoesDoNotHoldTheWindow) {
  Script script(of_eight_segments());
  echo_the_first(script);
  script.run_to(500);
  EXPECT_EQ(script.endpoint.congestion().cwnd(), 1'000U);
  script.acknowledge(2'001, {}, kTcpEce);
  EXPECT_EQ(script.endpoint.congestion().cwnd(), 2'000U);
}

TEST(TcpEcn, DctcpAndAccurateMarkEverythingCapable) {
  TcpConfig config = plain_config();
  config.ecn = TcpEcn::kDctcp;
  Script dctcp(config);
  dctcp.establish(1'000'000, 0xFF & ~kTcpOfferAccurateEcn);
  dctcp.endpoint.write(1'000);
  dctcp.run_to(450);
  dctcp.data(1, 100);
  dctcp.expect({"100 1:1001 ect0", "400 1:1001 ect0", "450 ack 101 ect0"});

  config.ecn = TcpEcn::kAccurate;
  Script accurate(config);
  accurate.establish();
  accurate.endpoint.write(1'000);
  accurate.expect({"100 1:1001 ect1"});
}

TEST(TcpEcn, HandsMarksToCongestionControlThatReadsThem) {
  TcpConfig config = plain_config();
  config.initial_window_segments = 10;
  config.ecn = TcpEcn::kDctcp;
  auto owned = std::make_unique<Marks>();
  Marks& marks = *owned;
  Script dctcp(config, std::move(owned));
  dctcp.establish(1'000'000, 0xFF & ~kTcpOfferAccurateEcn);
  dctcp.endpoint.write(50'000);
  dctcp.acknowledge(2'001, {}, kTcpEce);
  dctcp.acknowledge(3'001);
  EXPECT_EQ(marks.marked, (std::vector<std::uint64_t>{2'000, 0}));
  EXPECT_EQ(dctcp.endpoint.statistics().ecn_reductions, 0U);

  config.ecn = TcpEcn::kAccurate;
  auto other = std::make_unique<Marks>();
  Marks& counts = *other;
  Script accurate(config, std::move(other));
  accurate.establish();
  accurate.endpoint.write(50'000);
  TcpHeader header = accurate.blank(kTcpAck);
  header.sequence = 1;
  header.acknowledgment = 4'001;
  header.ce_packets = 3;
  header.ce_bytes = 3'000;
  accurate.inject(header);
  header.acknowledgment = 6'001;
  header.ce_packets = 4;
  header.ce_bytes = 4'000;
  accurate.inject(header);
  header.acknowledgment = 7'001;
  accurate.inject(header);
  EXPECT_EQ(counts.marked, (std::vector<std::uint64_t>{3'000, 1'000, 0}));
}

}  // namespace
}  // namespace docsis_vp::hosts::tcp_ecn_test
