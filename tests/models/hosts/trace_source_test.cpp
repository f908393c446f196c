#include "models/hosts/trace_source/trace_source.h"

#include <gmock/gmock.h>

#include <vector>

#include "models/hosts/trace_source/capture_survey.h"
#include "platform/base/errors.h"
#include "tests/models/hosts/capture_writer.h"
#include "tests/models/hosts/recording_sink.h"

namespace docsis_vp::hosts::trace_source_test {
namespace {

using Row = RecordingSink::Row;

std::string capture_of(const CaptureWriter& writer) {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string path = ::testing::TempDir() + "docsis_vp_trace_" + test->name();
  write_file(path, writer.octets());
  return path;
}

// Two hosts; the third packet was captured before the second, the last two at once.
std::string small_capture() {
  CaptureWriter writer(false);
  writer.pcap_header(0xa1b23c4d, 1)
      .pcap_packet(9, 100, 1'514, udp_frame(1))
      .pcap_packet(9, 400, 1'000, udp_frame(2, 3))
      .pcap_packet(9, 300, 60, udp_frame(1))
      .pcap_packet(9, 900, 200, udp_frame(2))
      .pcap_packet(9, 900, 201, udp_frame(1));
  return capture_of(writer);
}

struct Bench {
  explicit Bench(const TraceSourceConfig& config)
      : source("source", config, "upload", table, pool, sink) {}

  void run(TimePs time) { sc_core::sc_start(platform::to_sc_time(time)); }

  FlowTable table;
  PacketPool pool;
  RecordingSink sink;
  TraceSource source;
};

TEST(TraceSource, ReplaysAtExactTimesWithTheSizesOfTheWire) {
  TraceSourceConfig config;
  config.file = small_capture();
  config.start = 50;
  Bench bench(config);
  bench.run(kPsPerMs);
  const std::vector<Row> expected = {{50, 0, 0, 1'518},
                                     {300'050, 1, 0, 1'004},
                                     {300'050, 0, 1, 64},
                                     {800'050, 1, 1, 204},
                                     {800'050, 0, 2, 205}};
  EXPECT_EQ(bench.sink.rows, expected);
  EXPECT_THAT(bench.sink.created, ::testing::ElementsAre(50, 300'050, 300'050, 800'050, 800'050));
  EXPECT_THAT(bench.sink.ecn, ::testing::ElementsAre(Ecn::kNotEct, Ecn::kCe, Ecn::kNotEct,
                                                     Ecn::kNotEct, Ecn::kNotEct));
  EXPECT_EQ(bench.source.sent_packets(), 5U);
  EXPECT_EQ(bench.source.sent_bytes(), 1'518U + 1'004 + 64 + 204 + 205);
}

TEST(TraceSource, PartsFlowsByAllThatAClassifierMayLookAt) {
  Octets tagged = udp_frame(1);
  const Octets tag = {0x81, 0x00, 0, 6};
  tagged.insert(tagged.begin() + 12, tag.begin(), tag.end());
  Octets from_another_station = udp_frame(1);
  from_another_station[11] = 9;
  CaptureWriter writer(false);
  writer.pcap_header(0xa1b23c4d, 1)
      .pcap_packet(9, 0, 100, udp_frame(1))
      .pcap_packet(9, 1, 100, udp_frame(1, 0xb8))
      .pcap_packet(9, 2, 100, udp_frame(1, 0xbb))  // ECN does not part them
      .pcap_packet(9, 3, 100, tagged)
      .pcap_packet(9, 4, 100, from_another_station)
      .pcap_packet(9, 5, 100, udp_frame(1));
  TraceSourceConfig config;
  config.file = capture_of(writer);
  config.lan_port = 2;
  Bench bench(config);
  ASSERT_EQ(bench.source.flows().size(), 4U);
  EXPECT_EQ(bench.table.key(1).dscp, 46);
  EXPECT_EQ(bench.table.key(2).customer_tag, 6);
  EXPECT_EQ(bench.table.key(3).lan_port, 2);
  bench.run(kPsPerMs);
  std::vector<FlowId> taken;
  for (const auto& row : bench.sink.rows) {
    taken.push_back(std::get<1>(row));
  }
  EXPECT_EQ(taken, (std::vector<FlowId>{0, 1, 1, 2, 3, 0}));
}

TEST(TraceSource, KnowsItsFlowsBeforeAnythingRuns) {
  TraceSourceConfig config;
  config.file = small_capture();
  Bench bench(config);
  EXPECT_EQ(bench.source.flows(), (std::vector<FlowId>{0, 1}));
  EXPECT_EQ(bench.table.name(1), "upload/1");
  EXPECT_EQ(bench.table.key(1).source_port, 1'002);
  EXPECT_EQ(bench.source.captured_packets(), 5U);
  EXPECT_EQ(bench.source.captured_duration(), 800 * kPsPerNs);
}

TEST(TraceSource, ReplaysOneDirectionFromItsOwnFirstPacketOn) {
  TraceSourceConfig config;
  config.file = small_capture();
  config.filter.ip_source = IpPrefix{4, {10, 0, 0, 2}, 32};
  Bench bench(config);
  bench.run(kPsPerMs);
  const std::vector<Row> expected = {{0, 0, 0, 1'004}, {500'000, 0, 1, 204}};
  EXPECT_EQ(bench.sink.rows, expected);
}

TEST(TraceSource, StopsAndChangesSpeed) {
  TraceSourceConfig config;
  config.file = small_capture();
  config.speed = 2;
  config.stop = 400'000;
  Bench bench(config);
  bench.run(kPsPerMs);
  const std::vector<Row> expected = {{0, 0, 0, 1'518}, {150'000, 1, 0, 1'004}, {150'000, 0, 1, 64}};
  EXPECT_EQ(bench.sink.rows, expected);
}

// The third packet would be sent after 200 days, which is more than a time can say.
TEST(TraceSource, APacketBeyondAllTimeStays) {
  CaptureWriter writer(false);
  writer.pcap_header(0xa1b23c4d, 1)
      .pcap_packet(9, 0, 100, udp_frame(1))
      .pcap_packet(10, 0, 100, udp_frame(1))
      .pcap_packet(9 + 20 * 86'400, 0, 100, udp_frame(1));
  TraceSourceConfig config;
  config.file = capture_of(writer);
  config.speed = 0.1;
  config.start = kPsPerSecond;
  config.line_bps = 1'000'000'000;
  config.loop = true;
  Bench bench(config);
  bench.run(40 * kPsPerSecond);
  EXPECT_EQ(bench.sink.rows.size(), 2U);
}

TEST(TraceSource, StartsOverAMeanGapAfterTheLastPacket) {
  TraceSourceConfig config;
  config.file = small_capture();
  config.loop = true;
  config.stop = 2'000'001;
  Bench bench(config);
  bench.run(kPsPerMs);
  std::vector<TimePs> times;
  for (const Row& row : bench.sink.rows) times.push_back(std::get<0>(row));
  // A round lasts 800 ns and 800 / 4.
  EXPECT_THAT(times, ::testing::ElementsAre(0, 300'000, 300'000, 800'000, 800'000, 1'000'000,
                                            1'300'000, 1'300'000, 1'800'000, 1'800'000, 2'000'000));
  EXPECT_EQ(std::get<2>(bench.sink.rows.at(10)), 6U);  // numbered on
}

TEST(TraceSource, RefusesWhatItCannotReplayBeforeAnythingRuns) {
  CaptureWriter other_link(false);
  other_link.pcap_header(0xa1b2c3d4, 105).pcap_packet(0, 0, 60, udp_frame(1));
  CaptureWriter no_time(false);
  no_time.section().interface(1).block(3, no_time.part().u32(60).padded(Octets(60)).octets());
  CaptureWriter empty(false);
  empty.pcap_header(0xa1b2c3d4, 1);
  CaptureWriter offloaded(false);
  offloaded.pcap_header(0xa1b2c3d4, 1)
      .pcap_packet(0, 0, 1'996, udp_frame(1))
      .pcap_packet(0, 0, 2'962, udp_frame(1));
  const std::string second = std::to_string(24 + 16 + udp_frame(1).size());
  const std::vector<std::pair<const CaptureWriter*, std::string>> cases = {
      {&other_link, "byte 24: link type 105 unsupported, expected Ethernet (1), raw IP"},
      {&no_time, "byte 48: a simple packet block has no time to replay it at"},
      {&offloaded, "byte " + second +
                       ": a frame of 2966 octets, expected at most 2000: the capture has "
                       "segmentation offload"},
      {&empty, "no packet to replay"}};
  for (const auto& [writer, message] : cases) {
    TraceSourceConfig config;
    config.file = capture_of(*writer);
    try {
      Bench bench(config);
      ADD_FAILURE() << "no error: " << message;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), ::testing::StartsWith(config.file + ": " + message));
    }
  }
}

std::vector<TimePs> times_of(const TraceSourceConfig& config) {
  Bench bench(config);
  bench.run(20 * kPsPerSecond);
  std::vector<TimePs> times;
  for (const Row& row : bench.sink.rows) times.push_back(std::get<0>(row));
  return times;
}

// A clock that is set an hour ahead for one packet, and an order that is wrong by 5 ms.
TraceSourceConfig jumping_capture() {
  CaptureWriter writer(false);
  writer.pcap_header(0xa1b2c3d4, 1)
      .pcap_packet(100, 0, 200, udp_frame(1))
      .pcap_packet(3'700, 0, 200, udp_frame(1))
      .pcap_packet(100, 10'000, 200, udp_frame(1))
      .pcap_packet(100, 30'000, 200, udp_frame(1))
      .pcap_packet(100, 25'000, 200, udp_frame(1))
      .pcap_packet(100, 40'000, 200, udp_frame(1));
  TraceSourceConfig config;
  config.file = capture_of(writer);
  return config;
}

TEST(TraceSource, ClosesGapsOnlyWhenTold) {
  TraceSourceConfig config = jumping_capture();
  EXPECT_THAT(times_of(config), ::testing::ElementsAre(0));
}

TEST(TraceSource, ClosesGapsThatAreLongerThanToldAndClocksThatAreSetBack) {
  TraceSourceConfig config = jumping_capture();
  config.max_gap = kPsPerSecond;
  const TimePs ms = kPsPerMs;
  EXPECT_THAT(times_of(config),
              ::testing::ElementsAre(0, 1'000 * ms, 1'000 * ms, 1'020 * ms, 1'020 * ms, 1'030 * ms))
      << "and 5 ms too late is no gap";
}

// A router that learns the date after its start; without the option it cannot be replayed.
TEST(TraceSource, ClosesAGapOfDecades) {
  CaptureWriter writer(false);
  writer.pcap_header(0xa1b2c3d4, 1)
      .pcap_packet(3, 0, 200, udp_frame(1))
      .pcap_packet(1'700'000'000, 0, 200, udp_frame(1))
      .pcap_packet(1'700'000'000, 5'000, 200, udp_frame(1));
  TraceSourceConfig config;
  config.file = capture_of(writer);
  EXPECT_THROW(Bench{config}, InputError);
  config.max_gap = kPsPerMs;
  EXPECT_THAT(times_of(config), ::testing::ElementsAre(0, kPsPerMs, 2 * kPsPerMs));
}

// Times of the packets that are chosen.
std::vector<TimePs> times_since_first(const std::string& file, const FrameFilter& filter) {
  ChosenFrames frames(file, filter);
  CaptureClock clock({});
  std::vector<TimePs> times;
  while (const auto frame = frames.next()) times.push_back(clock.next(frame->time).value());
  if (times.empty()) throw InputError("none");
  return times;
}

// Frames that pass the filter decide, not others of the file.
TEST(ChosenFrames, PassOverOtherLinkTypesIfAnAddressIsAskedFor) {
  CaptureWriter writer(false);
  writer.section()
      .interface(1)
      .interface(105)
      .enhanced(1, 0, 200, Octets(30))
      .enhanced(0, 1, 200, udp_frame(1))
      .enhanced(1, 2, 200, Octets(30))
      .enhanced(0, 3, 200, udp_frame(1));
  const std::string file = capture_of(writer);
  FrameFilter filter;
  EXPECT_THROW(times_since_first(file, filter), InputError);
  filter.ip_source = IpPrefix{4, {10, 0, 0, 1}, 32};
  EXPECT_THAT(times_since_first(file, filter), ::testing::ElementsAre(0, 2 * kPsPerUs));
  filter.ip_source = IpPrefix{4, {10, 9, 0, 1}, 32};
  try {
    times_since_first(file, filter);
    ADD_FAILURE() << "no error";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("link type 105 unsupported"));
  }
}

TEST(ChosenFrames, AreOfOneInterfaceAndWhatItReceived) {
  CaptureWriter writer(false);
  const CaptureWriter part = writer.part();
  const auto named = [&part](const char* name) {
    const std::string text = name;
    return part.part().option(2, Octets(text.begin(), text.end())).octets();
  };
  const Octets sent = part.part().option(2, part.part().u32(2).octets()).octets();
  writer.section()
      .interface(1, named("eth0"))
      .interface(1, named("wlan0"))
      .enhanced(0, 10, 200, udp_frame(1))
      .enhanced(1, 11, 200, udp_frame(1))
      .enhanced(1, 14, 200, udp_frame(2), sent)
      .enhanced(1, 16, 200, udp_frame(1));
  const std::string file = capture_of(writer);
  FrameFilter filter;
  for (const char* interface : {"wlan0", "1"}) {
    filter.interface = interface;
    EXPECT_THAT(times_since_first(file, filter),
                ::testing::ElementsAre(0, 3 * kPsPerUs, 5 * kPsPerUs));
  }
  filter.received_only = true;
  EXPECT_THAT(times_since_first(file, filter), ::testing::ElementsAre(0, 5 * kPsPerUs));
  filter.interface = "eth1";
  EXPECT_THROW(times_since_first(file, filter), InputError);
}

TEST(TraceSource, ReplaysWhatComesBeforeACut) {
  CaptureWriter writer(false);
  writer.pcap_header(0xa1b2c3d4, 1)
      .pcap_packet(0, 0, 200, udp_frame(1))
      .pcap_packet(0, 7, 200, udp_frame(1))
      .pcap_packet(0, 9, 200, udp_frame(1));
  Octets cut = writer.octets();
  cut.resize(cut.size() - 3);
  TraceSourceConfig config;
  config.file = capture_of(CaptureWriter(false).raw(cut));
  config.loop = true;
  config.stop = 20 * kPsPerUs;
  EXPECT_THAT(times_of(config), ::testing::ElementsAre(0, 7 * kPsPerUs, 14 * kPsPerUs));
}

TEST(CaptureSurvey, TellsCutsPausesAndClocks) {
  const CaptureSurvey survey = survey_capture(jumping_capture().file, {}, {});
  EXPECT_EQ(survey.packets, 6U);
  EXPECT_EQ(survey.cut_at, std::nullopt);
  const std::uint64_t record = 16 + udp_frame(1).size();
  EXPECT_EQ(survey.pauses.count, 1U);
  EXPECT_EQ(survey.pauses.seconds, 3'600);
  EXPECT_EQ(survey.pauses.file_offset, 24 + record);
  EXPECT_EQ(survey.set_back.count, 1U);
  EXPECT_EQ(survey.set_back.seconds, -3'599.99);
  EXPECT_EQ(survey.set_back.file_offset, 24 + 2 * record);
  const CaptureSurvey closed = survey_capture(jumping_capture().file, {}, kPsPerSecond);
  EXPECT_EQ(closed.pauses.count + closed.set_back.count, 0U);
}

TEST(FrameFilter, ComparesAddressesAndPrefixes) {
  FlowKey key;
  key.ethernet_source = {2, 0, 0, 0, 0, 1};
  key.source = {10, 1, 0x5f, 2};
  const auto accepts = [&key](const FrameFilter& filter) { return filter.accepts(key); };
  EXPECT_TRUE(accepts({}));
  EXPECT_TRUE(accepts({key.ethernet_source, {}}));
  EXPECT_FALSE(accepts({std::array<std::uint8_t, 6>{2, 0, 0, 0, 0, 2}, {}}));
  EXPECT_TRUE(accepts({{}, IpPrefix{4, {10, 1, 0x50}, 20}}));
  EXPECT_FALSE(accepts({{}, IpPrefix{4, {10, 1, 0x40}, 20}}));
  EXPECT_FALSE(accepts({{}, IpPrefix{4, {10, 2}, 16}}));
  EXPECT_TRUE(accepts({{}, IpPrefix{4, {}, 0}}));
  EXPECT_FALSE(accepts({{}, IpPrefix{6, {}, 0}}));
}

}  // namespace
}  // namespace docsis_vp::hosts::trace_source_test
