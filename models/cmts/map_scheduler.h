// Builds the MAPs: messages that allocate the transmit times of an upstream channel to modems.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/cmts/config.h"
#include "models/cmts/downstream.h"
#include "models/cmts/upstream_counters.h"
#include "models/cmts/upstream_events.h"
#include "models/docsis/channel.h"
#include "models/docsis/ugs_header.h"
#include "platform/base/time.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cmts {

struct FlowDemand;
struct Reservation;

// Every MAP holds a request region first. Then come the due polls and unsolicited grants, each as
// early as possible. Proactive grants come at the times planned for them. Each answers requests of
// its flow, up to the size of the grant. Then come the answers to the other requests, oldest
// request first; they begin at a random or configured minislot. An answer is split into several
// grants if another grant or a poll lies in the way. Last comes an element "grant pending" for each
// flow whose requests are not fully granted, as long as the MAP has room for elements.
//
// A MAP answers the requests known when it is built, and its ACK time says so.
//
// Other classes do the steps. UpstreamSeries and SeriesPlacer plan and place polls and unsolicited
// grants. UpstreamDemand collects requests, GrantSharing shares the minislots among them, and
// MapComposer writes the message. UpstreamAggregates limits the two flows of an aggregate to one
// rate and splits their grants by weight. This class runs the steps in order, and passes the events
// that the receiver reports to the other classes.
class MapScheduler : public sc_core::sc_module, public UpstreamEvents {
 public:
  using ChannelCounters = UpstreamChannelCounters;
  using FlowCounters = UpstreamFlowCounters;

  // Throws InputError if channels and timing do not fit together.
  MapScheduler(const sc_core::sc_module_name& name, const CmtsConfig& config,
               platform::InstantSequencer& sequencer, Downstream& downstream);
  ~MapScheduler() override;

  // UpstreamEvents
  std::optional<UpstreamFlow> flow_of(std::uint16_t sid) const override;
  Interval claim(unsigned channel, docsis::Minislot first, UpstreamFlow flow) override;
  void requested(unsigned channel, UpstreamFlow flow, std::uint32_t units, TimePs sent) override;
  void used(unsigned channel, docsis::Minislot first, std::uint64_t ethernet_bytes) override;
  void fell_short(UpstreamFlow flow, std::uint64_t bytes) override;
  void reported(UpstreamFlow flow, const std::optional<docsis::UgsStatus>& status) override;
  void collided(unsigned channel, docsis::Minislot first) override;

  // From the next MAPs on, the flow gets its grants on these channels (indices, at least one).
  // Grants in flight stay. Requests received on a removed channel are forgotten, and the modem asks
  // again. Unsolicited grants and polls stay if they can, or move as UpstreamSeries::assign() says.
  // Throws InputError.
  void assign(UpstreamFlow flow, const std::vector<unsigned>& channels);
  // From the next MAPs on, the flow's grants use this data profile on the channels that have it.
  // Throws InputError.
  void change_data_profile(UpstreamFlow flow, std::uint8_t iuc);
  // From the next MAP on, the channel carries a different number of bytes per minislot, and its
  // MAPs name another UCD count. Minislots keep their times. Throws InputError.
  void change_channel(unsigned channel, const docsis::ChannelParameters& parameters);

  const ChannelCounters& counters(unsigned channel) const { return counters_.channels[channel]; }
  UpstreamFlow flows() const { return static_cast<UpstreamFlow>(counters_.flows.size()); }
  const FlowCounters& flow_counters(UpstreamFlow flow) const { return counters_.flows[flow]; }
  const docsis::ChannelGeometry& geometry(unsigned channel) const;
  bool is_proactive(UpstreamFlow flow) const;
  // Bytes requested and not yet granted.
  std::uint64_t waiting_bytes(UpstreamFlow flow) const;

 private:
  struct Parts;

  TimePs build_time(unsigned channel) const;
  void build(unsigned channel);
  void answer(unsigned channel, std::vector<FlowDemand>& demands, TimePs now);
  void begin_draft(unsigned channel);
  std::uint32_t grants_offset(unsigned channel, std::uint32_t minislots);
  void settle(unsigned channel);
  void grant_unused(unsigned channel, const Reservation& reservation);

  platform::InstantSequencer& sequencer_;
  Downstream& downstream_;
  UpstreamCounters counters_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace docsis_vp::cmts
