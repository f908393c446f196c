#include "models/cm/map_parser/map_parser.h"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "models/cm/flow_interfaces.h"
#include "platform/base/errors.h"
#include "platform/base/random.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm::map_parser_test {
namespace {

// Records the events of a sink, with their times.
struct Log : MapSink {
  void on_request_region(const RequestRegion& region) override {
    line() << (region.flow ? "poll of " + std::to_string(*region.flow) : "region") << " x"
           << region.opportunities << " at " << region.first_minislot;
  }
  void on_grant(const Grant& grant) override {
    line() << "grant to " << grant.flow << " on " << grant.channel << ", " << grant.bytes
           << " bytes";
    grants.push_back(grant);
  }
  void on_pending(unsigned, unsigned flow) override { line() << "pending " << flow; }
  void on_map_end(const MapSummary& map) override {
    line() << "end, ack " << map.ack_time / kPsPerUs << " us, backoff "
           << unsigned{map.backoff_start} << ".." << unsigned{map.backoff_end};
  }
  void on_maps_passed(const MapSummary&, std::uint64_t maps) override {
    line() << maps << " passed";
  }
  std::ostream& line() {
    text << (text.tellp() > 0 ? "\n" : "") << platform::now_ps() / kPsPerNs << ": ";
    return text;
  }
  bool may_defer(const RequestRegion& region) const override { return patient && !region.flow; }
  bool may_defer(const MapSummary&) const override { return patient; }
  std::ostringstream text;
  std::vector<Grant> grants;
  bool patient = false;
};

struct Options {
  std::uint32_t cycles_per_map = 10;
  unsigned parsers = 1;
  std::size_t queue_limit = 64;
  unsigned channels = 1;
  bool check_octets = false;
};

// A clock of 1 GHz: a cycle is 1 ns. Minislots of 12.5 us and 48 bytes.
struct Bench {
  explicit Bench(const Options& options = {})
      : channels(make_channels(options.channels)),
        parser("parser", make_config(options), channels, sequencer, {&log}) {
    sc_core::sc_start(platform::to_sc_time(1000 * kPsPerUs));
  }
  static std::vector<docsis::ChannelGeometry> make_channels(unsigned count) {
    std::vector<docsis::ChannelGeometry> channels;
    for (unsigned i = 0; i < count; ++i) {
      docsis::ChannelParameters parameters;
      parameters.channel_id = static_cast<std::uint8_t>(1 + i);
      parameters.ucd_count = 5;
      channels.emplace_back(parameters);
    }
    return channels;
  }
  static MapParserConfig make_config(const Options& options) {
    MapParserConfig config;
    config.clock_hz = 1'000'000'000;
    config.cycles_per_map = options.cycles_per_map;
    config.cycles_per_element = 8;
    config.parsers = options.parsers;
    config.queue_limit = options.queue_limit;
    config.check_octets = options.check_octets;
    config.sids = {std::vector<std::uint16_t>(options.channels, 0x123),
                   std::vector<std::uint16_t>(options.channels, 0x125)};
    return config;
  }
  static docsis::Map map() {
    docsis::Map map;
    map.channel_id = 1;
    map.ucd_count = 5;
    map.allocation_start = 160;  // 2 ms
    map.ack_time = 40;           // 500 us
    map.data_backoff_start = 2;
    map.data_backoff_end = 8;
    return map;
  }
  void receive(const docsis::Map& map) {
    auto octets = std::make_shared<std::vector<std::uint8_t>>();
    docsis::append_map(*octets, map);
    parser.receive(octets);
  }
  void receive_shared(docsis::Map map) {
    auto frame = std::make_shared<docsis::ManagementFrame>();
    frame->exchange(map);
    ASSERT_NE(frame->map(), nullptr);
    parser.receive(frame);
  }
  void run_us(TimePs us) { sc_core::sc_start(platform::to_sc_time(us * kPsPerUs)); }

  platform::InstantSequencer sequencer{"sequencer"};
  std::vector<docsis::ChannelGeometry> channels;
  Log log;
  MapParser parser;
};

using docsis::kIucAdvancedLongData;
using docsis::kIucNull;
using docsis::kIucRequest;
using docsis::kSidAllModems;

docsis::Map map_without_grants() {
  docsis::Map map = Bench::map();
  map.elements = {{kSidAllModems, kIucRequest, 0}, {0, kIucNull, 4}};
  return map;
}

TEST(MapParser, PutsOffWhatASinkMayHearLaterUntilAsked) {
  Bench bench;
  bench.log.patient = true;
  bench.receive(map_without_grants());
  bench.run_us(10);
  EXPECT_EQ(bench.log.text.str(), "");
  bench.parser.do_deferred_work();
  EXPECT_EQ(bench.log.text.str(),
            "1010000: region x4 at 160\n"
            "1010000: end, ack 500 us, backoff 2..8");
}

TEST(MapParser, ReadsTheBytesOfAGrantByItsDataProfile) {
  Bench bench;
  docsis::ChannelParameters ofdma;
  docsis::apply({}, ofdma);
  ofdma.ucd_count = 5;
  ofdma.profile_bytes[docsis::kIucData12] = 19;
  bench.channels[0] = docsis::ChannelGeometry(ofdma);
  docsis::Map map = Bench::map();
  map.version = 5;
  map.allocation_start = 235 * 15;
  map.elements = {{0x123, kIucAdvancedLongData, 0},
                  {0x123, docsis::kIucData12, 10},
                  {0x123, docsis::kIucData13, 20},
                  {0, kIucNull, 30}};
  bench.receive(map);
  bench.run_us(10);
  ASSERT_EQ(bench.log.grants.size(), 2U);
  EXPECT_EQ(bench.log.grants[0].bytes, 480U);
  EXPECT_EQ(bench.log.grants[1].bytes, 190U);
  EXPECT_EQ(bench.parser.counters().grants, 2U);
  EXPECT_EQ(bench.parser.counters().unknown_profiles, 1U);
}

TEST(MapParser, TellsInTimeWhatIsAwaitedAfterAll) {
  Bench bench;
  bench.log.patient = true;
  bench.receive(map_without_grants());
  sc_core::sc_start(platform::to_sc_time(1));
  bench.log.patient = false;
  bench.parser.deferral_changed();
  bench.run_us(10);
  EXPECT_EQ(bench.log.text.str(),
            "1000026: region x4 at 160\n"
            "1000026: end, ack 500 us, backoff 2..8");
}

TEST(MapParser, TellsWhatWasPutOffBeforeTheNextMap) {
  Bench bench({10, 1, 1, 1});  // room for one MAP
  bench.log.patient = true;
  bench.receive(map_without_grants());
  bench.run_us(10);
  bench.receive(map_without_grants());
  bench.run_us(10);
  EXPECT_EQ(bench.parser.counters().overflow, 0U);
  EXPECT_EQ(bench.parser.counters().maps, 2U);
}

TEST(MapParser, TellsWhatWasPutOffBeforeAGrant) {
  Bench bench;
  bench.log.patient = true;
  docsis::Map map = Bench::map();
  map.elements = {
      {kSidAllModems, kIucRequest, 0}, {0x123, kIucAdvancedLongData, 4}, {0, kIucNull, 14}};
  bench.receive(map);
  bench.run_us(10);
  EXPECT_EQ(bench.log.text.str(),
            "1000034: region x4 at 160\n"
            "1000034: grant to 0 on 0, 480 bytes\n"
            "1000034: end, ack 500 us, backoff 2..8");
}

TEST(MapParser, TellsAPollInTimeAndPutsTheRestOff) {
  Bench bench;
  bench.log.patient = true;
  docsis::Map map = Bench::map();
  map.elements = {{kSidAllModems, kIucRequest, 0}, {0x125, kIucRequest, 4}, {0, kIucNull, 5}};
  bench.receive(map);
  bench.run_us(10);
  EXPECT_EQ(bench.log.text.str(),
            "1000034: region x4 at 160\n"
            "1000034: poll of 1 x1 at 164\n"
            "1000034: end, ack 500 us, backoff 2..8");
}

TEST(MapParser, TellsEachElementWhenTheOneThatEndsItIsRead) {
  Bench bench;
  docsis::Map map = Bench::map();
  map.elements = {{kSidAllModems, kIucRequest, 0},    // 4 opportunities
                  {0x123, kIucAdvancedLongData, 4},   // 10 minislots to flow 0
                  {0x777, kIucAdvancedLongData, 14},  // for another modem
                  {0x125, kIucAdvancedLongData, 34},  // 6 minislots to flow 1
                  {0, kIucNull, 40},
                  {0x123, kIucAdvancedLongData, 40}};  // pending
  bench.receive(map);
  bench.run_us(10);
  // Begun at 1000000 ns, 10 cycles for the header, 8 for each of 6 elements.
  EXPECT_EQ(bench.log.text.str(),
            "1000026: region x4 at 160\n"
            "1000034: grant to 0 on 0, 480 bytes\n"
            "1000050: grant to 1 on 0, 288 bytes\n"
            "1000058: pending 0\n"
            "1000058: end, ack 500 us, backoff 2..8");
  ASSERT_EQ(bench.log.grants.size(), 2U);
  const Grant& grant = bench.log.grants[0];
  EXPECT_EQ(grant.sid, 0x123);
  EXPECT_EQ(grant.iuc, kIucAdvancedLongData);
  EXPECT_EQ(grant.first_minislot, 164U);
  EXPECT_EQ(grant.minislots, 10U);
  EXPECT_EQ(grant.start, 2050 * kPsPerUs);
  EXPECT_EQ(grant.end, 2175 * kPsPerUs);
  EXPECT_EQ(bench.parser.counters().elements, 6U);
  EXPECT_EQ(bench.parser.counters().busy_cycles, 58U);
}

TEST(MapParser, MapsQueueForTheOneParser) {
  Bench bench;
  docsis::Map map = Bench::map();
  map.elements = {{0x123, kIucAdvancedLongData, 0}, {0, kIucNull, 40}};
  bench.receive(map);
  map.allocation_start = 320;
  bench.receive(map);
  bench.run_us(10);
  EXPECT_EQ(bench.log.text.str(),
            "1000026: grant to 0 on 0, 1920 bytes\n"
            "1000026: end, ack 500 us, backoff 2..8\n"
            "1000052: grant to 0 on 0, 1920 bytes\n"
            "1000052: end, ack 500 us, backoff 2..8");
}

TEST(MapParser, TwoParsersWorkSideBySide) {
  Options options;
  options.parsers = 2;
  options.channels = 2;
  Bench bench(options);
  docsis::Map map = Bench::map();
  map.elements = {{0x123, kIucAdvancedLongData, 0}, {0, kIucNull, 40}};
  map.channel_id = 2;  // in the wrong order
  bench.receive(map);
  map.channel_id = 1;
  bench.receive(map);
  bench.run_us(10);
  EXPECT_EQ(bench.log.grants.size(), 2U);
  EXPECT_EQ(bench.log.grants[0].channel, 0U);
  EXPECT_EQ(bench.parser.busy_until(), 1'000'026 * kPsPerNs);
}

TEST(MapParser, ForwardsPollsOfItsFlowsAndNoOthers) {
  Bench bench;
  docsis::Map map = Bench::map();
  map.elements = {{0x125, kIucRequest, 0}, {0x124, kIucRequest, 1}, {0, kIucNull, 2}};
  bench.receive(map);
  bench.run_us(10);
  EXPECT_EQ(bench.log.text.str().substr(0, 31), "1000026: poll of 1 x1 at 160\n10");
  EXPECT_EQ(bench.parser.counters().regions, 1U);
}

TEST(MapParser, CountsAndIgnoresWhatIsNotForIt) {
  Options options;
  options.queue_limit = 1;
  Bench bench(options);
  docsis::Map map = Bench::map();
  map.elements = {{0x123, kIucAdvancedLongData, 0}, {0, kIucNull, 40}};
  docsis::Map foreign = map;
  foreign.channel_id = 9;
  bench.receive(foreign);
  docsis::Map stale = map;
  stale.ucd_count = 4;
  bench.receive(stale);
  docsis::Map ofdma = map;
  ofdma.version = 5;
  bench.receive(ofdma);
  bench.receive(map);
  bench.receive(map);  // no room
  bench.parser.receive(std::make_shared<std::vector<std::uint8_t>>(5, std::uint8_t{0xC2}));
  bench.run_us(10);
  const MapParser::Counters& counters = bench.parser.counters();
  EXPECT_EQ(counters.maps, 1U);
  EXPECT_EQ(counters.foreign_channel, 1U);
  EXPECT_EQ(counters.ucd_mismatch, 2U);
  EXPECT_EQ(counters.overflow, 1U);
  EXPECT_EQ(counters.malformed, 1U);
  EXPECT_EQ(bench.log.grants.size(), 1U);
}

docsis::Map map_of(std::uint8_t ucd_count) {
  docsis::Map map = Bench::map();
  map.ucd_count = ucd_count;
  map.elements = {{0x123, kIucAdvancedLongData, 0}, {0, kIucNull, 10}};
  return map;
}

docsis::ChannelParameters half_the_rate(std::uint8_t ucd_count) {
  docsis::ChannelParameters parameters = Bench::make_channels(1)[0].parameters();
  parameters.rate_bps /= 2;
  parameters.ucd_count = ucd_count;
  return parameters;
}

TEST(MapParser, ReadsMapsByTheUcdThatTheyName) {
  Bench bench;
  bench.receive(map_of(6));  // not announced
  bench.run_us(1);
  bench.parser.learn_ucd(0, half_the_rate(6));
  bench.receive(map_of(5));
  bench.run_us(1);
  bench.receive(map_of(6));
  bench.run_us(1);
  bench.receive(map_of(5));  // of the past
  bench.receive(map_of(6));
  bench.run_us(1);
  // 10 minislots of 48 bytes, then of 24.
  EXPECT_EQ(bench.log.text.str(),
            "1001026: grant to 0 on 0, 480 bytes\n"
            "1001026: end, ack 500 us, backoff 2..8\n"
            "1002026: grant to 0 on 0, 240 bytes\n"
            "1002026: end, ack 500 us, backoff 2..8\n"
            "1003026: grant to 0 on 0, 240 bytes\n"
            "1003026: end, ack 500 us, backoff 2..8");
  EXPECT_EQ(bench.parser.counters().ucd_mismatch, 2U);
  EXPECT_EQ(bench.parser.counters().maps, 3U);
}

// Whatever the order that UCDs are read in: one that is past says nothing.
TEST(MapParser, KeepsSeveralUcdsThatAreAnnounced) {
  Bench bench;
  docsis::ChannelParameters quarter = half_the_rate(7);
  quarter.rate_bps /= 2;
  bench.parser.learn_ucd(0, quarter);
  bench.parser.learn_ucd(0, half_the_rate(6));
  for (const std::uint8_t count : std::vector<std::uint8_t>{5, 6, 7, 6}) {
    bench.receive(map_of(count));
    bench.run_us(1);
  }
  bench.parser.learn_ucd(0, half_the_rate(6));
  bench.receive(map_of(6));
  bench.receive(map_of(7));
  bench.run_us(1);
  std::vector<std::uint32_t> bytes;
  for (const Grant& grant : bench.log.grants) bytes.push_back(grant.bytes);
  EXPECT_EQ(bytes, (std::vector<std::uint32_t>{480, 240, 120, 120}));
  EXPECT_EQ(bench.parser.counters().ucd_mismatch, 2U);
}

// A request needs a minislot, then 5 of 1.5625 bytes.
TEST(MapParser, OpportunitiesAreAsLongAsTheUcdThatTheMapNamesSays) {
  Bench bench;
  docsis::ChannelParameters slow = half_the_rate(6);
  slow.rate_bps = 1'000'000;
  slow.request_minislots = 0;
  bench.parser.learn_ucd(0, slow);
  docsis::Map map = Bench::map();
  map.elements = {{kSidAllModems, kIucRequest, 0}, {0, kIucNull, 10}};
  bench.receive(map);
  bench.run_us(1);
  map.ucd_count = 6;
  bench.receive(map);
  bench.run_us(1);
  EXPECT_EQ(bench.log.text.str(),
            "1000026: region x10 at 160\n"
            "1000026: end, ack 500 us, backoff 2..8\n"
            "1001026: region x2 at 160\n"
            "1001026: end, ack 500 us, backoff 2..8");
}

TEST(MapParser, AGrantKeepsTheBytesOfTheMapThatGaveIt) {
  Bench bench;
  bench.receive(map_of(5));
  bench.parser.learn_ucd(0, half_the_rate(6));
  bench.receive(map_of(6));  // at the same instant, before the first is read
  bench.run_us(1);
  ASSERT_EQ(bench.log.grants.size(), 2U);
  EXPECT_EQ(bench.log.grants[0].bytes, 480U);
  EXPECT_EQ(bench.log.grants[1].bytes, 240U);
  EXPECT_EQ(bench.log.grants[0].start, bench.log.grants[1].start);
}

TEST(MapParser, RefusesAUcdThatMovesMinislotsOrHasTheOldCount) {
  Bench bench;
  EXPECT_THROW(bench.parser.learn_ucd(0, half_the_rate(5)), InputError);
  docsis::ChannelParameters longer = half_the_rate(6);
  longer.ticks_per_minislot *= 2;
  EXPECT_THROW(bench.parser.learn_ucd(0, longer), InputError);
}

TEST(MapParser, ReadsMapsOfTheChannelsThatItsFlowsUseNow) {
  Options options;
  options.channels = 2;
  Bench bench(options);
  docsis::Map map = map_of(5);
  bench.parser.set_sids(0, {0, 0x123});
  bench.receive(map);  // the SID is unknown there
  bench.run_us(1);
  map.channel_id = 2;
  bench.receive(map);
  bench.run_us(1);
  ASSERT_EQ(bench.log.grants.size(), 1U);
  EXPECT_EQ(bench.log.grants[0].channel, 1U);
  bench.parser.set_sids(1, {0, 0x125});
  map.channel_id = 1;
  bench.receive(map);
  bench.run_us(1);
  EXPECT_EQ(bench.parser.counters().foreign_channel, 1U);
  EXPECT_EQ(bench.log.grants.size(), 1U);
}

// From octets, shared decoded, and shared with the octets read as a check.
TEST(MapParser, SharedMapsTellWhatTheirOctetsTell) {
  docsis::Map map = Bench::map();
  map.elements = {{kSidAllModems, kIucRequest, 0},
                  {0x123, kIucAdvancedLongData, 4},
                  {0x200, kIucAdvancedLongData, 20},
                  {0x125, kIucAdvancedLongData, 30},
                  {0, kIucNull, 40},
                  {0x123, kIucAdvancedLongData, 40}};
  Options checking;
  checking.check_octets = true;
  Bench bench(checking);
  bench.receive(map);
  bench.run_us(10);
  const std::string from_octets = bench.log.text.str();
  const TimePs parsed_in = bench.parser.busy_until() - 1000 * kPsPerUs;
  const std::vector<Grant> grants = bench.log.grants;
  ASSERT_EQ(grants.size(), 2U);
  bench.receive_shared(map);
  bench.run_us(10);
  EXPECT_EQ(bench.parser.busy_until() - 1010 * kPsPerUs, parsed_in);
  ASSERT_EQ(bench.log.grants.size(), 4U);
  for (std::size_t i = 0; i < grants.size(); ++i) {
    EXPECT_EQ(bench.log.grants[2 + i].start, grants[i].start);
    EXPECT_EQ(bench.log.grants[2 + i].bytes, grants[i].bytes);
    EXPECT_EQ(bench.log.grants[2 + i].flow, grants[i].flow);
  }
  EXPECT_EQ(bench.parser.counters().pendings, 2U);
  EXPECT_EQ(bench.parser.counters().elements, 12U);
}

TEST(MapParser, SurvivesAnyOctets) {
  Bench bench;
  RandomStream random(1, "octets");
  docsis::Map map = Bench::map();
  map.elements = {
      {kSidAllModems, kIucRequest, 0}, {0x123, kIucAdvancedLongData, 4}, {0, kIucNull, 40}};
  std::vector<std::uint8_t> good;
  docsis::append_map(good, map);
  for (int i = 0; i < 20000; ++i) {
    auto octets = std::make_shared<std::vector<std::uint8_t>>(good);
    const auto flips = random.between(1, 4);
    for (int f = 0; f < flips; ++f) {
      (*octets)[random.below(octets->size())] ^= static_cast<std::uint8_t>(1 << random.below(8));
    }
    octets->resize(random.below(octets->size() + 1));
    bench.parser.receive(octets);
    bench.run_us(1);
  }
  const MapParser::Counters& counters = bench.parser.counters();
  EXPECT_EQ(counters.malformed + counters.other_messages + counters.maps, 20000U);
  EXPECT_GT(counters.malformed, 19000U);  // a CRC lets nothing of this through
  EXPECT_TRUE(bench.log.grants.empty());
}

TEST(MapParser, RefusesSidsThatAreNoModems) {
  platform::InstantSequencer sequencer("sequencer");
  std::vector<docsis::ChannelGeometry> channels = Bench::make_channels(1);
  MapParserConfig config;
  config.sids = {{0x3FFF}};
  EXPECT_THROW(MapParser("a", config, channels, sequencer, {}), ConfigError);
  config.sids = {{1, 2}};
  EXPECT_THROW(MapParser("b", config, channels, sequencer, {}), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::cm::map_parser_test
