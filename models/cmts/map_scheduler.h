// Builds the MAPs: who may send when on every upstream channel.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "models/cmts/bottlenecks.h"
#include "models/cmts/capacity.h"
#include "models/cmts/channel_plan.h"
#include "models/cmts/channel_share.h"
#include "models/cmts/config.h"
#include "models/cmts/contention_sizer.h"
#include "models/cmts/downstream.h"
#include "models/cmts/fair_share.h"
#include "models/cmts/map_layout.h"
#include "models/cmts/reservations.h"
#include "models/cmts/series_schedule.h"
#include "models/cmts/token_check.h"
#include "models/cmts/unsolicited.h"
#include "models/cmts/upstream_events.h"
#include "models/docsis/map.h"
#include "platform/base/random.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cmts {

// Every MAP holds a request region; the polls and unsolicited grants that fall due, each as early
// as it may; then the answers to requests in what is free, from a drawn place on, oldest request
// first, in several grants where something lies in between; then a grant pending for each flow that
// was not granted all it asked for, as far as elements go. What is known when a MAP is built is
// what it answers, and its ACK time says so. A flow on channels of both kinds, whose MAPs carry
// very different amounts, is granted on each what lets all it asked for end first, not all of it by
// whichever MAP comes first. Where flows meet on some of their channels only, one that has the
// choice leaves a full channel to those who are worse off, as long as others carry what it asked
// for within two MAPs. Space that nobody gets is an interval of SID 0. A MAP costs nothing
// for flows that ask for nothing and are owed nothing.
class MapScheduler : public sc_core::sc_module, public UpstreamEvents {
 public:
  struct ChannelCounters {
    std::uint64_t maps = 0;
    std::uint64_t grants = 0;          // unsolicited ones included
    std::uint64_t granted_bytes = 0;   // whole minislots, segment headers included
    std::uint64_t unused_grants = 0;   // nothing was heard in them
    std::uint64_t used_minislots = 0;  // of grants in which a burst was heard
    std::uint64_t opportunities = 0;   // to ask in contention
    std::uint64_t successes = 0;       // of them, with one request that was heard
    std::uint64_t collisions = 0;      // that two or more modems took
    std::uint64_t polls = 0;
    std::uint64_t pendings = 0;
  };
  struct FlowCounters {
    std::uint64_t requests = 0;
    std::uint64_t requested_bytes = 0;
    // Asked for on a channel taken away, or without an element to hold it.
    std::uint64_t forgotten_bytes = 0;
    std::uint64_t grants = 0;  // unsolicited ones included
    std::uint64_t granted_bytes = 0;
    std::uint64_t unused_grants = 0;
    std::uint64_t unsolicited_grants = 0;
    std::uint64_t unsolicited_bytes = 0;
    std::uint64_t polls = 0;
    // Polls and unsolicited grants later than tolerated, or not before the next of their series.
    std::uint64_t beyond_jitter = 0;
    std::uint64_t superseded = 0;    // of them, those that never came
    std::uint64_t extra_grants = 0;  // of the unsolicited: for what waits behind the series
  };

  // Throws InputError where channels and timing do not fit each other.
  MapScheduler(const sc_core::sc_module_name& name, const CmtsConfig& config,
               platform::InstantSequencer& sequencer, Downstream& downstream);

  // UpstreamEvents.
  std::optional<UpstreamFlow> flow_of(std::uint16_t sid) const override;
  Interval claim(unsigned channel, docsis::Minislot first, UpstreamFlow flow) override;
  void requested(unsigned channel, UpstreamFlow flow, std::uint32_t units, TimePs sent) override;
  void used(unsigned channel, docsis::Minislot first, std::uint64_t ethernet_bytes) override;
  void fell_short(UpstreamFlow flow, std::uint64_t bytes) override;
  void reported(UpstreamFlow flow, const std::optional<docsis::UgsStatus>& status) override;
  void collided(unsigned channel, docsis::Minislot first) override;

  // From the next MAPs on, the flow is granted on these channels (indices, at least one). Grants
  // that were sent stay; requests heard on a channel taken away are forgotten, and the modem asks
  // again. Unsolicited grants and polls stay where they are if they can; else they go, in step with
  // what they were, where nothing is in their way, or to the least loaded channel. Throws
  // InputError.
  void assign(UpstreamFlow flow, const std::vector<unsigned>& channels);
  // From the next MAPs on, the flow is granted in this data profile on the channels that have it.
  // Throws InputError.
  void change_data_profile(UpstreamFlow flow, std::uint8_t iuc);
  // From the next MAP on, the channel carries other bytes per minislot; the MAPs name another
  // configuration (UCD count). Minislots stay where they are. Throws InputError.
  void change_channel(unsigned channel, const docsis::ChannelParameters& parameters);

  const ChannelCounters& counters(unsigned channel) const { return channels_[channel].counters; }
  UpstreamFlow flows() const { return static_cast<UpstreamFlow>(flows_.size()); }
  const FlowCounters& flow_counters(UpstreamFlow flow) const { return flows_[flow].counters; }
  const docsis::ChannelGeometry& geometry(unsigned channel) const {
    return channels_[channel].geometry;
  }
  // Bytes asked for and not yet granted.
  std::uint64_t waiting_bytes(UpstreamFlow flow) const { return flows_[flow].waiting_bytes; }

 private:
  struct Channel {
    Channel(const docsis::ChannelParameters& parameters, const CmtsConfig& config);

    docsis::ChannelGeometry geometry;
    std::uint32_t min_request_grant_frames = 0;
    RandomStream random;
    ContentionSizer contention;
    Capacity capacity;
    std::uint32_t interval = 0;       // minislots from one allocation start to the next
    std::uint32_t region = 0;         // minislots of the request region, of the MAP being built
    bool is_crowded = false;          // the MAP before had no element for some who asked
    std::uint32_t grantable = 0;      // minislots that other traffic leaves, of it and put by
    std::uint32_t put_by = 0;         // of MAPs before, less than one unsolicited grant takes
    TimePs acknowledged = 0;          // ACK time of the MAP before
    TimePs first_start = 0;           // of the first MAP
    docsis::Minislot next_start = 0;  // allocation start of the MAP to be built
    platform::InstantSequencer::TaskId task = 0;
    Unsolicited unsolicited;
    Reservations reservations;
    ChannelCounters counters;
  };
  struct Flow {
    Flow(const UpstreamFlowConfig& flow, const CmtsConfig& cmts);

    std::uint64_t channel_mask = 0;
    bool mixes_kinds = false;  // TDMA and OFDMA channels among them
    std::uint64_t waiting_bytes = 0;
    // Of the MAP being built.
    bool pending = false;
    bool forgotten = false;
    bool is_backlogged = false;  // it has waited for more than two MAPs, where flows overlap
    bool leaves_room = false;    // to others, of what another channel is to carry
    std::uint64_t asked = 0;
    std::uint64_t served = 0;
    TimePs oldest_sent = 0;
    TimePs earliest_made = 0;  // channels hear requests in any order
    // When the oldest request was sent that was forgotten and not asked for again and granted.
    TimePs forgotten_since = kNever;
    FlowCounters counters;
    UpstreamFlowConfig config;
    TokenCheck tokens;
    TokenBucket reserved;
    // Its last grant pending: on which channel, and how many MAPs it had.
    unsigned pended_on = 0;
    std::uint64_t pended_map = 0;
    // Of unsolicited grants and polls.
    unsigned home = 0;             // the channel they come on
    TimePs reference = 0;          // t0
    bool silent = false;           // UGS-AD: polls take the place of grants
    unsigned unused_in_a_row = 0;  // grants
    bool is_behind = false;        // its modem says that more waits than its grants carry
    bool reports = false;          // its frames have extended headers
    unsigned active_grants = 1;    // of an interval
    TokenBucket extra;             // bytes of grants beyond them
  };
  struct Request {
    unsigned channel = 0;
    UpstreamFlow flow = 0;
    std::uint64_t bytes = 0;
    TimePs sent = 0;
    TimePs heard = 0;
  };
  struct Item {  // of a MAP
    std::uint32_t offset = 0;
    std::uint32_t minislots = 0;
    Reservation::Kind kind = Reservation::Kind::kGrant;
    UpstreamFlow flow = 0;
    std::uint64_t reserved_bytes = 0;  // of a grant, that the flow's reservation paid for
    bool is_extra = false;             // beyond the flow's unsolicited grants
  };

  enum class Fate : std::uint8_t { kOnTime, kLate, kWaits };
  struct Owed {  // a poll or an unsolicited grant
    Unsolicited::Due due;
    SeriesJob job;
    bool is_overdue = false;  // since before this MAP
    Fate fate = Fate::kWaits;
  };

  // map_scheduler.cpp
  TimePs build_time(const Channel& channel) const;
  void build(unsigned index);
  bool is_held_elsewhere(unsigned index, const Flow& flow) const;
  docsis::ManagementOctets framed();
  void settle(unsigned index);
  static void credit(Flow& flow, const Reservation& grant, std::uint64_t ethernet_bytes);
  void grant_unused(Channel& channel, const Reservation& reservation);
  void set_channels(Flow& flow, const std::vector<unsigned>& channels);
  bool some_overlap() const;
  void begin_series();
  void move_series(UpstreamFlow index);
  void restart_series(UpstreamFlow index, TimePs from);
  std::uint32_t unsolicited_length(const Channel& channel, const Flow& flow, bool poll) const;

  // unsolicited_placing.cpp
  void place_unsolicited(Channel& channel);
  Owed owed_in(const Channel& channel, const Unsolicited::Due& due) const;
  void place_owed(Channel& channel, Owed& owed);
  bool can_take(Channel& channel, const Owed& owed);
  void take(Channel& channel, Owed& owed, std::uint32_t at, Fate fate);
  void account(Channel& channel, const Owed& owed, TimePs end);
  void schedule_owed(Channel& channel);
  void schedule_group(std::vector<std::uint32_t> group, const SeriesHorizon& horizon,
                      std::vector<std::uint32_t>& starts, unsigned& steps) const;
  void place_extra(Channel& channel);
  void set_behind(UpstreamFlow flow, bool is_behind);
  void sort_by_claim(std::vector<std::uint32_t>& order) const;

  // map_building.cpp
  void collect_demand(unsigned index);
  void put_oldest_first();
  TimePs answerable_from(const Channel& channel, TimePs sent) const;
  static std::uint64_t usable_bytes(Flow& flow, std::uint64_t bytes, unsigned maps);
  void forget_bottlenecks();
  void find_bottlenecks(const Channel& channel);
  std::uint64_t share_here(const Channel& channel, const Flow& flow, std::uint64_t bytes,
                           unsigned most_maps);
  std::uint64_t taken_bytes(unsigned index, const Flow& flow, unsigned most_maps) const;
  void decide_grants(unsigned index);
  void leave_room(unsigned index);
  void serve_in_order(const Channel& channel, std::uint32_t free_minislots);
  void take_elements();
  std::uint32_t grants_offset(Channel& channel, std::uint32_t total);
  void place_grants(Channel& channel);
  bool hold_the_rest(unsigned index);
  void compose(unsigned index);
  std::uint8_t backoff_start(const Channel& channel) const;
  void place_region(Channel& channel);
  void place_item(Channel& channel, const Item& item);
  void add_element(std::uint16_t sid, std::uint8_t iuc, std::uint32_t offset);
  void consume_requests();
  static std::uint64_t payload(const Channel& channel, const Flow& flow, std::uint32_t minislots);
  static std::uint8_t iuc_of(const Channel& channel, const Flow& flow) {
    return channel.geometry.data_iuc(flow.config.data_iuc);
  }

  CmtsConfig config_;
  platform::InstantSequencer& sequencer_;
  Downstream& downstream_;
  std::vector<Channel> channels_;
  std::vector<ChannelPlan> plans_;  // of each
  std::vector<Flow> flows_;
  std::vector<std::int32_t> flow_by_sid_;
  std::vector<Request> requests_;  // oldest first
  FairShare share_;

  // Of the MAP being built; kept for their memory.
  docsis::Map map_;
  TimePs acknowledged_until_ = 0;
  std::deque<std::shared_ptr<docsis::ManagementFrame>> frames_;  // by their last use
  std::vector<UpstreamFlow> order_;          // flows that ask, by oldest request
  std::vector<UpstreamFlow> unheld_;         // of them, those that need a pending
  std::vector<FairShare::Claim> claims_;     // of each
  std::vector<AnsweringChannel> answering_;  // of one flow
  std::vector<UpstreamFlow> backlogged_;
  Bottlenecks bottlenecks_;
  std::vector<std::uint64_t> bound_bytes_;  // of each channel, that wait for it alone
  std::vector<UpstreamFlow> behind_;        // flows whose queue indicator is set, in order
  MapLayout layout_;
  MapLayout free_layout_;    // before unsolicited grants and polls
  bool lacks_room_ = false;  // elements, or what other traffic leaves, do not suffice
  std::vector<Owed> owed_;
  std::vector<Unsolicited::Due> expected_;  // in the next MAP
  std::vector<Item> items_;
  std::uint32_t elements_left_ = 0;
  TimePs answered_before_ = kNever;  // requests sent from here on get no answer in this MAP
};

}  // namespace docsis_vp::cmts
