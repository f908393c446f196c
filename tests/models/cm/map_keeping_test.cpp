// A parser that takes its MAPs from a keeper, when it has a use for them, against one that is given
// each at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/cm/map_parser/map_parser.h"
#include "platform/base/random.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm::map_keeping_test {
namespace {

constexpr std::uint16_t kLowest = 0x200;
constexpr std::uint16_t kHighest = 0x202;

// Records the events of a sink, with their times where these matter.
struct Recorder : MapSink {
  void on_request_region(const RequestRegion& region) override {
    if (patient && !region.flow) {
      open.push_back(region);
    } else if (region.flow || !is_over(region)) {
      note("region " + std::to_string(region.first_minislot), true);
    }
  }
  void on_grant(const Grant& grant) override {
    note("grant " + std::to_string(grant.first_minislot), true);
  }
  void on_pending(unsigned channel, unsigned flow) override {
    note("pending " + std::to_string(channel) + " " + std::to_string(flow), true);
  }
  void on_map_end(const MapSummary& map) override {
    if (patient) {
      on_maps_passed(map, 1);
    } else {
      note("end " + std::to_string(map.channel) + " " + std::to_string(map.ack_time), false);
    }
  }
  void on_maps_passed(const MapSummary& last, std::uint64_t maps) override {
    ended[last.channel] += maps;
    last_ended = last.channel;
    acknowledged[last.channel] = last.ack_time;
  }
  bool may_defer(const RequestRegion& region) const override { return patient && !region.flow; }
  bool may_defer(const MapSummary&) const override { return patient; }
  TimePs earliest_relevant_ack_time() const override {
    return patient ? kNever : docsis::kEveryMap;
  }
  void note(const std::string& what, bool in_time) {
    told.emplace_back(in_time || !patient ? platform::now_ps() : 0, what);
  }
  // A patient sink reads the remaining opportunities.
  void look() {
    for (const RequestRegion& region : open) {
      if (!is_over(region)) {
        note("still open " + std::to_string(region.first_minislot), false);
      }
    }
    open.clear();
    for (const auto& [channel, maps] : ended) {
      note(std::to_string(maps) + " ends " + std::to_string(channel) + " " +
               std::to_string(acknowledged[channel]) + ", last " + std::to_string(last_ended),
           false);
    }
    ended.clear();
  }
  static bool is_over(const RequestRegion& region) {
    const docsis::Minislot end =
        region.first_minislot + std::uint64_t{region.opportunities} * region.minislots_each;
    return end <= region.geometry->at(platform::now_ps());
  }
  std::vector<std::pair<TimePs, std::string>> told;
  std::vector<RequestRegion> open;
  std::map<unsigned, std::uint64_t> ended;  // by channel: MAPs since the last look
  std::map<unsigned, TimePs> acknowledged;
  unsigned last_ended = 0;
  bool patient = false;
};

class Keeper : public docsis::FrameKeeper {
 public:
  bool subscribe(docsis::SidRange sids, TimePs acknowledged_beyond) override {
    sids_ = sids;
    beyond_ = acknowledged_beyond;
    return std::any_of(kept_.begin(), kept_.end(),
                       [this](const Kept& kept) { return matters(kept.frame); });
  }
  Frames take(TimePs end) override {
    taken_.clear();
    while (!kept_.empty() && kept_.front().arrived < end) {
      taken_.push_back(kept_.front());
      kept_.erase(kept_.begin());
    }
    return {taken_.data(), taken_.data() + taken_.size()};
  }
  void release() override { kept_.clear(); }
  void arrive(const docsis::ManagementOctets& frame, MapParser& parser) {
    kept_.push_back({platform::now_ps(), frame});
    if (matters(frame)) {
      parser.frames_wait();
    } else {
      ++put_off;
    }
  }
  unsigned put_off = 0;

 private:
  bool matters(const docsis::ManagementOctets& frame) const {
    return frame->map() == nullptr || frame->acknowledged_until() > beyond_ ||
           frame->index().names(sids_);
  }

  std::vector<Kept> kept_;
  std::vector<Kept> taken_;
  docsis::SidRange sids_;
  TimePs beyond_ = -1;
};

struct Bench {
  explicit Bench(std::uint64_t seed)
      : random(seed, "map keeping"),
        given("given", config(), channels, first, {&at_once}),
        taking("taking", config(), channels, second, {&when_needed}) {
    EXPECT_EQ(taking.take_from(keeper), &taking);
    sc_core::sc_start(platform::to_sc_time(1'000 * kPsPerUs));
  }
  static std::vector<docsis::ChannelGeometry> two_channels() {
    std::vector<docsis::ChannelGeometry> channels;
    for (const unsigned id : {1U, 2U}) {
      docsis::ChannelParameters parameters;
      parameters.channel_id = static_cast<std::uint8_t>(id);
      channels.emplace_back(parameters);
    }
    return channels;
  }
  static MapParserConfig config() {
    MapParserConfig config;
    config.queue_limit = 3;
    config.cycles_per_element = 20'000;  // slow enough to be overrun
    config.sids = {{kLowest, 0}, {kLowest + 1, kLowest + 1}, {0, kHighest}};
    return config;
  }
  // A MAP with elements for any modem, some of them for this one.
  docsis::ManagementOctets some_map(unsigned one_in) {
    docsis::Map map;
    map.channel_id = static_cast<std::uint8_t>(1 + random.below(3));  // the third is foreign
    map.ucd_count = static_cast<std::uint8_t>(random.below(20) == 0 ? 2 : 1);
    const docsis::Minislot present = channels[0].at(platform::now_ps());
    map.allocation_start = channels[0].to_wire(present + random.below(1'500) -
                                               std::min<docsis::Minislot>(500, present));
    map.ack_time = static_cast<std::uint32_t>(random.below(1'000));
    std::uint16_t offset = 0;
    for (std::uint64_t left = random.below(12); left > 0; --left) {
      map.elements.push_back(some_element(offset, one_in));
      offset = static_cast<std::uint16_t>(offset + 1 + random.below(30));
    }
    map.elements.push_back({0, docsis::kIucNull, offset});
    for (std::uint64_t left = random.below(3); left > 0; --left) {
      map.elements.push_back({some_sid(one_in), docsis::kIucAdvancedLongData, offset});
    }
    auto frame = std::make_shared<docsis::ManagementFrame>();
    frame->exchange(map);
    return frame;
  }
  docsis::MapElement some_element(std::uint16_t offset, unsigned one_in) {
    if (random.below(4) == 0) {
      return {docsis::kSidAllModems, docsis::kIucRequest, offset};
    }
    const bool poll = random.below(5) == 0;
    return {some_sid(one_in), poll ? docsis::kIucRequest : docsis::kIucAdvancedLongData, offset};
  }
  std::uint16_t some_sid(unsigned one_in) {
    const bool ours = random.below(one_in) == 0;
    return static_cast<std::uint16_t>(ours ? kLowest + random.below(3) : 1 + random.below(100));
  }
  // Delivers deferred events before a sink becomes impatient, so that their time does not matter.
  void be_patient(bool patient) {
    tell();
    at_once.look();
    when_needed.look();
    at_once.patient = patient;
    when_needed.patient = patient;
    tell();
  }
  void tell() {
    for (MapParser* parser : {&given, &taking}) {
      parser->do_deferred_work();
      parser->deferral_changed();
    }
  }
  void expect_equal_counters() {
    const MapParser::Counters& a = given.counters();
    const MapParser::Counters& b = taking.counters();
    EXPECT_EQ(std::make_tuple(a.maps, a.elements, a.grants, a.pendings, a.regions, a.overflow),
              std::make_tuple(b.maps, b.elements, b.grants, b.pendings, b.regions, b.overflow));
    EXPECT_EQ(std::make_tuple(a.malformed, a.other_messages, a.foreign_channel, a.ucd_mismatch),
              std::make_tuple(b.malformed, b.other_messages, b.foreign_channel, b.ucd_mismatch));
    EXPECT_EQ(a.busy_cycles, b.busy_cycles);
  }

  RandomStream random;
  std::vector<docsis::ChannelGeometry> channels = two_channels();
  platform::InstantSequencer first{"first"};
  platform::InstantSequencer second{"second"};
  Recorder at_once;
  Recorder when_needed;
  Keeper keeper;
  MapParser given;
  MapParser taking;
};

// one_in: of so many elements one is for the modem.
void expect_the_same(std::uint64_t seed, unsigned one_in) {
  Bench bench(seed);
  std::uint64_t overflow = 0;
  for (int step = 0; step < 3'000; ++step) {
    for (std::uint64_t left = 1 + bench.random.below(2); left > 0; --left) {  // at one instant
      const docsis::ManagementOctets frame = bench.some_map(one_in);
      bench.given.receive(frame);
      bench.keeper.arrive(frame, bench.taking);
    }
    sc_core::sc_start(
        platform::to_sc_time(1 + static_cast<TimePs>(bench.random.below(2'000)) * kPsPerUs));
    if (bench.random.below(8) == 0) {
      bench.be_patient(bench.random.below(3) != 0);
    }
    if (bench.random.below(16) == 0) {
      bench.expect_equal_counters();
    }
    ASSERT_FALSE(::testing::Test::HasFailure()) << "step " << step;
    overflow = bench.given.counters().overflow;
  }
  bench.be_patient(false);
  EXPECT_EQ(bench.when_needed.told, bench.at_once.told);
  EXPECT_GT(bench.at_once.told.size(), 1'000U);
  EXPECT_GT(bench.keeper.put_off, 500U);
  EXPECT_GT(overflow, 10U);
}

TEST(MapKeeping, ChangesNothingForAModemThatIsSeldomNamed) {
  expect_the_same(1, 200);
}
TEST(MapKeeping, ChangesNothingForAModemThatIsOftenNamed) {
  expect_the_same(2, 15);
}

}  // namespace
}  // namespace docsis_vp::cm::map_keeping_test
