// Places the due unsolicited grants, proactive grants and polls in a MAP.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/config.h"
#include "models/cmts/map_draft.h"
#include "models/cmts/series_schedule.h"
#include "models/cmts/upstream_channel.h"
#include "models/cmts/upstream_counters.h"
#include "models/cmts/upstream_demand.h"
#include "models/cmts/upstream_series.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Each item, a grant or a poll, is placed as early as possible. If an item would then be late or
// would wait for the next MAP, all items are scheduled again, together with those due in the next
// MAP. If elements, capacity or minislots are too few, the items that take precedence come first.
class SeriesPlacer {
 public:
  // The references must outlive this.
  SeriesPlacer(const CmtsConfig& config, const std::vector<UpstreamChannel>& channels,
               UpstreamSeries& series, UpstreamDemand& demand,
               std::vector<UpstreamFlowCounters>& counters);

  // Fills the draft, which has no items yet. Proactive grants are charged to their flow and answer
  // its requests.
  void place(MapDraft& draft, TimePs now);

 private:
  enum class Placement : std::uint8_t { kOnTime, kLate, kWaits };
  struct DueItem {
    SeriesTimes::Due due;
    SeriesJob job;
    bool is_overdue = false;  // its latest time is before this MAP
    Placement placement = Placement::kWaits;
  };

  const UpstreamChannel& channel_of(const MapDraft& draft) const {
    return channels_[draft.channel];
  }
  void place_due(MapDraft& draft, TimePs end, TimePs now);
  bool is_withheld(const SeriesTimes::Due& due, TimePs now);
  DueItem due_item(const UpstreamChannel& channel, const SeriesTimes::Due& due) const;
  void place_by_deadline(MapDraft& draft);
  void place_item(MapDraft& draft, DueItem& item);
  bool can_take(MapDraft& draft, const DueItem& item);
  void take(MapDraft& draft, DueItem& item, std::uint32_t at, Placement placement);
  void account(const MapDraft& draft, const DueItem& item);
  void take_items_away(MapDraft& draft);
  void schedule_with_next(MapDraft& draft);
  std::vector<std::uint32_t> schedule_starts(const SeriesHorizon& horizon) const;
  void schedule_group(std::vector<std::uint32_t> group, const SeriesHorizon& horizon,
                      std::vector<std::uint32_t>& starts, unsigned& steps) const;
  void place_by_precedence(MapDraft& draft);
  bool place_best(MapDraft& draft, const std::vector<std::uint32_t>& order, std::size_t count);
  void sort_by_precedence(std::vector<std::uint32_t>& order) const;
  void place_extra(MapDraft& draft, TimePs now);
  void charge_proactive(MapDraft& draft, TimePs now);

  const CmtsConfig& config_;
  const std::vector<UpstreamChannel>& channels_;
  UpstreamSeries& series_;
  UpstreamDemand& demand_;
  std::vector<UpstreamFlowCounters>& counters_;
  // State of one MAP; kept for its memory.
  std::vector<DueItem> items_;
  std::vector<SeriesTimes::Due> expected_;  // due in the next MAP
  // The draft before the items were placed.
  struct Before {
    MapLayout layout;
    std::uint32_t grantable = 0;
    std::uint32_t saved = 0;
  };
  Before before_;
  bool lacks_room_ = false;  // elements or capacity do not suffice
};

}  // namespace docsis_vp::cmts
