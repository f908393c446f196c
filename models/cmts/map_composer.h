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

// A MAP holds the request region, the draft's items in order with unused space as intervals of SID
// 0, the Null element, and the grants pending.
class MapComposer {
 public:
  // The references must outlive this.
  MapComposer(const CmtsConfig& config, const std::vector<UpstreamChannel>& channels,
              const UpstreamDemand& demand, UpstreamCounters& counters);

  // Places the grants of these claims one behind the other through the gaps of the draft, but for
  // its first `offset` free minislots. A grant that does not fit into one gap continues in the
  // next, with another segment header. demands: of the claims, which learn what they got.
  void place_grants(MapDraft& draft, std::uint32_t offset,
                    const std::vector<FairShare::Claim>& claims,
                    std::vector<FlowDemand>& demands) const;
  // Adds a grant pending for each flow with a rest. If elements are too few, priority decides
  // first. Within a priority, flows without a grant come first, because they cannot ask again in
  // it; then the oldest request. The other requests are forgotten: their modems learn it from the
  // ACK time and ask again. A later ACK time for them would delay all modems. Returns true if there
  // was room for all.
  bool hold_rests(const MapDraft& draft, std::vector<FlowDemand>& demands);
  // Writes the MAP, and keeps its allocations as reservations. answered_before: requests sent from
  // then on get no answer.
  docsis::ManagementOctets compose(MapDraft& draft, const std::vector<FlowDemand>& demands,
                                   TimePs answered_before, Reservations& reservations);

 private:
  struct Pending {  // last one of a flow: channel, and number of MAPs there
    unsigned channel = 0;
    std::uint64_t map = 0;
  };

  bool is_held_elsewhere(unsigned channel, const FlowDemand& demand) const;
  void set_ack_time(unsigned channel, TimePs answered_before, const Reservations& reservations);
  void add_elements(MapDraft& draft, Reservations& reservations);
  void add_pendings(unsigned channel, const std::vector<FlowDemand>& demands);
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
  std::vector<Pending> pendings_;     // by flow
  std::vector<TimePs> acknowledged_;  // by channel: ACK time of the last MAP
  // State of one MAP; kept for its memory.
  docsis::Map map_;
  TimePs acknowledged_until_ = 0;
  std::vector<FlowDemand*> unheld_;                              // demands that need a pending
  std::deque<std::shared_ptr<docsis::ManagementFrame>> frames_;  // by their last use
};

}  // namespace docsis_vp::cmts
