// What a MAP says to this modem, element by element, in times and bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "models/docsis/channel.h"
#include "models/docsis/map_index.h"
#include "models/docsis/segment_header.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

// A data grant to one of the modem's SIDs.
struct Grant {
  unsigned channel = 0;  // index
  unsigned flow = 0;
  std::uint16_t sid = 0;
  std::uint8_t iuc = 0;
  docsis::Minislot first_minislot = 0;
  std::uint32_t minislots = 0;
  std::uint32_t bytes = 0;  // what the burst carries, segment header included
  TimePs start = 0;         // at the modem's RF port
  TimePs end = 0;
};

// Bytes of MAC frames that a grant promises.
constexpr std::uint32_t payload_of(const Grant& grant) {
  return grant.bytes > docsis::kSegmentHeaderBytes ? grant.bytes - docsis::kSegmentHeaderBytes : 0;
}

// A minislot as a point in time that tells it from the others of its frame, so that what was sent
// on several channels can be compared with what each has acknowledged.
inline TimePs position_of(const docsis::ChannelGeometry& geometry, docsis::Minislot minislot) {
  const std::uint32_t per_frame = geometry.minislots_per_frame();
  return geometry.start(minislot) +
         static_cast<TimePs>(minislot % per_frame) * geometry.frame_ps() / per_frame;
}

// An OFDMA modem makes a request one frame before the one it sends it in (CableLabs docsis-ns3, CM
// upstream pipeline); a TDMA modem as the burst begins.
inline TimePs request_lead_of(const docsis::ChannelGeometry& geometry) {
  return geometry.parameters().kind == docsis::ChannelKind::kOfdma ? geometry.frame_ps() : 0;
}

// Opportunities to send a request, one behind the other.
struct RequestRegion {
  struct Opportunity {
    unsigned channel = 0;
    std::uint8_t iuc = 0;
    docsis::Minislot first_minislot = 0;
    TimePs position = 0;  // of its first minislot, see position_of()
    TimePs made = 0;      // when the modem fixes what the request says
    TimePs start = 0;     // at its RF port
    TimePs end = 0;
  };

  unsigned channel = 0;
  std::optional<unsigned> flow;  // a unicast poll of this flow; else for all
  std::uint8_t iuc = 0;
  docsis::Minislot first_minislot = 0;
  std::uint32_t opportunities = 0;
  std::uint32_t minislots_each = 1;
  const docsis::ChannelGeometry* geometry = nullptr;

  // The first opportunity whose request is made at this time or later; `opportunities`: none.
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
  TimePs ack_time = 0;             // what was sent before this position was seen
  std::uint8_t backoff_start = 0;  // exponents of the data backoff window
  std::uint8_t backoff_end = 0;
};

// Called at the instant the parser has read far enough: a grant when the element that ends it is
// parsed, the summary when the message is.
class MapSink {
 public:
  virtual ~MapSink() = default;
  // Not of regions for all that were over when the modem read a MAP that was kept for it.
  virtual void on_request_region(const RequestRegion& region) = 0;
  virtual void on_grant(const Grant& grant) = 0;
  virtual void on_pending(unsigned channel, unsigned flow) = 0;
  virtual void on_map_end(const MapSummary& map) = 0;
  // So many MAPs of a channel that might all be heard later and said nothing but their summaries,
  // of which this is the last.
  virtual void on_maps_passed(const MapSummary& last, std::uint64_t maps) = 0;
  // True as long as what is said would change nothing but what the sink looks up after it called
  // MapSource::catch_up(). It calls MapSource::deferral_changed() when its answer may have changed.
  virtual bool may_defer(const RequestRegion&) const { return false; }
  virtual bool may_defer(const MapSummary&) const { return false; }
  // As long: MAPs that name none of the modem's SIDs and acknowledge nothing beyond this time may
  // be heard later. kNever: whatever they acknowledge; kEveryMap: none may.
  virtual TimePs earliest_relevant_ack_time() const { return docsis::kEveryMap; }
};

// Whoever tells the sinks, and may put off what they may hear later.
class MapSource {
 public:
  virtual ~MapSource() = default;
  // Tells what is known by now.
  virtual void catch_up() = 0;
  // Asks what of the rest may be heard later.
  virtual void deferral_changed() = 0;
};

}  // namespace docsis_vp::cm
