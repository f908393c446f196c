// Reads MAPs: octets in, what concerns this modem out, each at the instant the parser has got to
// it.
#pragma once

#include <boost/container/small_vector.hpp>
#include <boost/core/span.hpp>
#include <cstdint>
#include <memory>
#include <systemc>
#include <variant>
#include <vector>

#include "models/cm/map_parser/map_sink.h"
#include "models/docsis/channel.h"
#include "models/docsis/map.h"
#include "models/docsis/rf.h"
#include "models/queue/ring.h"
#include "platform/base/clock.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

struct MapParserConfig {
  std::uint64_t clock_hz = 250'000'000;
  // Cycles of that clock, from the end of the message's CRC [engineering choices].
  std::uint32_t cycles_per_map = 32;     // header fields, once per message
  std::uint32_t cycles_per_element = 8;  // for every element, also those of other modems
  unsigned parsers = 1;                  // that work side by side, each on one MAP; 1..8
  std::size_t queue_limit = 64;          // MAPs waiting or being parsed; more are lost
  // Reads the octets also of a MAP that its sender shares decoded, and refuses a difference: a
  // check of the models, which takes host time but changes no result.
  bool check_octets = false;
  // SIDs of the modem: by service flow, then by channel; 0: the flow does not use the channel. MAPs
  // of channels that no flow uses are not read.
  std::vector<std::vector<std::uint16_t>> sids;
};

class MapParser : public sc_core::sc_module, public MapSource, public docsis::FrameListener {
 public:
  struct Counters {
    std::uint64_t maps = 0;      // accepted for parsing
    std::uint64_t elements = 0;  // of them, whoever they are for
    std::uint64_t regions = 0;   // of opportunities this modem may use
    std::uint64_t busy_cycles = 0;
    std::uint64_t grants = 0;            // to this modem
    std::uint64_t pendings = 0;          // to this modem
    std::uint64_t unknown_profiles = 0;  // grants to it in data profiles that the UCD does not have
    std::uint64_t malformed = 0;         // octets that are no MAP though they say so
    std::uint64_t other_messages = 0;    // management, but no MAP
    std::uint64_t foreign_channel = 0;   // MAPs of channels the modem does not use
    std::uint64_t ucd_mismatch = 0;      // MAPs for another configuration of the channel
    std::uint64_t beyond_reach = 0;      // MAPs of a time too far ahead (docsis/map_reach.h)
    std::uint64_t overflow = 0;          // MAPs lost because the queue was full
  };

  // channels: the geometry of each, which must outlive the parser; the parser changes it where a
  // MAP puts another configuration in force. sinks: called in this order.
  // Throws ConfigError for values out of range.
  MapParser(const sc_core::sc_module_name& name, const MapParserConfig& config,
            std::vector<docsis::ChannelGeometry>& channels, platform::InstantSequencer& sequencer,
            const std::vector<MapSink*>& sinks);

  // One more, before the first MAP.
  void add_sink(MapSink& sink) { sinks_.push_back(&sink); }

  // A management frame whose last octet arrives now.
  void receive(docsis::ManagementOctets frame);
  // Or: who keeps them. Those that a modem has no use for are read when it has, many at once, each
  // as of the time it arrived. Null: every frame must be given.
  docsis::FrameListener* take_from(docsis::FrameKeeper& keeper);
  void frames_wait() override { sequencer_.post(task_); }
  void leave_keeper();

  void catch_up() override;
  void deferral_changed() override;

  // The SIDs of a flow from now on, by channel. MAPs that have been read stay as they were.
  void set_sids(unsigned flow, const std::vector<std::uint16_t>& sids);
  // A UCD was read. It is in force from the first MAP on that names its change count (MULPIv3.1
  // 6.4.4); MAPs that name the one before are for that until then. Several may be announced. Throws
  // InputError for a change that the channel cannot make.
  void learn_ucd(unsigned channel, const docsis::ChannelParameters& parameters);

  // As of now.
  const Counters& counters();
  // Of the last MAP accepted: when its parsing ends.
  TimePs busy_until() const { return last_end_; }

 private:
  struct Pending {
    unsigned channel = 0;
    unsigned flow = 0;
  };
  using MapParserEvent = std::variant<Grant, Pending, RequestRegion, MapSummary>;
  // What the sinks will be told, and when.
  struct Finding {
    TimePs at = 0;
    MapParserEvent what;
  };
  // By channel: the flow of each SID from the lowest to the highest own one.
  struct SidTable {
    docsis::SidRange range() const {
      return {lowest, static_cast<std::uint16_t>(lowest + flows.size() - 1)};
    }
    std::uint16_t lowest = 0;
    std::vector<std::uint8_t> flows;
  };

  // On the frames at hand; dead when they are read. All parsers of a simulation, which read one
  // after the other, have the same memory for it.
  struct Work {
    std::vector<std::uint16_t> places;  // of the elements to look at
    std::vector<docsis::FrameKeeper::Kept> at_once;
  };

  void run();
  // MAPs of a channel that were passed over, the last of them and when it arrived.
  struct Passed {
    std::uint64_t maps = 0;
    const docsis::Map* last = nullptr;
    TimePs arrived = 0;
  };
  void hear_until(TimePs time);
  void collect(TimePs end);
  void hear(docsis::FrameKeeper::Frames frames, TimePs time);
  static docsis::FrameKeeper::Frames take_instant(docsis::FrameKeeper::Frames& frames);
  bool pass_over(const docsis::FrameKeeper::Kept& kept, TimePs beyond, TimePs next);
  void tell_passed();
  const Passed* first_passed() const;
  std::size_t index_of(const docsis::Map& map) const;
  void accept(docsis::FrameKeeper::Frames frames);
  void accept(const docsis::ManagementOctets& frame, TimePs arrived);
  const docsis::Map* read(const docsis::ManagementOctets& frame);
  bool is_in_force(std::size_t channel, const docsis::Map& map);
  void put_in_force(std::size_t channel, std::uint8_t ucd_count);
  void parse(unsigned channel, const docsis::Map& map, const docsis::MapIndex* index,
             TimePs arrived, docsis::Minislot near);
  MapSummary summary_of(unsigned channel, const docsis::Map& map, docsis::Minislot near) const;
  void list_places(const SidTable& own, const docsis::MapIndex* index, std::size_t count);
  void find(unsigned channel, const docsis::MapElement& element, docsis::Minislot first,
            docsis::Minislot present, TimePs at);
  void add(TimePs at, const MapParserEvent& what);
  void tell_until(TimePs time);
  void tell(const MapParserEvent& event);
  bool may_tell_later(const MapParserEvent& event) const;
  TimePs earliest_relevant_ack_time() const;
  void arm();
  void listen();
  void make_tables();
  bool has_room(TimePs arrived);
  void note_end(TimePs end);

  // What every MAP asks for stands together, within few cache lines: among a thousand modems none
  // of it is in a cache. Few modems have more than one channel or parser.
  docsis::FrameKeeper* keeper_ = nullptr;
  TimePs heard_at_ = 0;  // when the inbox was last read
  TimePs earliest_relevant_ack_time_ =
      docsis::kEveryMap;  // what the keeper was told, with all_sids_
  docsis::SidRange all_sids_;
  docsis::SidRange listened_for_;
  bool spoken_to_ = true;         // by the last MAP
  bool spoken_to_before_ = true;  // by the one before
  bool telling_ = false;
  platform::InstantSequencer::TaskId task_;
  platform::InstantSequencer& sequencer_;
  queue::Ring<Finding> findings_;  // in order of time
  const boost::span<docsis::ChannelGeometry> channels_;
  boost::container::small_vector<MapSink*, 2> sinks_;
  std::size_t ucds_to_come_ = 0;                      // of all channels
  std::vector<docsis::FrameKeeper::Kept> inbox_;      // in order of arrival
  boost::container::small_vector<Passed, 1> passed_;  // by channel, while the inbox is read
  boost::container::small_vector<SidTable, 1> sids_;  // by channel
  boost::container::small_vector<std::uint64_t, 1> busy_until_;  // cycle, by parser
  TimePs last_end_ = 0;
  const Clock clock_;
  MapParserConfig config_;
  const std::shared_ptr<Work> work_;
  boost::container::small_vector<TimePs, 2> ends_;  // of the MAPs waiting or being parsed, in order
  Counters counters_;
  docsis::Map map_;  // read from octets; kept for its memory
  std::vector<std::vector<docsis::ChannelGeometry>> announced_;  // by channel: of UCDs to come
};

}  // namespace docsis_vp::cm
