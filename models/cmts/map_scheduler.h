// Builds the MAPs, which allocate transmit times on every upstream channel.
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
#include "models/cmts/grant_series.h"
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

// Every MAP holds a request region first. Then come the due polls and unsolicited grants, each as
// early as possible; proactive grants come at their places. They answer requests as far as they
// reach. Then come the answers to the other requests, from a drawn place on, oldest request
// first, in several grants where something lies in between. Then comes a grant pending for each
// flow with a rest, as far as elements suffice.
// A MAP answers the requests known when it is built, and its ACK time says so.
// A flow on channels of both kinds, whose MAPs carry very different amounts, is granted on each
// channel the share that lets its whole request end first. If flows share only some of their
// channels, a flow with a choice leaves a full channel to worse-served flows. It does so as long as
// other channels carry its request within two MAPs.
// Unused space is an interval of SID 0. Flows without requests or series cost a MAP nothing.
class MapScheduler : public sc_core::sc_module, public UpstreamEvents {
 public:
  struct ChannelCounters {
    std::uint64_t maps = 0;
    std::uint64_t grants = 0;          // unsolicited ones included
    std::uint64_t granted_bytes = 0;   // whole minislots, segment headers included
    std::uint64_t unused_grants = 0;   // nothing was heard in them
    std::uint64_t used_minislots = 0;  // of grants with a received burst
    std::uint64_t opportunities = 0;   // for contention requests
    std::uint64_t successes = 0;       // part of opportunities: with one received request
    std::uint64_t collisions = 0;      // used by two or more modems
    std::uint64_t polls = 0;
    std::uint64_t pendings = 0;
  };
  struct FlowCounters {
    std::uint64_t requests = 0;
    std::uint64_t requested_bytes = 0;
    // Requested on a removed channel, or without an element to hold it.
    std::uint64_t forgotten_bytes = 0;
    std::uint64_t grants = 0;  // unsolicited ones included
    std::uint64_t granted_bytes = 0;
    std::uint64_t unused_grants = 0;
    std::uint64_t unsolicited_grants = 0;
    std::uint64_t unsolicited_bytes = 0;
    std::uint64_t polls = 0;
    // Polls and unsolicited grants that were later than tolerated, or not before the next of their
    // series.
    std::uint64_t beyond_jitter = 0;
    std::uint64_t superseded = 0;    // part of beyond_jitter: never came
    std::uint64_t extra_grants = 0;  // unsolicited, for bytes that wait behind the series
    // Proactive grants are no part of the unsolicited ones.
    std::uint64_t proactive_grants = 0;
    std::uint64_t proactive_bytes = 0;          // whole minislots, segment headers included
    std::uint64_t proactive_unused_grants = 0;  // part of unused_grants
    std::uint64_t proactive_used_bytes = 0;     // Ethernet bytes received in them
    std::uint64_t proactive_withheld = 0;  // not granted: the flow had used more than its rates
  };

  // Throws InputError if channels and timing do not fit together.
  MapScheduler(const sc_core::sc_module_name& name, const CmtsConfig& config,
               platform::InstantSequencer& sequencer, Downstream& downstream);

  // UpstreamEvents
  std::optional<UpstreamFlow> flow_of(std::uint16_t sid) const override;
  Interval claim(unsigned channel, docsis::Minislot first, UpstreamFlow flow) override;
  void requested(unsigned channel, UpstreamFlow flow, std::uint32_t units, TimePs sent) override;
  void used(unsigned channel, docsis::Minislot first, std::uint64_t ethernet_bytes) override;
  void fell_short(UpstreamFlow flow, std::uint64_t bytes) override;
  void reported(UpstreamFlow flow, const std::optional<docsis::UgsStatus>& status) override;
  void collided(unsigned channel, docsis::Minislot first) override;

  // From the next MAPs on, the flow is granted on these channels (indices, at least one). Grants in
  // flight stay. Requests received on a removed channel are forgotten, and the modem asks again.
  // Unsolicited grants and polls stay if they can. Otherwise they move, in step with their former
  // times, to a free place or to the least loaded channel. Throws InputError.
  void assign(UpstreamFlow flow, const std::vector<unsigned>& channels);
  // From the next MAPs on, the flow is granted in this data profile on the channels that have it.
  // Throws InputError.
  void change_data_profile(UpstreamFlow flow, std::uint8_t iuc);
  // From the next MAP on, the channel carries other bytes per minislot, and its MAPs name another
  // UCD count. Minislots keep their times. Throws InputError.
  void change_channel(unsigned channel, const docsis::ChannelParameters& parameters);

  const ChannelCounters& counters(unsigned channel) const { return channels_[channel].counters; }
  UpstreamFlow flows() const { return static_cast<UpstreamFlow>(flows_.size()); }
  const FlowCounters& flow_counters(UpstreamFlow flow) const { return flows_[flow].counters; }
  const docsis::ChannelGeometry& geometry(unsigned channel) const {
    return channels_[channel].geometry;
  }
  bool is_proactive(UpstreamFlow flow) const {
    return flows_[flow].config.scheduling == docsis::SchedulingType::kProactiveGrants;
  }
  // Bytes requested and not yet granted.
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
    std::uint32_t region = 0;         // minislots of the request region of the present MAP
    bool is_crowded = false;          // the last MAP lacked an element for a request
    std::uint32_t grantable = 0;      // minislots left by other traffic, and put by
    std::uint32_t put_by = 0;         // saved from earlier MAPs, less than one unsolicited grant
    TimePs acknowledged = 0;          // ACK time of the last MAP
    TimePs first_start = 0;           // of the first MAP
    docsis::Minislot next_start = 0;  // allocation start of the next MAP
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
    // State of the MAP under construction
    bool pending = false;
    bool forgotten = false;
    bool is_backlogged = false;  // has waited for more than two MAPs; overlapping flows
    bool leaves_room = false;    // to other flows; another channel carries it
    std::uint64_t asked = 0;
    std::uint64_t served = 0;
    TimePs oldest_sent = 0;
    TimePs earliest_made = 0;  // channels hear requests in any order
    // Send time of the oldest forgotten request that was not repeated and granted since.
    TimePs forgotten_since = kNever;
    FlowCounters counters;
    UpstreamFlowConfig config;
    TokenCheck tokens;
    TokenBucket reserved;
    std::uint64_t proactive_unknown_bytes = 0;  // payload of proactive grants without a result
    // Its last grant pending: channel, and number of MAPs there.
    unsigned pended_on = 0;
    std::uint64_t pended_map = 0;
    // Unsolicited grants and polls
    unsigned home = 0;             // channel of the series
    TimePs reference = 0;          // t0
    GrantSeries grants;            // on this channel
    bool silent = false;           // UGS-AD: polls take the place of grants
    unsigned unused_in_a_row = 0;  // grants
    bool is_behind = false;        // its modem reports more bytes than the grants carry
    bool reports = false;          // its frames have extended headers
    unsigned active_grants = 1;    // per interval
    TokenBucket extra;             // for bytes beyond these grants
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
    std::uint64_t reserved_bytes = 0;  // of a grant: paid by the flow's reservation
    bool is_extra = false;             // beyond the flow's unsolicited grants
  };

  enum class Fate : std::uint8_t { kOnTime, kLate, kWaits };
  struct Owed {  // a poll or an unsolicited grant
    Unsolicited::Due due;
    SeriesJob job;
    bool is_overdue = false;  // since an earlier MAP
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

  // series_homes.cpp
  void begin_series();
  void move_series(UpstreamFlow index);
  void restart_series(UpstreamFlow index, TimePs from);
  void start_series(UpstreamFlow index, Series series, TimePs from);
  std::uint32_t unsolicited_length(const Channel& channel, const Flow& flow, bool poll) const;

  // unsolicited_placing.cpp
  void place_unsolicited(Channel& channel);
  Owed owed_in(const Channel& channel, const Unsolicited::Due& due) const;
  void place_owed(Channel& channel, Owed& owed);
  bool can_take(Channel& channel, const Owed& owed);
  void take(Channel& channel, Owed& owed, std::uint32_t at, Fate fate);
  void account(Channel& channel, const Owed& owed, TimePs end);
  void schedule_owed(Channel& channel);
  void place_by_claim(Channel& channel);
  void take_items_away(Channel& channel);
  void schedule_group(std::vector<std::uint32_t> group, const SeriesHorizon& horizon,
                      std::vector<std::uint32_t>& starts, unsigned& steps) const;
  void place_extra(Channel& channel);
  void set_behind(UpstreamFlow flow, bool is_behind);
  void sort_by_claim(std::vector<std::uint32_t>& order) const;

  // proactive_grants.cpp
  bool is_withheld(const Unsolicited::Due& due);
  void charge_proactive(unsigned index);
  void answer_proactively(unsigned index, UpstreamFlow flow, std::uint64_t bytes);
  void learn_use(Reservation& reservation);

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

  // State of the MAP under construction; kept for its memory.
  docsis::Map map_;
  TimePs acknowledged_until_ = 0;
  std::deque<std::shared_ptr<docsis::ManagementFrame>> frames_;  // by their last use
  std::vector<UpstreamFlow> order_;          // flows with requests, by oldest request
  std::vector<UpstreamFlow> unheld_;         // of these, flows that need a pending
  std::vector<FairShare::Claim> claims_;     // of each
  std::vector<AnsweringChannel> answering_;  // of one flow
  std::vector<UpstreamFlow> backlogged_;
  Bottlenecks bottlenecks_;
  std::vector<std::uint64_t> bound_bytes_;  // by channel: bytes that wait for it only
  std::vector<UpstreamFlow> behind_;        // flows with the queue indicator set, in order
  MapLayout layout_;
  struct BeforeItems {
    MapLayout layout;
    std::uint32_t grantable = 0;
    std::uint32_t put_by = 0;
  };
  BeforeItems before_items_;  // the MAP before unsolicited grants and polls
  bool lacks_room_ = false;   // elements or capacity do not suffice
  std::vector<Owed> owed_;
  std::vector<Unsolicited::Due> expected_;  // in the next MAP
  std::vector<Item> items_;
  std::uint32_t elements_left_ = 0;
  TimePs answered_before_ = kNever;  // later requests get no answer in this MAP
};

}  // namespace docsis_vp::cmts
