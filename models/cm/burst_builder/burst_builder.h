// Turns grants into bursts. Before a grant's deadline it pulls the granted bytes out of queue
// memory, fragments and concatenates them into a segment, and adds a piggyback request.
#pragma once

#include <boost/container/small_vector.hpp>
#include <boost/core/span.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/cm/burst_builder/burst_builder_config.h"
#include "models/cm/burst_builder/grant_plan.h"
#include "models/cm/burst_builder/grant_synchronizer.h"
#include "models/cm/burst_builder/grant_table.h"
#include "models/cm/burst_builder/head_walk.h"
#include "models/cm/burst_builder/missed_grants.h"
#include "models/cm/flow_interfaces.h"
#include "models/cm/map_parser/map_sink.h"
#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/request_engine/request_engine.h"
#include "models/cm/shaper/shaper.h"
#include "models/cm/upstream_observer.h"
#include "models/docsis/rf.h"
#include "models/queue/latency_record.h"
#include "platform/base/clock.h"
#include "platform/base/histogram.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

class SegmentWriter;

class BurstBuilder : public sc_core::sc_module, public MapSink, private HeadOwner {
 public:
  struct ChannelCounters {
    std::uint64_t grants = 0;           // to this modem, whatever their outcome
    std::uint64_t missed = 0;           // not ready in time; nothing was pulled
    std::uint64_t late = 0;             // announced after the deadline
    std::uint64_t refused = 0;          // the grant overlaps another, or the table is full
    std::uint64_t unused = 0;           // no eligible byte, or no room for one; not sent
    std::uint64_t granted_bytes = 0;    // segment headers and padding included
    std::uint64_t used_bytes = 0;       // part of granted_bytes without padding
    std::uint64_t missed_in_stats = 0;  // missed since stats_from
    // Highest build rates, relative to the rate of the channel in the profile of the burst.
    // needed_over_line: the rate that meets the deadline if building starts when the window opens;
    // the highest of all sent and missed bursts. built_over_line: the rate at which bursts were
    // built; the highest of all sent bursts.
    double needed_over_line = 0;
    double built_over_line = 0;
    Histogram deadline_slack_ps;   // deadline - ready, of sent bursts
    Histogram deadline_excess_ps;  // ready - deadline of bursts that would be late: not sent
    Histogram request_grant_ps;    // from a packet's first eligible byte to the start of its grant
  };
  struct FlowCounters {
    std::uint64_t grants = 0;  // whatever their outcome
    std::uint64_t missed = 0;
    std::uint64_t late = 0;
    std::uint64_t segments = 0;
    std::uint64_t granted_bytes = 0;
    std::uint64_t head_drops = 0;  // packets that the DequeueAqm dropped while bursts were built
    std::uint64_t head_drop_bytes = 0;
    std::uint64_t missed_in_stats = 0;  // as in ChannelCounters
    // Time of a byte from release to transmission. Max - min is the jitter of the shaper's output
    // at RF.
    TimePs release_to_rf_min = kNever;
    TimePs release_to_rf_max = 0;
    Histogram queue_delay_ps;      // from acceptance until the last byte is read
    queue::LatencyRecord latency;  // same, over the whole run
    Histogram request_grant_ps;    // this and the next two as in ChannelCounters
    Histogram deadline_slack_ps;
    Histogram deadline_excess_ps;
  };

  // channels: the geometry of each channel; must outlive the builder. judge: the read side of the
  // AQM engine.
  BurstBuilder(const sc_core::sc_module_name& name, const BurstBuilderConfig& config,
               const std::vector<docsis::ChannelGeometry>& channels,
               platform::InstantSequencer& sequencer, QueueMemory& memory, Shaper& shaper,
               GrantAccount& account, DequeueAqm& judge, docsis::UpstreamTransmitter& transmitter);

  void on_request_region(const RequestRegion&) override {}
  void on_grant(const Grant& grant) override;
  void on_pending(unsigned, unsigned) override {}
  void on_map_end(const MapSummary&) override {}
  void on_maps_passed(const MapSummary&, std::uint64_t) override {}
  bool may_defer(const RequestRegion&) const override { return true; }
  bool may_defer(const MapSummary&) const override { return true; }
  TimePs earliest_relevant_ack_time() const override { return kNever; }

  // Connects the port through which firmware judges the packet at the head of a queue. Call it
  // before the first grant.
  void connect(HeadVerdictPort& port);

  // Sets the observer, at most one. It must live until the builder is destroyed or the run has
  // ended.
  void observe(UpstreamObserver& observer) { observer_ = &observer; }

  // Scripted event: misses the next `count` grants, whatever their slack.
  void miss_next(unsigned count) { forced_misses_ += count; }

  const ChannelCounters& channel(unsigned index) const { return channel_counters_[index]; }
  const FlowCounters& flow(unsigned index) const { return flows_[index].counters; }
  const MissedGrantLog& missed_grants() const { return missed_grants_; }
  // Queue delay of the last packet that was read completely; 0 before the first.
  TimePs last_queue_delay(unsigned flow) const { return flows_[flow].last_delay; }

 private:
  struct Flow {
    FlowCounters counters;
    std::uint16_t sequence = 0;  // sequence number of the next segment
    TimePs last_delay = 0;
  };
  // A grant that waits while firmware judges the packets at the head of its queue.
  struct Waiting {
    Grant grant;
    TimePs opened = 0;
    std::uint32_t room = 0;        // payload of the burst
    std::uint32_t first_room = 0;  // payload of its first build unit
    TimePs deadline = 0;           // deadline of the first build unit
    TimePs latest = 0;             // by then a build of the heads judged so far must start
    bool begun = false;
    HeadWalk walk = {};
  };
  struct Piece {
    std::size_t unit = 0;
    std::uint32_t bytes = 0;
    TimePs accepted = -1;  // acceptance time of the packet that ends in this piece; else -1
  };

  // Scratch memory of the present grant, unused once its burst is built. The builders of a
  // simulation run one after the other and share it.
  struct Work {
    std::vector<BuildUnit> units;
    std::vector<Piece> pieces;
    GrantPlan plan;
  };

  void run();
  void arm();
  void build(const Grant& grant, TimePs opened, bool all_judged);
  void synchronize(const Grant& grant);
  void judge_heads(const Grant& grant);
  void await_verdicts(const Grant& grant);
  void head_judged(aqm_verdict verdict) override;
  void show_next();
  bool show_head(Waiting& front);
  void build_in_time();
  void set_latest(Waiting& waiting);
  void arm_latest();
  std::uint64_t choose_packets(const Grant& grant);
  BuildCosts costs_of(unsigned flow) const;
  void split_into_units(const Grant& grant);
  void send(const Grant& grant);
  void tell_lost(const Grant& grant, LostGrant how) {
    if (observer_ != nullptr) {
      observer_->grant_lost(grant, how);
    }
  }
  void tell_moved(const Grant& grant, std::size_t piece, TimePs moved);
  void pull(const Grant& grant, SegmentWriter& writer);
  bool drop_judged_head(unsigned flow);
  TimePs queued_since(unsigned flow, const queue::Descriptor& packet, std::uint64_t bytes) const;
  void settle_reads(const Grant& grant);
  void note_latency(const Grant& grant);
  void note_rates(const Grant& grant, TimePs opened, bool sent);
  void note_slack(const Grant& grant, bool missed);
  void record(const Grant& grant, GrantFate fate, TimePs opened, bool forced, bool all_judged);
  void record_late(const Grant& grant);

  BurstBuilderConfig config_;
  const boost::span<const docsis::ChannelGeometry> channels_;
  platform::InstantSequencer& sequencer_;
  QueueMemory& memory_;
  Shaper& shaper_;
  GrantAccount& account_;
  DequeueAqm& judge_;
  docsis::UpstreamTransmitter& transmitter_;
  platform::InstantSequencer::TaskId task_;
  platform::InstantSequencer::TaskId latest_task_;
  GrantTable table_;
  HeadVerdictPort* head_verdicts_ = nullptr;
  UpstreamObserver* observer_ = nullptr;
  std::vector<Waiting> waiting_;  // ordered by window
  std::vector<ChannelCounters> channel_counters_;
  boost::container::small_vector<std::uint64_t, 1> busy_until_;  // by channel, in cycles
  std::vector<Flow> flows_;
  std::vector<std::optional<GrantSynchronizer>> synchronizers_;  // by flow; empty: no unsolicited
                                                                 // grants
  unsigned forced_misses_ = 0;
  const std::shared_ptr<Work> work_;
  std::vector<BuildUnit>& units_;
  std::vector<Piece>& pieces_;
  GrantPlan& plan_;
  MissedGrantLog missed_grants_;
};

}  // namespace docsis_vp::cm
