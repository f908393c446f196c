// Builds the MAPs: who may send when on every upstream channel.
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "models/cmts/config.h"
#include "models/cmts/downstream.h"
#include "models/cmts/reservations.h"
#include "models/cmts/token_check.h"
#include "models/cmts/upstream_events.h"
#include "models/docsis/map.h"
#include "platform/base/random.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cmts {

// Every MAP holds a request region, then grants, oldest request first, then a grant pending for
// each flow that was not granted all it asked for. What is known when a MAP is built is what it
// answers, and its ACK time says so. Space that nobody gets is an interval of SID 0.
class MapScheduler : public sc_core::sc_module, public UpstreamEvents {
 public:
  struct ChannelCounters {
    std::uint64_t maps = 0;
    std::uint64_t grants = 0;
    std::uint64_t granted_bytes = 0;  // whole minislots, segment headers included
    std::uint64_t unused_grants = 0;  // nothing was heard in them
    std::uint64_t collisions = 0;     // opportunities that two or more modems took
    std::uint64_t pendings = 0;
  };
  struct FlowCounters {
    std::uint64_t requests = 0;
    std::uint64_t requested_bytes = 0;
    std::uint64_t grants = 0;
    std::uint64_t granted_bytes = 0;
    std::uint64_t unused_grants = 0;
  };

  // Throws InputError where channels and timing do not fit each other.
  MapScheduler(const sc_core::sc_module_name& name, const CmtsConfig& config,
               platform::InstantSequencer& sequencer, Downstream& downstream);

  // UpstreamEvents.
  std::optional<UpstreamFlow> flow_of(std::uint16_t sid) const override;
  Interval claim(unsigned channel, docsis::Minislot first, UpstreamFlow flow) override;
  void requested(UpstreamFlow flow, std::uint32_t units, TimePs sent) override;
  void used(unsigned channel, docsis::Minislot first, std::uint64_t ethernet_bytes) override;
  void collided(unsigned channel) override;

  const ChannelCounters& counters(unsigned channel) const { return channels_[channel].counters; }
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
    RandomStream random;
    std::uint32_t interval = 0;       // minislots from one allocation start to the next
    std::uint32_t region = 0;         // minislots of the request region
    docsis::Minislot next_start = 0;  // allocation start of the MAP to be built
    platform::InstantSequencer::TaskId task = 0;
    Reservations reservations;
    ChannelCounters counters;
  };
  struct Flow {
    Flow(const UpstreamFlowConfig& flow, const CmtsConfig& cmts);

    UpstreamFlowConfig config;
    std::uint64_t channel_mask = 0;
    TokenCheck tokens;
    std::uint64_t waiting_bytes = 0;
    FlowCounters counters;
    // Of the MAP being built.
    std::uint64_t asked = 0;
    std::uint64_t served = 0;
    TimePs oldest_sent = 0;
  };
  struct Request {
    UpstreamFlow flow = 0;
    std::uint64_t bytes = 0;
    TimePs sent = 0;
  };
  struct Grant {
    UpstreamFlow flow = 0;
    std::uint32_t minislots = 0;
    std::uint64_t payload_bytes = 0;
  };

  TimePs build_time(const Channel& channel) const;
  void build(unsigned index);
  docsis::ManagementOctets encoded();
  void settle(unsigned index);
  void collect_demand(unsigned index);
  void decide_grants(const Channel& channel);
  bool grant(const Channel& channel, UpstreamFlow flow, std::uint32_t& free_minislots);
  std::uint32_t grants_offset(Channel& channel, std::uint32_t total) const;
  void compose(unsigned index);
  void place_region(Channel& channel);
  void place_grants(Channel& channel, std::uint32_t offset);
  void add_element(std::uint16_t sid, std::uint8_t iuc, std::uint32_t offset);
  void consume_requests();
  bool answerable(const Channel& channel, const Request& request) const;
  TimePs known_at(const Channel& channel, docsis::Minislot first, std::uint32_t count) const;

  CmtsConfig config_;
  platform::InstantSequencer& sequencer_;
  Downstream& downstream_;
  std::vector<Channel> channels_;
  std::vector<Flow> flows_;
  std::vector<std::int32_t> flow_by_sid_;
  std::vector<Request> requests_;  // oldest first

  // Of the MAP being built; kept for their memory.
  docsis::Map map_;
  std::vector<std::shared_ptr<std::vector<std::uint8_t>>> frames_;
  std::vector<UpstreamFlow> order_;
  std::vector<Grant> grants_;
  std::vector<UpstreamFlow> pending_;
  std::uint32_t elements_left_ = 0;
  TimePs answered_before_ = kNever;  // requests sent from here on get no answer in this MAP
};

}  // namespace docsis_vp::cmts
