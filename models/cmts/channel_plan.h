// Where the series of unsolicited grants and polls have their places on one channel.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/cmts/config.h"
#include "models/cmts/upstream_events.h"
#include "models/docsis/channel.h"
#include "platform/base/errors.h"

namespace docsis_vp::cmts {

// Intervals of two series never meet if they are clear of each other modulo the greatest common
// divisor of the two periods; the request region is one more series, which comes with every MAP.
// Of OFDMA, a frame holds what begins in it. Times count from one of the channel's allocation
// starts and are multiplied by the minislots of a frame, as if these followed each other: grains.
class ChannelPlan {
 public:
  struct Part {
    std::int64_t period = 0;  // grains
    std::int64_t length = 0;
  };
  // What a flow's series takes. One of UGS-AD are its grants and the polls in their place.
  struct Demand {
    std::array<Part, 2> parts;  // of no length: not there
    std::uint32_t largest_minislots = 0;
    std::uint64_t load_ppm = 0;  // of what all MAPs can hold of its grants
    // Of the first part: the grants of what is polled while it is silent.
    std::uint32_t minislots = 0;
    std::uint64_t number_ppm = 0;  // a million for each in a MAP
  };
  struct Place {
    std::int64_t at = 0;
    bool clear = false;  // nothing else ever wants it
  };

  ChannelPlan(const docsis::ChannelGeometry& geometry, const CmtsConfig& config);

  // Of a flow that is not best effort.
  Demand demand(const UpstreamFlowConfig& flow) const;
  // Whether a MAP with the largest request region can hold one of them.
  bool fits(const Demand& demand) const;
  // Whether the MAPs can go on holding all that is owed, beside the largest request region, and
  // have elements left for a grant that was asked for. Grants of odd sizes and periods may still
  // get into each other's way, and be late.
  bool admits(const Demand& demand, bool clear) const;
  std::uint64_t load_ppm_with(const Demand& demand) const { return load_ppm_ + demand.load_ppm; }
  // The first clear place of its first interval, MAP after MAP in turn for one flow after the
  // other; if there is none, one that is at least behind a request region.
  Place find(const Demand& demand) const;
  bool is_clear(const Demand& demand, std::int64_t at) const;

  void add(UpstreamFlow flow, const Demand& demand, std::int64_t at);
  void remove(UpstreamFlow flow);
  // Other bytes per minislot: of the same flows at the same places.
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
  std::uint32_t room_ = 0;  // minislots of a MAP beside the largest request region
  Part region_;
  std::vector<Entry> entries_;
  std::uint64_t load_ppm_ = 0;
  std::uint64_t most_ppm_ = 0;  // in number
};

// Where a flow's series runs.
struct SeriesPlace {
  unsigned channel = 0;
  std::int64_t at = 0;
};

// A service flow whose unsolicited grants or polls none of its channels can carry.
class NotAdmitted : public InputError {
 public:
  NotAdmitted(UpstreamFlow flow, const std::string& what) : InputError(what), flow_(flow) {}
  UpstreamFlow flow() const { return flow_; }

 private:
  UpstreamFlow flow_;
};

// One for each channel, empty.
std::vector<ChannelPlan> channel_plans(const CmtsConfig& config);
// Places the series of all flows, the shortest periods first, of one period the largest grants,
// each on the least loaded of its channels that have a clear place for it, if there are such. One
// place per flow. Throws NotAdmitted.
std::vector<SeriesPlace> place_series(const CmtsConfig& config, std::vector<ChannelPlan>& plans);

}  // namespace docsis_vp::cmts
