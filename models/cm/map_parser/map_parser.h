// Parses MAP messages (the CMTS's schedules of the upstream): reads octets, and reports each
// element for this modem at the time at which the hardware parser reaches it.
#pragma once

#include <boost/container/small_vector.hpp>
#include <boost/core/span.hpp>
#include <cstdint>
#include <memory>
#include <systemc>
#include <variant>
#include <vector>

#include "models/cm/map_parser/map_parser_config.h"
#include "models/cm/map_parser/map_sink.h"
#include "models/docsis/channel.h"
#include "models/docsis/map.h"
#include "models/docsis/rf.h"
#include "models/queue/ring.h"
#include "platform/base/clock.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

class MapParser : public sc_core::sc_module, public MapSource, public docsis::FrameListener {
 public:
  struct Counters {
    std::uint64_t maps = 0;      // accepted for parsing
    std::uint64_t elements = 0;  // in accepted MAPs, for any modem
    std::uint64_t regions = 0;   // request regions that this modem may use
    std::uint64_t busy_cycles = 0;
    std::uint64_t grants = 0;            // to this modem
    std::uint64_t pendings = 0;          // to this modem
    std::uint64_t unknown_profiles = 0;  // grants in data profiles that the UCD lacks
    std::uint64_t malformed = 0;         // messages of type MAP with invalid octets
    std::uint64_t other_messages = 0;    // management messages other than MAPs
    std::uint64_t foreign_channel = 0;   // MAPs of channels that the modem does not use
    std::uint64_t ucd_mismatch = 0;      // MAPs that name another UCD (upstream channel descriptor)
    std::uint64_t beyond_reach = 0;      // MAPs too far in the future (docsis/map_reach.h)
    std::uint64_t overflow = 0;          // MAPs lost because the queue was full
  };

  // channels: the geometry of each channel; must outlive the parser, which changes it when a MAP
  // activates another UCD. sinks: called in this order. Throws ConfigError for values out of range.
  MapParser(const sc_core::sc_module_name& name, const MapParserConfig& config,
            std::vector<docsis::ChannelGeometry>& channels, platform::InstantSequencer& sequencer,
            const std::vector<MapSink*>& sinks);

  // Adds a sink. Call it before the first MAP.
  void add_sink(MapSink& sink) { sinks_.push_back(&sink); }

  // Handles a management frame whose last octet arrives now.
  void receive(docsis::ManagementOctets frame);
  // Connects a keeper, which stores all management frames. The parser takes them from it later, and
  // handles each as if at its arrival time. Returns this parser as the listener, which the keeper
  // calls when a frame arrives that may concern this modem, and when many frames are stored.
  // Returns null if the configuration requires every frame to be delivered on arrival; the keeper
  // is then not used.
  docsis::FrameListener* take_from(docsis::FrameKeeper& keeper);
  // FrameListener: called when the stored frames must be read now.
  void frames_wait() override { sequencer_.post(task_); }
  // Takes the stored frames and stops using the keeper. From now on call receive() for every frame.
  void leave_keeper();

  // MapSource, see there.
  void do_deferred_work() override;
  void deferral_changed() override;

  // Sets the SIDs of a flow from now on, by channel. Events of MAPs that are already parsed are
  // still reported, by the old SIDs.
  void set_sids(unsigned flow, const std::vector<std::uint16_t>& sids);
  // Announces a UCD (upstream channel descriptor). It takes effect with the first MAP that names
  // its change count (MULPIv3.1 6.4.4); until then MAPs with the previous count are valid. Several
  // may be announced. Throws InputError for a change that the channel cannot make.
  void learn_ucd(unsigned channel, const docsis::ChannelParameters& parameters);

  // Brings the counters up to date and returns them.
  const Counters& counters();
  // Returns the time at which the last accepted MAP is parsed.
  TimePs busy_until() const { return last_end_; }

 private:
  struct GrantPending {
    unsigned channel = 0;
    unsigned flow = 0;
  };
  using MapParserEvent = std::variant<Grant, GrantPending, RequestRegion, MapSummary>;
  // An event for the sinks, and its time.
  struct Finding {
    TimePs at = 0;
    MapParserEvent what;
  };
  // By channel: the flow of each SID between the lowest and the highest SID of the modem.
  struct SidTable {
    docsis::SidRange range() const {
      return {lowest, static_cast<std::uint16_t>(lowest + flows.size() - 1)};
    }
    std::uint16_t lowest = 0;
    std::vector<std::uint8_t> flows;
  };

  // Scratch memory for the present frames, unused once they are handled. The MapParser objects of a
  // simulation run one after the other and share it.
  struct Work {
    std::vector<std::uint16_t> places;  // of the elements to parse
    TimePs map_arrived = 0;             // arrival of the MAP that is being parsed
    std::vector<docsis::FrameKeeper::Kept> at_once;
  };

  void run();
  // Skipped MAPs of a channel: their number, the last one and its arrival time.
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
  void parse_element(unsigned channel, const docsis::MapElement& element, docsis::Minislot first,
                     docsis::Minislot present, TimePs at);
  void add_finding(TimePs at, const MapParserEvent& what);
  void tell_until(TimePs time);
  void tell(const MapParserEvent& event);
  bool may_tell_later(const MapParserEvent& event) const;
  TimePs earliest_relevant_ack_time() const;
  void arm();
  void listen();
  void make_tables();
  bool has_room(TimePs arrived);
  void note_end(TimePs end);

  // The code that handles each MAP reads these members. They lie together in few cache lines,
  // because with 1000 modems each MAP starts with a cold cache. Most vectors by channel or by
  // hardware parser have room for one entry inline, because few modems have more.
  docsis::FrameKeeper* keeper_ = nullptr;
  TimePs heard_at_ = 0;  // time at which the inbox was last read
  // Last value passed to the keeper.
  TimePs earliest_relevant_ack_time_ = docsis::kEveryMap;
  docsis::SidRange all_sids_;      // of all flows
  docsis::SidRange listened_for_;  // last range passed to the keeper
  bool spoken_to_ = true;          // the last MAP addressed this modem
  bool spoken_to_before_ = true;   // the last but one MAP addressed this modem
  bool telling_ = false;
  platform::InstantSequencer::TaskId task_;
  platform::InstantSequencer& sequencer_;
  queue::Ring<Finding> findings_;  // in order of time
  const boost::span<docsis::ChannelGeometry> channels_;
  boost::container::small_vector<MapSink*, 2> sinks_;
  std::size_t ucds_to_come_ = 0;                  // announced UCDs of all channels
  std::vector<docsis::FrameKeeper::Kept> inbox_;  // in order of arrival
  // Skipped MAPs by channel, while the inbox is read.
  boost::container::small_vector<Passed, 1> passed_;
  boost::container::small_vector<SidTable, 1> sids_;  // by channel
  // Cycle at which each hardware parser is free again.
  boost::container::small_vector<std::uint64_t, 1> parsers_busy_until_;
  TimePs last_end_ = 0;
  const Clock clock_;
  MapParserConfig config_;
  const std::shared_ptr<Work> work_;
  // Ends of the MAPs waiting or being parsed, in order.
  boost::container::small_vector<TimePs, 2> ends_;
  Counters counters_;
  docsis::Map map_;  // decoded from octets; a member, so that its memory is reused
  std::vector<std::vector<docsis::ChannelGeometry>> announced_;  // by channel: geometries of
                                                                 // announced UCDs
};

}  // namespace docsis_vp::cm
