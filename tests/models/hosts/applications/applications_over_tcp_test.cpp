// Every application over TCP, on paths that are slow and lose packets, to the end.
#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <vector>

#include "models/hosts/file_transfer/file_transfer.h"
#include "models/hosts/has/has_client.h"
#include "models/hosts/response_probe/response_probe.h"
#include "models/hosts/torrent/torrent.h"
#include "models/hosts/web_page/web_page.h"
#include "models/hosts/web_user/web_user.h"
#include "tests/models/hosts/connection/tcp_network.h"

namespace docsis_vp::hosts::applications_over_tcp_test {
namespace {

constexpr TimePs kSecond = kPsPerSecond;
constexpr double kOverhead = 1'448.0 / 1'518;  // payload in a full frame with timestamps

// Both ways; 10 ms each.
LinkConfig link_of(std::uint64_t mbps, std::uint64_t buffer_bytes = 100'000) {
  return {mbps * 1'000'000, 0, 10 * kPsPerMs, buffer_bytes};
}

TEST(FileTransferOverTcp, FillsTheBottleneck) {
  TcpNetwork network(link_of(10));
  TcpConnection& connection = network.connect();
  FileTransferConfig config;
  config.start = kSecond;
  config.stop = 21 * kSecond;
  FileTransfer transfer(config, {&connection}, network.timers, 1);
  network.timers.run_to(21 * kSecond);
  const double mbps =
      8e-6 * static_cast<double>(connection.end(End::kServer).delivered_bytes()) / 20;
  EXPECT_GT(mbps, 0.95 * 10 * kOverhead);
  EXPECT_LE(mbps, 10 * kOverhead);
  network.timers.run_to(30 * kSecond);
  EXPECT_TRUE(connection.closed());
  EXPECT_EQ(network.pool.in_use(), 0U);
}

TEST(FileTransferOverTcp, CompletesEveryFileThroughLoss) {
  for (const unsigned connections : {1U, 2U}) {
    TcpNetwork network(link_of(20), 0.02);
    FileTransferConfig config;
    config.file_bytes = 300'000;
    config.files = 10;
    FileTransfer transfer(config, network.connect_many(connections), network.timers, 1);
    network.timers.run_to(300 * kSecond);
    EXPECT_EQ(transfer.durations().count(), 10U);
    EXPECT_GT(network.lost(), 30U);
    EXPECT_EQ(network.pool.in_use(), 0U);
  }
}

TEST(FileTransferOverTcp, SurvivesAPathThatIsDeadForMinutes) {
  TcpNetwork network(link_of(20));
  TcpConfig tcp;
  tcp.syn_retries = 2;
  FileTransferConfig config;
  config.file_bytes = 100'000;
  config.pause_s = 1;
  FileTransfer transfer(config, network.connect_many(1, tcp), network.timers, 1);
  network.timers.run_to(10 * kSecond);
  const std::size_t before = transfer.durations().count();
  network.set_loss(1);
  network.timers.run_to(310 * kSecond);
  EXPECT_LE(transfer.durations().count(), before + 1);
  network.set_loss(0);
  network.timers.run_to(500 * kSecond);
  EXPECT_GT(transfer.durations().count(), before + 80);
}

struct PageRun {
  PageRun(bool persistent, std::uint64_t seed) : network(link_of(20), 0.01, seed) {
    WebPageConfig config;
    config.page.sizes = ObjectSizes::kAppendixA;
    config.persistent = persistent;
    config.pages = 5;
    WebPage::Servers servers;
    for (int server = 0; server < 4; ++server) servers.push_back(network.connect_many(8));
    TcpConnection& html = network.connect();
    page =
        std::make_unique<WebPage>(config, html, servers, RandomStream(1, "web"), network.timers, 1);
    network.timers.run_to(200 * kSecond);
  }
  TcpNetwork network;
  std::unique_ptr<WebPage> page;
};

TEST(WebPageOverTcp, LoadsEveryPageThroughLoss) {
  for (const bool persistent : {true, false}) {
    PageRun run(persistent, 1);
    EXPECT_EQ(run.page->load_times().count(), 5U);
    // 0.7 MB at 20 Mb/s is 0.29 s; lost segments cost retransmission timeouts.
    EXPECT_GT(*run.page->load_times().median_s(), 0.3);
    EXPECT_LT(*run.page->load_times().median_s(), 6);
    EXPECT_GT(run.network.lost(), 10U);
    EXPECT_EQ(run.network.pool.in_use(), 0U);
  }
}

TEST(WebPageOverTcp, DoesTheSameTwice) {
  EXPECT_EQ(PageRun(true, 1).page->load_times().values(),
            PageRun(true, 1).page->load_times().values());
  EXPECT_NE(PageRun(true, 1).page->load_times().values(),
            PageRun(true, 2).page->load_times().values());
}

TEST(WebUserOverTcp, BrowsesThroughLoss) {
  TcpNetwork network(link_of(20), 0.01);
  WebUser::Servers servers;
  for (int server = 0; server < 3; ++server) servers.push_back(network.connect_many(6));
  WebUserConfig config;
  config.stop = 300 * kSecond;
  WebUser user(config, servers, RandomStream(1, "web"), network.timers, 1);
  network.timers.run_to(600 * kSecond);
  EXPECT_GT(user.pages(), 30U);
  EXPECT_GE(user.objects(), user.pages());
  EXPECT_EQ(network.pool.in_use(), 0U);
}

TEST(ResponseProbeOverTcp, MeasuresSlowStartOnAnEmptyPath) {
  TcpNetwork network(link_of(1'000));
  ResponseProbeConfig config;
  config.stop = 55 * kSecond;
  ResponseProbe probe(config, network.connect_many(1), network.timers, 1);
  network.timers.run_to(100 * kSecond);
  EXPECT_EQ(probe.response_times().count(), 6U);
  // 20 kB are 14 segments: ten with the first window, the rest a round trip later.
  EXPECT_NEAR(*probe.response_times().mean_s(), 0.040, 0.001);
  EXPECT_NEAR(*probe.response_times().deviation_s(), 0, 1e-9);
}

TEST(ResponseProbeOverTcp, CompletesThroughLoss) {
  TcpNetwork network(link_of(20), 0.05);
  ResponseProbeConfig config;
  config.object_bytes = 2'048'000;
  config.stop = 200 * kSecond;
  ResponseProbe probe(config, network.connect_many(2), network.timers, 1);
  network.timers.run_to(400 * kSecond);
  EXPECT_GE(probe.response_times().count(), 3U);
  EXPECT_EQ(network.pool.in_use(), 0U);
}

struct StreamRun {
  StreamRun(HasRule rule, double loss, std::uint64_t seed = 1) : network(link_of(4), loss, seed) {
    HasConfig config;
    config.rule = rule;
    config.stop = 400 * kSecond;
    client = std::make_unique<HasClient>(config, network.connect(), network.timers, 1);
    network.timers.run_to(400 * kSecond);
    metrics = client->metrics();
    network.timers.run_to(500 * kSecond);
  }
  TcpNetwork network;
  std::unique_ptr<HasClient> client;
  HasMetrics metrics;
};

TEST(HasClientOverTcp, StreamsByEveryRuleWhatThePathCarries) {
  for (const HasRule rule : {HasRule::kCapacity, HasRule::kBandwidthMatch, HasRule::kBufferBased}) {
    const StreamRun run(rule, 0.005);
    EXPECT_GT(run.metrics.segments_fetched, 90U);
    EXPECT_LE(*run.metrics.playback.mean_rate_mbps, 4);
    EXPECT_GE(*run.metrics.playback.mean_rate_mbps, 0.5);
    EXPECT_LE(*run.metrics.throughput_mbps, 4 * kOverhead);
    EXPECT_LT(*run.metrics.playback.rebuffer_ratio, 0.05);
    EXPECT_EQ(run.network.pool.in_use(), 0U);
  }
}

TEST(HasClientOverTcp, StallsIfItAlwaysWantsMoreThanThePathCarries) {
  const StreamRun run(HasRule::kMaxAlways, 0);
  EXPECT_DOUBLE_EQ(*run.metrics.playback.mean_rate_mbps, 5);
  EXPECT_GT(run.metrics.playback.stalls, 10U);
  // It plays as much as arrives.
  EXPECT_NEAR(*run.metrics.playback.rebuffer_ratio, 1 - 4 * kOverhead / 5, 0.05);
}

TEST(HasClientOverTcp, DoesTheSameTwice) {
  const StreamRun one(HasRule::kCapacity, 0.01);
  const StreamRun two(HasRule::kCapacity, 0.01);
  EXPECT_EQ(one.metrics.segments_fetched, two.metrics.segments_fetched);
  EXPECT_EQ(one.metrics.playback.stalled, two.metrics.playback.stalled);
  EXPECT_EQ(one.metrics.throughput_mbps, two.metrics.throughput_mbps);
}

TEST(TorrentOverTcp, KeepsHundredConnectionsUnderTheCap) {
  TcpNetwork network(link_of(40), 0.001);
  TorrentConfig config;
  config.cap_bps = 10'000'000;
  config.stop = 20 * kSecond;
  const std::vector<Connection*> connections = network.connect_many(100);
  Torrent torrent(config, connections, RandomStream(1, "torrent"), network.timers, 1);
  const auto delivered = [&connections] {
    std::uint64_t sum = 0;
    for (Connection* each : connections) {
      sum += static_cast<TcpConnection*>(each)->end(End::kServer).delivered_bytes();
    }
    return sum;
  };
  network.timers.run_to(5 * kSecond);
  const std::uint64_t before = delivered();
  network.timers.run_to(20 * kSecond);
  EXPECT_NEAR(8e-6 * static_cast<double>(delivered() - before) / 15, 10, 0.3);
  network.timers.run_to(100 * kSecond);
  for (Connection* each : connections) EXPECT_TRUE(each->closed());
  EXPECT_EQ(network.pool.in_use(), 0U);
}

}  // namespace
}  // namespace docsis_vp::hosts::applications_over_tcp_test
