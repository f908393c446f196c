// Declares the events of the MAP parser: the elements of a MAP that concern this modem, in times
// and bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "models/docsis/channel.h"
#include "models/docsis/map_index.h"
#include "models/docsis/segment_header.h"
#include "platform/base/time.h"
#include "platform/kernel/deferred_work.h"

namespace docsis_vp::cm {

// A data grant to one of the modem's SIDs.
struct Grant {
  unsigned channel = 0;  // index
  unsigned flow = 0;
  std::uint16_t sid = 0;
  std::uint8_t iuc = 0;
  docsis::Minislot first_minislot = 0;
  std::uint32_t minislots = 0;
  std::uint32_t bytes = 0;  // capacity of the burst, segment header included
  TimePs start = 0;         // at the modem's RF port
  TimePs end = 0;
  TimePs map_arrived = 0;  // arrival of the last octet of its MAP
};

// MAC-frame bytes that fit into a grant.
constexpr std::uint32_t payload_of(const Grant& grant) {
  return grant.bytes > docsis::kSegmentHeaderBytes ? grant.bytes - docsis::kSegmentHeaderBytes : 0;
}

// Returns a time for a minislot that is different for each minislot of a frame. It makes requests
// on several channels comparable with the ACK times of each channel.
inline TimePs position_of(const docsis::ChannelGeometry& geometry, docsis::Minislot minislot) {
  const std::uint32_t per_frame = geometry.minislots_per_frame();
  return geometry.start(minislot) +
         static_cast<TimePs>(minislot % per_frame) * geometry.frame_ps() / per_frame;
}

// Returns the time between the decision on a request and its transmission. An OFDMA modem decides
// one frame earlier (CableLabs docsis-ns3, CM upstream pipeline); a TDMA modem decides when the
// burst begins.
inline TimePs request_lead_of(const docsis::ChannelGeometry& geometry) {
  return geometry.parameters().kind == docsis::ChannelKind::kOfdma ? geometry.frame_ps() : 0;
}

// Consecutive request opportunities.
struct RequestRegion {
  struct Opportunity {
    unsigned channel = 0;
    std::uint8_t iuc = 0;
    docsis::Minislot first_minislot = 0;
    TimePs position = 0;  // position_of() its first minislot
    TimePs made = 0;      // time at which the modem decides on the request's content
    TimePs start = 0;     // at its RF port
    TimePs end = 0;
  };

  unsigned channel = 0;
  std::optional<unsigned> flow;  // unicast poll of this flow; empty: for all flows
  std::uint8_t iuc = 0;
  docsis::Minislot first_minislot = 0;
  std::uint32_t opportunities = 0;
  std::uint32_t minislots_each = 1;
  const docsis::ChannelGeometry* geometry = nullptr;

  // Returns the index of the first opportunity whose request is made at `time` or later;
  // `opportunities` if there is none.
  std::uint32_t first_made_from(TimePs time) const {
    const TimePs earliest = std::max<TimePs>(0, time + request_lead_of(*geometry));
    const docsis::Minislot least = geometry->at_or_after(earliest);
    if (least <= first_minislot) {
      return 0;
    }
    const docsis::Minislot passed = (least - first_minislot + minislots_each - 1) / minislots_each;
    return static_cast<std::uint32_t>(std::min<docsis::Minislot>(passed, opportunities));
  }
  Opportunity opportunity(std::uint32_t index) const {
    const docsis::Minislot first = first_minislot + std::uint64_t{index} * minislots_each;
    const TimePs start = geometry->start(first);
    Opportunity opportunity;
    opportunity.channel = channel;
    opportunity.iuc = iuc;
    opportunity.first_minislot = first;
    opportunity.position = position_of(*geometry, first);
    opportunity.made = start - request_lead_of(*geometry);
    opportunity.start = start;
    opportunity.end = geometry->end(first, minislots_each);
    return opportunity;
  }
};

struct MapSummary {
  unsigned channel = 0;
  TimePs ack_time = 0;             // the CMTS has processed requests sent before this time
  std::uint8_t backoff_start = 0;  // exponents of the data backoff window
  std::uint8_t backoff_end = 0;
};

// Receives the events of a MAP. Each call occurs when the hardware parser has read far enough: for
// a grant, when it has parsed the element after it; for the summary, at the end of the message.
class MapSink {
 public:
  virtual ~MapSink() = default;
  // May be omitted for a region that was over when the modem handled a stored MAP.
  virtual void on_request_region(const RequestRegion& region) = 0;
  virtual void on_grant(const Grant& grant) = 0;
  virtual void on_pending(unsigned channel, unsigned flow) = 0;
  virtual void on_map_end(const MapSummary& map) = 0;
  // Reports `maps` MAPs of one channel that contain only deferrable summaries. `last` is the last
  // of them.
  virtual void on_maps_passed(const MapSummary& last, std::uint64_t maps) = 0;
  // True if the event may be delivered later: it changes only the sink's state, and the sink calls
  // MapSource::do_deferred_work() before it reads that state. The sink calls
  // MapSource::deferral_changed() when the answer may have changed.
  virtual bool may_defer(const RequestRegion&) const { return false; }
  virtual bool may_defer(const MapSummary&) const { return false; }
  // Under the same condition, a MAP may be delivered later if it names no SID of the modem and
  // acknowledges nothing beyond this time. kNever: any such MAP; kEveryMap: none.
  virtual TimePs earliest_relevant_ack_time() const { return docsis::kEveryMap; }
};

// Delivers events to the sinks. Its deferred work is the delivery of the events that the sinks
// permit to be late, up to and including now, because they belong to MAPs that arrived before.
class MapSource : public platform::DeferredWork {
 public:
  // Call it when an answer of a sink about deferral may have changed.
  virtual void deferral_changed() = 0;
};

}  // namespace docsis_vp::cm
