// Requests bandwidth from the CMTS for eligible bytes: in contention, by poll, or by a piggyback in
// a burst.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "models/cm/flow_interfaces.h"
#include "models/cm/map_parser/map_sink.h"
#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/request_engine/request_engine_config.h"
#include "models/cm/request_engine/request_ledger.h"
#include "models/cm/shaper/shaper.h"
#include "models/cm/upstream_observer.h"
#include "models/docsis/rf.h"
#include "models/docsis/scheduling.h"
#include "platform/base/random.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

// Receives reports about grants from the burst builder.
class GrantAccount {
 public:
  virtual ~GrantAccount() = default;
  // Called when the build of a grant begins, the last moment to add a piggyback. Returns a request
  // for the bytes not yet requested, in units of N bytes. `sent`: time of the grant's first
  // minislot.
  virtual std::uint16_t piggyback(unsigned flow, TimePs sent) = 0;
  // Called when a grant has ended: pulled, missed, late or refused.
  virtual void grant_over(unsigned flow, std::uint64_t payload) = 0;
};

// Each flow has truncated binary exponential backoff (MULPI 7.2.1) and a ledger of requested and
// granted bytes. The engine acts only at opportunities and when the first unrequested byte becomes
// eligible.
class RequestEngine : public sc_core::sc_module,
                      public BacklogListener,
                      public MapSink,
                      public GrantAccount {
 public:
  struct FlowCounters {
    std::uint64_t contention_requests = 0;
    std::uint64_t polled_requests = 0;
    std::uint64_t piggyback_requests = 0;
    std::uint64_t requested_bytes = 0;
    std::uint64_t lost_requests = 0;  // contention requests without an answer
    std::uint64_t lost_polled_requests = 0;
    std::uint64_t yielded = 0;            // opportunities left to a flow of higher priority
    std::uint64_t giveup_drops = 0;       // packets discarded after max_tries
    std::uint64_t giveup_drop_bytes = 0;  // their unread bytes
  };

  // Throws ConfigError for values out of range.
  RequestEngine(const sc_core::sc_module_name& name, const RequestEngineConfig& config,
                platform::InstantSequencer& sequencer, Shaper& shaper, QueueMemory& memory,
                docsis::UpstreamTransmitter& transmitter);

  // Sets the caller of the MapSink functions. The engine notifies it when deferred events become
  // relevant again.
  void set_map_source(MapSource& source) { source_ = &source; }
  // Sets the judge; for a flow with several queues it knows the head.
  void set_judge(DequeueAqm& judge) { judge_ = &judge; }
  // Sets the observer, at most one. It must live until the engine is destroyed or the run has
  // ended.
  void observe(UpstreamObserver& observer) { observer_ = &observer; }

  // Sets the SIDs of a flow from now on, by channel; it uses at least one. Requests on a removed
  // channel count as outstanding until the other channels have acknowledged their time.
  void set_sids(unsigned flow, const std::vector<std::uint16_t>& sids);

  void backlog_grew(unsigned flow) override;

  void on_request_region(const RequestRegion& region) override;
  void on_grant(const Grant& grant) override;
  void on_pending(unsigned channel, unsigned flow) override;
  void on_map_end(const MapSummary& map) override;
  void on_maps_passed(const MapSummary& last, std::uint64_t maps) override;
  bool may_defer(const RequestRegion& region) const override;
  bool may_defer(const MapSummary& map) const override;
  TimePs earliest_relevant_ack_time() const override;

  std::uint16_t piggyback(unsigned flow, TimePs sent) override;
  void grant_over(unsigned flow, std::uint64_t payload) override;

  const RequestLedger& ledger(unsigned flow) const { return flows_[flow].ledger; }
  // Requested bytes that the CMTS has acknowledged and still holds.
  std::uint64_t acknowledged_bytes(unsigned flow) const {
    return flows_[flow].ledger.acknowledged(acknowledged_until(flows_[flow]));
  }
  // Number of MAPs so far after which acknowledged_bytes() was 0; wraps.
  std::uint32_t drained_maps(unsigned flow);
  bool contending(unsigned flow) const { return flows_[flow].contention != Contention::kNone; }
  const FlowCounters& counters(unsigned flow) const { return flows_[flow].counters; }

 private:
  using Opportunity = RequestRegion::Opportunity;

  enum class Contention : std::uint8_t {
    kNone,
    kDeferring,  // counts opportunities
    kWaiting,    // request sent, not answered
  };

  struct Flow {
    Flow(const RequestFlowConfig& flow_config, std::uint64_t seed)
        : policy(flow_config.policy), random(seed, flow_config.stream), config(flow_config) {
      use(flow_config.sids);
    }

    void use(const std::vector<std::uint16_t>& sids);
    bool uses(unsigned channel) const { return (channels >> channel & 1) != 0; }
    bool may_contend() const { return (policy & docsis::kNoBroadcastRequests) == 0; }
    bool counts_opportunities() const { return contention == Contention::kDeferring && !scheduled; }
    bool has_pendings() const { return (pendings | pendings_seen) != 0; }
    bool may_piggyback() const { return (policy & docsis::kNoPiggyback) == 0; }

    // Members that each MAP and each packet read come first, within few cache lines.
    std::uint32_t channels = 0;  // one bit per channel in use
    std::uint32_t policy;        // copy of config.policy
    Contention contention = Contention::kNone;
    bool scheduled = false;           // `next` is the opportunity to use
    bool polled = false;              // the request was sent in a poll: it cannot have collided
    bool held = false;                // a pending grant for the request was seen
    bool check = false;               // something changed at this instant
    unsigned future_grants = 0;       // grants whose build has not begun
    std::uint32_t pendings = 0;       // by channel: its last MAP held a pending
    std::uint32_t pendings_seen = 0;  // by channel, in the MAP being parsed
    std::uint32_t drained_maps = 0;
    unsigned backoff_channel = 0;  // channel of the last MAP on a channel in use
    TimePs wake = kNever;          // time at which the first unrequested byte becomes eligible
    TimePs request_sent = 0;       // time of the outstanding request
    RequestLedger ledger;
    Opportunity next;
    std::uint64_t deferred = 0;  // opportunities still to skip
    unsigned tries = 0;
    unsigned exponent = 0;  // exponent of the backoff window
    RandomStream random;
    FlowCounters counters;
    RequestFlowConfig config;
  };
  struct Channel {
    TimePs ack_time = -1;
    std::uint8_t backoff_start = 0;
    std::uint8_t backoff_end = 0;
  };

  void tell(const RequestMade& request) {
    if (observer_ != nullptr) {
      observer_->requested(request);
    }
  }
  void tell_granted(const Grant& grant) {
    if (observer_ != nullptr) {
      observer_->granted(grant, flows_[grant.flow].ledger);
    }
  }
  void hear(const MapSummary& map);
  void run();
  // Reads the MAPs up to the present instant.
  void read_maps();
  // Informs the source that other events may be deferred.
  void tell_deferral_changed();
  void use_polls(TimePs now);
  void use_opportunities(TimePs now);
  void consider(unsigned index, TimePs now);
  void arm();

  void contend(Flow& flow, TimePs now);
  static void count(Flow& flow, const RequestRegion& region, TimePs now);
  void send(unsigned index, const Opportunity& opportunity, bool polled, TimePs now);
  void request_lost(unsigned index, TimePs now);
  void give_up_head(unsigned index, TimePs now);
  static bool will_piggyback(const Flow& flow);
  void end_contention(Flow& flow);
  void post_check(Flow& flow);
  std::uint64_t unasked(unsigned index, TimePs now);
  std::uint16_t units_of(const Flow& flow, std::uint64_t bytes) const;
  TimePs acknowledged_until(const Flow& flow) const;
  unsigned clamp_exponent(const Flow& flow, unsigned exponent) const;

  platform::InstantSequencer& sequencer_;
  Shaper& shaper_;
  QueueMemory& memory_;
  docsis::UpstreamTransmitter& transmitter_;
  MapSource* source_ = nullptr;
  DequeueAqm* judge_ = nullptr;
  UpstreamObserver* observer_ = nullptr;
  unsigned modem_;
  unsigned max_tries_;
  platform::InstantSequencer::TaskId task_;
  std::vector<Flow> flows_;
  boost::container::small_vector<Channel, 1> channels_;
  using Regions = boost::container::small_vector<RequestRegion, 2>;
  Regions regions_;  // of all flows, not yet past, ordered by start and channel
  Regions polls_;    // unicast, in order of start
};

}  // namespace docsis_vp::cm
