// Every kind of traffic, from the scenarios that show it, behaves as it should; nothing is lost
// unaccounted for, and the order of the kernel's queue does not show.
#include <gmock/gmock.h>

#include "system/assembly/system.h"
#include "system/traffic/has/streaming_result.h"
#include "system/traffic/tcp/transfer_result.h"
#include "system/traffic/voip/voice_result.h"
#include "system/traffic/web/page_result.h"
#include "system/traffic/web_users/browsing_result.h"
#include "system/traffic/wrt/response_result.h"
#include "tests/system/heap_shaker.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::traffic_test {
namespace {

std::string path_of(const std::string& name) {
  return "scenarios/traffic/" + name + ".json";
}

Results run(const std::string& name, const std::vector<std::string>& sets = {}) {
  System system(load_scenario(path_of(name), {"", sets}));
  system.run();
  return system.results();
}

// One modem with 50 Mbit/s each way, and these members.
Results run_with(const std::string& members) {
  System system(load_scenario_text(
      R"({"modems": [{"name": "cm0"}], "service_flows": [
        {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 50},
        {"name": "ds0", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 50}],
        )" +
          members + "}",
      "x.json"));
  system.run();
  return system.results();
}

const FlowResult& flow(const Results& results, const std::string& name) {
  for (const FlowResult& flow : results.flows) {
    if (flow.name == name) {
      return flow;
    }
  }
  throw std::runtime_error("no flow " + name);
}

double median(const std::vector<double>& values) {
  return sample_spread(values).median.value();
}

TEST(Traffic, UploadsFillTheServiceFlow) {
  const Results results = run("ftp-upload");
  EXPECT_GT(results.service_flows[0].utilization, 0.9);
  EXPECT_LE(results.service_flows[0].utilization, 1.001);
  EXPECT_GT(flow(results, "ftp0").transport->retransmissions, 0U);
  // A round trip five times as long gets less.
  EXPECT_GT(flow(results, "ftp0").goodput_mbps, flow(results, "ftp1").goodput_mbps);
  // No round trip is shorter than the wires.
  EXPECT_GT(*spread(flow(results, "ftp0").rtt_ps, kPsPerMs).min, 20);
  EXPECT_GT(*spread(flow(results, "ftp1").rtt_ps, kPsPerMs).min, 100);
  EXPECT_EQ(results.groups.at(0).total.flows, 2U);
  EXPECT_NEAR(results.groups[0].total.goodput_mbps, *results.groups[0].total.fair_share_mbps, 1e-9);
}

TEST(Traffic, FilesRestart) {
  const Results results = run("ftp-restart");
  const FlowResult& ftp = flow(results, "ftp0");
  EXPECT_GT(ftp.figures.find<TransferResult>()->transfer_s.size(), 5U);
  EXPECT_GE(ftp.transport->connections, ftp.figures.find<TransferResult>()->transfer_s.size());
  // 1 MB cannot arrive faster than at the peak rate of 20 Mbit/s.
  EXPECT_GT(median(ftp.figures.find<TransferResult>()->transfer_s), 8e6 / 20e6);
}

TEST(Traffic, BurstsRunAboveTheSustainedRate) {
  const FlowResult burst = flow(run("bursty-upload"), "burst");
  ASSERT_GE(burst.figures.find<TransferResult>()->transfer_s.size(), 3U);
  // 18.75 MB: 7.5 s at the peak rate, 30 s at the sustained one.
  EXPECT_GT(median(burst.figures.find<TransferResult>()->transfer_s), 7.5);
  EXPECT_LT(median(burst.figures.find<TransferResult>()->transfer_s), 25);
}

TEST(Traffic, SpeedTestSeesTheBurst) {
  const Results results = run("speed-test", {"duration_s=30"});
  const GroupResult& test = results.groups.at(0);
  ASSERT_EQ(test.total.goodput_series_mbps.size(), 3U);
  EXPECT_GT(test.total.goodput_series_mbps[0], 100);
  EXPECT_LT(test.total.goodput_series_mbps[2], 200);
}

TEST(Traffic, ConstantRateDoesNotGiveWay) {
  const Results results = run("cbr");
  EXPECT_GT(flow(results, "cbr").goodput_mbps, 5.7);
  EXPECT_LT(flow(results, "ftp0").goodput_mbps + flow(results, "ftp1").goodput_mbps, 4.3);
}

TEST(Traffic, ManagementOfQueuesMakesCallsSoundWell) {
  const FlowResult call = flow(run("voip"), "call");
  EXPECT_GT(*call.figures.find<VoiceResult>()->mos, 4);
  EXPECT_GT(*call.figures.find<VoiceResult>()->r_value, 80);
  EXPECT_NEAR(static_cast<double>(call.figures.find<VoiceResult>()->packets), 55 * 50, 5);
  EXPECT_NEAR(call.goodput_mbps, 218 * 8 * 50e-6, 0.002);
}

TEST(Traffic, WithoutItCallsSuffer) {
  const FlowResult call =
      flow(run("voip", {"service_flows.us0.aqm=none", "service_flows.us0.buffer_ms=1000"}), "call");
  EXPECT_LT(*call.figures.find<VoiceResult>()->mos, 3.5);
}

TEST(Traffic, ACallThatIsAllLostCountsInTheMeanOfItsGroup) {
  const Results results = run_with(R"("duration_s": 5, "rf": {"downstream_loss_percent": 100},
    "flows": [
      {"name": "lost", "kind": "voip", "modem": "cm0", "group": "calls", "direction": "downstream"},
      {"name": "heard", "kind": "voip", "modem": "cm0", "group": "calls"}])");
  EXPECT_NEAR(*flow(results, "lost").figures.find<VoiceResult>()->r_value, 11.02, 0.01);
  EXPECT_NEAR(*results.groups.at(0).total.figures.find<VoiceResult>()->r_value,
              (11.02 + *flow(results, "heard").figures.find<VoiceResult>()->r_value) / 2, 0.01);
}

TEST(Traffic, PagesLoadInAboutASecond) {
  const FlowResult page = flow(run("web-page"), "page");
  EXPECT_GE(page.figures.find<PageResult>()->page_load_s.size(), 5U);
  // Handshake, HTML and objects: 2.66 MB at 50 Mbit/s take 0.43 s alone.
  EXPECT_GT(median(page.figures.find<PageResult>()->page_load_s), 0.43);
  EXPECT_LT(median(page.figures.find<PageResult>()->page_load_s), 2);
}

TEST(Traffic, LargerPagesTakeLonger) {
  const FlowResult page = flow(run("web-page-lognormal"), "page");
  EXPECT_GE(page.figures.find<PageResult>()->page_load_s.size(), 3U);
  EXPECT_GT(median(page.figures.find<PageResult>()->page_load_s), 7e6 * 8 / 200e6);
}

// Load times in seconds of small pages side by side, servers 100 ms away. Each has these keys.
std::vector<double> chained_pages_s(const std::vector<std::string>& pages) {
  std::string flows;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    flows += (i == 0 ? R"({"name": "p)" : R"(, {"name": "p)") + std::to_string(i) +
             R"(", "kind": "web_chains", "modem": "cm0", "direction": "downstream",
               "web_chains": {"html_bytes": 1000, "own_objects": 0, "own_rtt_ms": 100, "pages": 1,
                 "chain_object_bytes": 1000, "third_party_rtts_ms": [100, 100, 100, 100, 100], )" +
             pages[i] + "}}";
  }
  const Results results = run_with(R"("duration_s": 20, "flows": [)" + flows + "]");
  std::vector<double> times_s;
  for (const FlowResult& page : results.flows) {
    times_s.push_back(median(page.figures.find<PageResult>()->page_load_s));
  }
  return times_s;
}

// Cable and serialisation add less than a quarter to each round trip.
TEST(Traffic, EveryLinkOfAChainCostsRoundTrips) {
  const double rtt_s = 0.1;
  const std::vector<double> page_s =
      chained_pages_s({R"("chains": 1, "chain_length": 1)", R"("chains": 1, "chain_length": 4)",
                       R"("chains": 1, "chain_length": 5)", R"("chains": 1, "chain_length": 10)",
                       R"("chains": 1, "chain_length": 4, "think_ms": 200)"});
  // HTML file and first link: a handshake and a request each.
  EXPECT_GT(page_s[0], 4 * rtt_s);
  EXPECT_LT(page_s[0], 4 * 1.25 * rtt_s);
  // The next server needs a handshake of its own.
  EXPECT_GT(page_s[1] - page_s[0], 6 * rtt_s);
  EXPECT_LT(page_s[1] - page_s[0], 6 * 1.25 * rtt_s);
  // After five links the connections are open.
  EXPECT_GT(page_s[3] - page_s[2], 5 * rtt_s);
  EXPECT_LT(page_s[3] - page_s[2], 5 * 1.25 * rtt_s);
  // The browser thinks between links, not after the last one.
  EXPECT_NEAR(page_s[4] - page_s[1], 0.6, 0.03);
}

TEST(Traffic, ChainsLoadSideBySide) {
  const std::vector<double> page_s =
      chained_pages_s({R"("chains": 5, "chain_length": 1)", R"("chains": 30, "chain_length": 1)",
                       R"("chains": 30, "chain_length": 1, "connections_per_server": 1)"});
  EXPECT_LT(page_s[1], 1.1 * page_s[0]);
  // One connection to each of five servers carries six first links in turn.
  EXPECT_GT(page_s[2] - page_s[1], 5 * 0.1);
  EXPECT_LT(page_s[2] - page_s[1], 5 * 1.25 * 0.1);
}

TEST(Traffic, ChainedPagesHaveTheirBytesDespiteLosses) {
  const Results results = run_with(R"("duration_s": 120, "seed": 3,
    "rf": {"downstream_loss_percent": 2},
    "flows": [{"name": "page", "kind": "web_chains", "modem": "cm0", "direction": "downstream",
      "stop_s": 100, "web_chains": {"pause_s": 0}}])");
  const FlowResult& page = flow(results, "page");
  EXPECT_GT(page.transport->retransmissions, 0U);
  EXPECT_GT(page.figures.find<PageResult>()->page_load_s.size(), 10U);
  // All pages are complete: 102 400 + 29 x 25 600 + 27 x 16 848 bytes each.
  EXPECT_NEAR(page.goodput_mbps * 120e6 / 8,
              static_cast<double>(page.figures.find<PageResult>()->page_load_s.size()) * 1'299'696,
              1);
}

TEST(Traffic, SizesOfChainedPagesKeepTheirMean) {
  const Results results = run_with(R"("duration_s": 200, "seed": 5,
    "flows": [{"name": "page", "kind": "web_chains", "modem": "cm0", "direction": "downstream",
      "stop_s": 180, "web_chains": {"pause_s": 0, "log10_deviation": 0.3}}])");
  const FlowResult& page = flow(results, "page");
  const double pages = static_cast<double>(page.figures.find<PageResult>()->page_load_s.size());
  EXPECT_GT(pages, 100);
  EXPECT_NEAR(page.goodput_mbps * 200e6 / 8 / pages, 1'299'696, 0.05 * 1'299'696);
}

TEST(Traffic, WebUsersBrowse) {
  const Results results = run("web-users", {"duration_s=30"});
  const GroupResult& users = results.groups.at(0);
  EXPECT_EQ(users.total.flows, 20U);
  EXPECT_GT(users.total.figures.find<BrowsingResult>()->pages, 20U);
  EXPECT_GE(users.total.figures.find<BrowsingResult>()->objects,
            users.total.figures.find<BrowsingResult>()->pages);
  EXPECT_GT(results.service_flows[1].utilization, 0.9);
}

TEST(Traffic, ResponsesWaitBehindDownloads) {
  const FlowResult probe = flow(run("wrt", {"duration_s=30"}), "probe");
  EXPECT_GT(probe.figures.find<ResponseResult>()->wrt_s.size(), 5U);
  EXPECT_GT(median(probe.figures.find<ResponseResult>()->wrt_s), 0.1);
}

TEST(Traffic, VideoFindsARate) {
  for (const char* name : {"video0", "video1", "video2"}) {
    static const Results results = run("has", {"duration_s=120"});
    const FlowResult& video = flow(results, name);
    EXPECT_GT(*video.figures.find<StreamingResult>()->playback_mbps, 0.5) << name;
    EXPECT_LE(*video.figures.find<StreamingResult>()->playback_mbps, 5) << name;
    EXPECT_LT(*video.figures.find<StreamingResult>()->rebuffer_percent, 5) << name;
    EXPECT_EQ(*video.demand_mbps, 5) << name;
  }
}

// The 2014 study has segments of 12.5 s; here its 100 s are the least time between two changes.
TEST(Traffic, VideoOfTheOtherStudyChangesNoMoreOftenThanItMay) {
  const Results results = run("has-2014", {"duration_s=160", "stats.warmup_s=0",
                                           "flows.video.has.least_between_changes_s=100"});
  for (const char* name : {"video0", "video1", "video2", "video3", "video4"}) {
    const FlowResult video = flow(results, name);
    EXPECT_GE(video.figures.find<StreamingResult>()->adaptations, 1U) << name;
    EXPECT_LE(video.figures.find<StreamingResult>()->adaptations, 2U) << name;
    EXPECT_GE(*video.figures.find<StreamingResult>()->playback_mbps, 0.064) << name;
    EXPECT_LE(*video.figures.find<StreamingResult>()->playback_mbps, 0.5) << name;
    EXPECT_EQ(*video.demand_mbps, 4.2) << name;
  }
}

TEST(Traffic, VideoWhoseHandshakeFailsTriesAgain) {
  const Results results = run_with(R"("duration_s": 30, "flows": [
      {"name": "video", "kind": "has", "modem": "cm0", "direction": "downstream",
       "tcp": {"syn_retries": 1}}],
    "events": [{"time_s": 0, "kind": "lose_packet", "modem": "cm0", "count": 4}])");
  EXPECT_GE(flow(results, "video").transport->failures, 1U);
  EXPECT_GT(flow(results, "video").figures.find<StreamingResult>()->segments, 2U);
}

TEST(Traffic, VideoThatIsStoppedHasNotStalled) {
  const Results results = run_with(R"("duration_s": 60, "flows": [
      {"name": "video", "kind": "has", "modem": "cm0", "direction": "downstream", "stop_s": 20,
       "has": {"buffer_s": 12}}])");
  EXPECT_EQ(flow(results, "video").figures.find<StreamingResult>()->stalls, 0U);
  EXPECT_EQ(*flow(results, "video").figures.find<StreamingResult>()->rebuffer_percent, 0);
}

TEST(Traffic, VideoByItsBufferDoesNotStall) {
  const Results results = run("has-buffer", {"duration_s=120"});
  EXPECT_EQ(results.groups.at(0).total.figures.find<StreamingResult>()->stalls, 0U);
  EXPECT_GT(*results.groups[0].total.figures.find<StreamingResult>()->playback_mbps, 0.5);
}

// A server behind 5 Mbit/s: its own link fills instead of the cable, without end or until it drops.
class SlowServer : public ::testing::TestWithParam<bool> {};

TEST_P(SlowServer, HasTheRateAndTheBufferOfItsLink) {
  const bool is_short = GetParam();
  std::vector<std::string> sets = {"flows.upload.direction=downstream",
                                   "flows.upload.congestion_control=cubic",
                                   "flows.upload.server_rate_mbps=5"};
  if (is_short) {
    sets.emplace_back("flows.upload.server_buffer_bytes=20000");
  }
  const FlowResult download = flow(run("ecn-upload", sets), "upload");
  EXPECT_LT(download.goodput_mbps, 5);
  EXPECT_GT(download.goodput_mbps, 4);
  EXPECT_EQ(download.lost_packets > 0, is_short);
  const double longest_ms = *spread(download.rtt_ps, kPsPerMs).p99;
  const double wires_and_cable_ms = 20 + 20;
  const double buffer_ms = 8 * 20'000 / 5e3;
  if (is_short) {
    EXPECT_LT(longest_ms, wires_and_cable_ms + buffer_ms);
  } else {
    EXPECT_GT(longest_ms, 500);
  }
}

INSTANTIATE_TEST_SUITE_P(Traffic, SlowServer, ::testing::Bool(), [](const auto& is_short) {
  return is_short.param ? "ShortBuffer" : "InfiniteBuffer";
});

TEST(Traffic, TorrentsKeepToTheirCap) {
  const Results results = run("torrent", {"duration_s=30"});
  const FlowResult& torrent = flow(results, "torrent");
  EXPECT_EQ(torrent.transport->connections, 100U);
  EXPECT_LT(torrent.goodput_mbps, 5.1);
  EXPECT_GT(torrent.goodput_mbps, 2);
  EXPECT_GT(*flow(results, "call").figures.find<VoiceResult>()->mos, 4);
}

TEST(Traffic, RecordingsDoNotGiveWay) {
  const Results results = run("trace");
  EXPECT_GT(flow(results, "replay").goodput_mbps, 5);
  EXPECT_GT(flow(results, "ftp").goodput_mbps, 1);
}

// 6 Mbit/s for 20 ms of every 80: a demand, and a load, of 1.5.
TEST(Traffic, BurstsOfPacketsDemandTheirMean) {
  System system(load_scenario_text(R"({"duration_s": 4, "modems": [{"name": "a"}],
      "service_flows": [{"name": "up", "modem": "a", "max_sustained_rate_mbps": 10}],
      "stats": {"fair_shares_of": "rate"},
      "flows": [{"name": "f", "modem": "a", "rate_mbps": 6, "packet_bytes": 1500, "on_ms": 20,
                 "off_ms": 60}]})",
                                   "x.json"));
  system.run();
  const Results results = system.results();
  const FlowResult& bursts = flow(results, "f");
  EXPECT_DOUBLE_EQ(*bursts.fair_share_mbps, 1.5);
  EXPECT_EQ(bursts.sent_packets, 500U);
}

// 30 Mbit/s of 38 down for the 5 s before the warm-up ends, then nothing.
class ChannelUse : public ::testing::TestWithParam<const char*> {};

TEST_P(ChannelUse, CountsFromTheWarmUpOn) {
  System system(load_scenario_text(
      R"({"duration_s": 10, "stats": {"warmup_s": 5.1}, "rf": {)" + std::string(GetParam()) + R"(},
      "modems": [{"name": "a"}], "service_flows": [
        {"name": "up", "modem": "a", "max_sustained_rate_mbps": 20},
        {"name": "down", "modem": "a", "direction": "downstream", "max_sustained_rate_mbps": 38}],
      "flows": [{"name": "d", "modem": "a", "direction": "downstream", "rate_mbps": 30, "stop_s": 5},
                {"name": "u", "modem": "a", "rate_mbps": 15.36, "start_s": 5.2}]})",
      "x.json"));
  system.run();
  const MacResult mac = system.results().mac;
  ASSERT_EQ(mac.downstream_channels.size(), 1U);
  EXPECT_EQ(mac.downstream_channels[0].name, "ds0");
  EXPECT_GT(mac.downstream_channels[0].packets, 12'000U);
  EXPECT_LT(mac.downstream_channels[0].utilization, 0.02);  // MAPs
  ASSERT_EQ(mac.channels.size(), 1U);
  EXPECT_GT(mac.channels[0].utilization, 0.49);  // of 30.72 Mbit/s
  EXPECT_LT(mac.channels[0].utilization, 0.56);
}

INSTANTIATE_TEST_SUITE_P(Traffic, ChannelUse,
                         ::testing::Values(R"("downstream_mbps": 38)",
                                           R"("downstream_channels": [{"name": "ds0"}])"));

// Modems of 10 and 40 Mbit/s, and a service flow of its own for what says so.
class FairShares : public ::testing::TestWithParam<const char*> {};

TEST_P(FairShares, AreThoseOfTheServiceFlowThatAFlowTakes) {
  System system(load_scenario_text(R"({"duration_s": 40,
      "stats": {"warmup_s": 12, "fair_shares_of": ")" +
                                       std::string(GetParam()) + R"("},
      "rf": {"profile": "docsis31"}, "modems": [{"name": "a"}, {"name": "b"}],
      "service_flows": [
        {"name": "slow", "modem": "a", "max_sustained_rate_mbps": 10},
        {"name": "fast", "modem": "b", "max_sustained_rate_mbps": 40},
        {"name": "side", "modem": "b", "max_sustained_rate_mbps": 3}],
      "classifiers": [{"service_flow": "side", "dscp": 8}],
      "flows": [
        {"name": "fa", "kind": "tcp", "modem": "a", "rtt_ms": 20, "group": "all"},
        {"name": "fb", "kind": "tcp", "modem": "b", "rtt_ms": 20, "group": "all"},
        {"name": "fc", "kind": "tcp", "modem": "b", "rtt_ms": 20, "group": "all", "dscp": 8}]})",
                                   "x.json"));
  system.run();
  const Results results = system.results();
  EXPECT_NEAR(*flow(results, "fa").fair_share_mbps, 10, 0.01);
  // The share is the rest of the consumed payload.
  EXPECT_NEAR(*flow(results, "fb").fair_share_mbps, 40, 4);
  EXPECT_NEAR(*flow(results, "fc").fair_share_mbps, 3, 0.01);
  EXPECT_GT(*results.groups.at(0).fairness.jain_index, 0.995);
  EXPECT_NEAR(*results.groups[0].application_bias_percent, 0, 8);
}

INSTANTIATE_TEST_SUITE_P(Traffic, FairShares, ::testing::Values("rate", "consumed"));

// Each sent packet has arrived, was lost or is in flight: losses are those of the service flows.
TEST(Traffic, EveryPacketIsAccountedFor) {
  System system(load_scenario(path_of("mix"), {"", {"duration_s=20"}}));
  for (int i = 0; i < 40; ++i) {
    system.run_for(sc_core::sc_time(487'654'321'987.0, sc_core::SC_PS));
    const Results results = system.results();
    std::uint64_t waiting = 0;
    for (const ServiceFlowResult& service : results.service_flows) {
      ASSERT_EQ(service.offered.packets, service.accounted().packets);
      ASSERT_EQ(service.offered.bytes, service.accounted().bytes);
      waiting += service.queued.packets + service.held.packets;
    }
    ASSERT_EQ(system.packets_alive(), waiting + system.packets_in_transit());
  }
}

class Shaken : public ::testing::TestWithParam<const char*> {};

TEST_P(Shaken, SameBits) {
  const std::vector<std::string> sets = {"duration_s=12"};
  System system(load_scenario(path_of(GetParam()), {"", sets}));
  HeapShaker shaker("shaker", 7);
  system.run();
  EXPECT_EQ(without_host(system.results().json()),
            run_text(path_of(GetParam()) + " --set duration_s=12"));
}

INSTANTIATE_TEST_SUITE_P(Traffic, Shaken,
                         ::testing::Values("ftp-restart", "web-page", "web-users", "torrent",
                                           "mix"));

// Its connections are opened and closed again and again.
TEST(WebUsers, AllTheirObjectsAreInTheirGoodput) {
  const Results results = run_with(R"("duration_s": 600, "stats": {"warmup_s": 0},
    "flows": [{"name": "web", "kind": "web_users", "direction": "downstream", "modem": "cm0"}])");
  const FlowResult& web = flow(results, "web");
  const double bytes = web.goodput_mbps * 1e6 / 8 * 600;
  double in_series = 0;
  for (const double mbps : web.goodput_series_mbps) {
    in_series += mbps * 1e6 / 8 * results.goodput_interval_s;
  }
  EXPECT_NEAR(in_series, bytes, 1);
  EXPECT_GT(web.transport->connections, 48U) << "each of 24 more than twice";
  EXPECT_GE(bytes, static_cast<double>(web.figures.find<BrowsingResult>()->object_bytes) - 1);
  EXPECT_LT(bytes, static_cast<double>(web.figures.find<BrowsingResult>()->object_bytes) * 1.05);
}

}  // namespace
}  // namespace docsis_vp::system::traffic_test
