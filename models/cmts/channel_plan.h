// Finds places for the series of unsolicited grants and polls on one channel.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/cmts/config.h"
#include "models/cmts/upstream_events.h"
#include "models/docsis/channel.h"
#include "platform/base/errors.h"

namespace docsis_vp::cmts {

// Intervals of two series never overlap if they are disjoint modulo the greatest common divisor of
// the two periods. The request region is one more series, with the period of the MAPs. On OFDMA
// channels a frame holds the intervals that begin in it. Times count from one of the channel's
// allocation starts. They are multiplied by the minislots of a frame, as if these were consecutive.
// The resulting unit is called a grain.
class ChannelPlan {
 public:
  struct Part {
    std::int64_t period = 0;  // grains
    std::int64_t length = 0;
  };
  // The series of one flow. UGS-AD has two parts: its grants and the polls that replace them. A
  // flow with proactive grants and guaranteed requests also has two parts.
  struct Demand {
    std::array<Part, 2> parts;  // length 0: unused
    std::uint32_t largest_minislots = 0;
    std::uint64_t load_ppm = 0;  // share of its grants in the capacity of all MAPs
    // Minislots of a grant of the first part. A silent flow gets polls instead.
    std::uint32_t minislots = 0;
    std::uint64_t number_ppm = 0;  // number of grants per MAP, in millionths
    // Polls of the second part in addition to the grants: their number and their minislots per MAP,
    // in millionths.
    std::uint64_t further_number_ppm = 0;
    std::uint64_t further_minislots_ppm = 0;
  };
  struct Place {
    std::int64_t at = 0;
    bool clear = false;  // no other series ever needs it
  };

  ChannelPlan(const docsis::ChannelGeometry& geometry, const CmtsConfig& config);

  // flow: must not be best effort.
  Demand demand(const UpstreamFlowConfig& flow) const;
  // Time from one MAP to the next.
  TimePs map_interval() const { return map_interval_ps_; }
  const docsis::ChannelGeometry& geometry() const { return geometry_; }
  // True if a MAP with the largest request region can hold one interval of this demand.
  bool fits(const Demand& demand) const;
  // True if the MAPs can hold all series in addition to the largest request region, and have
  // elements left for a requested grant. Grants of unusual sizes and periods may still block each
  // other and be late.
  bool admits(const Demand& demand, bool clear) const;
  std::uint64_t load_ppm_with(const Demand& demand) const { return load_ppm_ + demand.load_ppm; }
  // Returns the first clear place for the first interval of the demand. Successive flows start the
  // search in successive MAPs. If there is no clear place, returns one after a request region.
  Place find(const Demand& demand) const;
  bool is_clear(const Demand& demand, std::int64_t at) const;

  void add(UpstreamFlow flow, const Demand& demand, std::int64_t at);
  void remove(UpstreamFlow flow);
  // Call it when the channel changes its bytes per minislot; the flows keep their places.
  void change(const docsis::ChannelGeometry& geometry,
              const std::vector<UpstreamFlowConfig>& flows);

  std::int64_t grains(TimePs time) const { return time * geometry_.minislots_per_frame(); }
  std::uint32_t minislots(std::int64_t grains) const;

 private:
  struct Entry {
    UpstreamFlow flow = 0;
    std::int64_t at = 0;
    Demand demand;
  };
  struct Step {  // towards a place
    std::int64_t by = 0;
    bool avoidable = true;
  };

  bool can_hold(const Demand& demand) const;
  Step step(const Part& part, std::int64_t at, const Part& other, std::int64_t other_at) const;
  Step step(const Demand& demand, std::int64_t at) const;
  Place find(const Demand& demand, std::int64_t from, std::int64_t end) const;
  std::int64_t aligned(std::int64_t at, std::int64_t length) const;
  std::int64_t slip(const Part& part) const;
  std::int64_t minislot() const { return geometry_.frame_ps(); }
  std::int64_t frame() const { return minislot() * geometry_.minislots_per_frame(); }

  docsis::ChannelGeometry geometry_;
  TimePs map_interval_ps_;
  std::uint32_t room_ = 0;  // minislots of a MAP without the largest request region
  Part region_;
  std::vector<Entry> entries_;
  std::uint64_t load_ppm_ = 0;
  std::uint64_t most_ppm_ = 0;  // limit of the number
};

// Channel and time of a flow's series.
struct SeriesPlace {
  unsigned channel = 0;
  std::int64_t at = 0;
  TimePs proactive_interval_ps = 0;  // of proactive grants: UpstreamFlowConfig::chosen_interval_ps
};

// Thrown for a service flow whose grant series or polls no channel can carry.
class NotAdmitted : public InputError {
 public:
  NotAdmitted(UpstreamFlow flow, const std::string& what) : InputError(what), flow_(flow) {}
  UpstreamFlow flow() const { return flow_; }

 private:
  UpstreamFlow flow_;
};

// Returns an empty plan for each channel.
std::vector<ChannelPlan> channel_plans(const CmtsConfig& config);
// Places the series of all flows: shortest periods first, and largest grants first among equal
// periods. Each goes to the least loaded of its channels with a clear place, or of all its
// channels. Proactive grants come at a shorter interval in step with MAPs if only that has a clear
// place, and in every MAP if one MAP cannot hold the grant of a longer interval. Returns one place
// per flow. Throws NotAdmitted.
std::vector<SeriesPlace> place_series(const CmtsConfig& config, std::vector<ChannelPlan>& plans);

}  // namespace docsis_vp::cmts
