// Writes MAPs: composition, the third part of the scheduler.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "models/cmts/config.h"
#include "models/cmts/fair_share.h"
#include "models/cmts/map_draft.h"
#include "models/cmts/reservations.h"
#include "models/cmts/upstream_channel.h"
#include "models/cmts/upstream_counters.h"
#include "models/cmts/upstream_demand.h"
#include "models/docsis/management_octets.h"
#include "models/docsis/map.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// A MAP holds the request region, then the draft's items in order, with intervals of SID 0 for
// unused space. The Null element and the grants pending follow.
class MapComposer {
 public:
  // The references must outlive this.
  MapComposer(const CmtsConfig& config, const std::vector<UpstreamChannel>& channels,
              const UpstreamDemand& demand, UpstreamCounters& counters);

  // Places the grants of these claims one behind the other in the gaps of the draft, after its
  // first `offset` free minislots. A grant that does not fit into one gap continues in the next,
  // with another segment header. demands: one for each claim; receives the granted bytes.
  void place_grants(MapDraft& draft, std::uint32_t offset,
                    const std::vector<FairShare::Claim>& claims,
                    std::vector<FlowDemand>& demands) const;
  // Plans a grant pending for each flow whose requests are not fully granted. If elements are too
  // few, higher priorities come first. Within a priority, flows without a grant come first, because
  // they have no grant in which to ask again; then flows with older requests. The other requests
  // are forgotten: their modems learn it from the ACK time and ask again. An ACK time before these
  // requests would keep them, but delay all modems. Returns true if there was room for all.
  bool hold_rests(const MapDraft& draft, std::vector<FlowDemand>& demands);
  // Writes the MAP, and keeps its allocations as reservations. answered_before: send time of the
  // earliest request that the MAP does not answer.
  docsis::ManagementOctets compose(MapDraft& draft, const std::vector<FlowDemand>& demands,
                                   TimePs answered_before, Reservations& reservations);

 private:
  // The last grant pending of a flow.
  struct LastPending {
    unsigned channel = 0;
    std::uint64_t map = 0;  // number of the MAP that had it, counted on this channel from 1
  };

  bool is_held_elsewhere(unsigned channel, const FlowDemand& demand) const;
  void set_ack_time(unsigned channel, TimePs answered_before, const Reservations& reservations);
  void add_elements(MapDraft& draft, Reservations& reservations);
  void add_pending(unsigned channel, UpstreamFlow flow);
  std::uint8_t backoff_start(const MapDraft& draft) const;
  void place_region(const MapDraft& draft, Reservations& reservations);
  void place_item(unsigned channel, const MapItem& item, Reservations& reservations);
  void count_grant(unsigned channel, const MapItem& item, std::uint64_t bytes);
  void add_element(std::uint16_t sid, std::uint8_t iuc, std::uint32_t offset);
  docsis::ManagementOctets framed();

  const CmtsConfig& config_;
  const std::vector<UpstreamChannel>& channels_;
  const UpstreamDemand& demand_;
  UpstreamCounters& counters_;
  std::vector<LastPending> pendings_;  // by flow
  std::vector<TimePs> acknowledged_;   // by channel: ACK time of the last MAP
  // State of one MAP; kept for its memory.
  docsis::Map map_;
  TimePs acknowledged_until_ = 0;
  std::vector<FlowDemand*> unheld_;  // demands that still need an element
  std::deque<std::shared_ptr<docsis::ManagementFrame>> frames_;  // least recently used first
};

}  // namespace docsis_vp::cmts
