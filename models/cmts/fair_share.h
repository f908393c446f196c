// Divides a MAP that is too small for all requests among the flows.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/recent_service.h"
#include "models/cmts/upstream_events.h"
#include "models/docsis/channel.h"

namespace docsis_vp::cmts {

// First come the reservations, by priority, but not in tiny grants. Reservations of one priority
// that do not fit share the room in proportion to their rates: the flow with the least octets for
// its rate goes on, one packet at a time.
// Then the rest is divided by priority, and within a priority by start-time fair queueing (Goyal,
// Vin, Cheng 1996) in proportion to weights. It counts octets of the channel, segment headers and
// rounding included. A flow's start tag continues from MAP to MAP, over all channels, and while the
// flow asks for nothing. So an excess of a small weight is remembered until the others have their
// share.
// If flows share only some of their channels, turns on each channel are not enough: octets from
// channels without competition must count. Then the flow with the least recent octets of all
// channels for its weight goes first. Bytes that another channel may carry come after the demand
// for this channel only. The resulting rates are max-min fair.
// Integers only. Flows without requests cost nothing.
class FairShare {
 public:
  struct Claim {
    UpstreamFlow flow = 0;
    unsigned priority = 0;
    std::uint64_t weight = 1;             // 1..10^12
    std::uint64_t wanted_bytes = 0;       // MAC-frame bytes
    std::uint64_t reserved_bytes = 0;     // held by its reservation
    std::uint8_t iuc = 0;                 // data profile of its grant
    std::uint64_t further_bytes = 0;      // of wanted_bytes, uncontested; for overlapping flows
    std::uint64_t reserved_rate_bps = 1;  // rate of the reservation, at least 1
    // Result.
    std::uint32_t minislots = 0;
    std::uint64_t charged_bytes = 0;  // MAC-frame bytes that the reservation pays for
  };

  explicit FairShare(std::size_t flows);

  // overlapping: flows share only some of their channels.
  void set_overlapping(bool overlapping) { overlapping_ = overlapping; }
  bool is_overlapping() const { return overlapping_; }
  // Octets that overlapping flows got from recent MAPs without reservations; older ones count less.
  std::uint64_t recent_octets(UpstreamFlow flow) { return recent_.octets(flow); }
  // Call begin_map() before a MAP is divided, and end_map() after all of it is.
  void begin_map(TimePs now);
  void end_map(const std::vector<Claim>& claims, const docsis::ChannelGeometry& channel);

  // A flow without requests asks again: it comes last, without savings.
  void begin_waiting(UpstreamFlow flow);
  // The flow moves to other channels with other flows.
  void move(UpstreamFlow flow);
  // elements: highest number of served claims. set: index of a set of channels with the same flows,
  // below kMaxUpstreamChannels.
  void divide(std::vector<Claim>& claims, const docsis::ChannelGeometry& channel,
              std::uint32_t free_minislots, std::uint32_t elements, unsigned set = 0);

 private:
  __extension__ using VirtualTime = unsigned __int128;  // octets x 2^50 / weight
  static constexpr unsigned kPriorities = 8;

  struct Flow {
    VirtualTime start = 0;   // start tag of its next octets
    bool returns = false;    // it had no request for a while
    std::uint64_t turn = 0;  // lower comes first
    // Service of its reservation while reservations did not fit, for its rate: see
    // kServicePerOctet. Only compared within the same priority.
    std::uint64_t reserved_service = 0;
    TimePs reserved_at = 0;  // time of the last of these octets
  };
  struct Backlogged {
    VirtualTime start = 0;
    std::uint64_t turn = 0;
    Claim* claim = nullptr;
    bool operator<(const Backlogged& other) const {  // the least at the front
      return start != other.start ? other.start < start : other.turn < turn;
    }
  };
  // State of one division.
  struct Division {
    const docsis::ChannelGeometry& channel;
    std::uint32_t free = 0;
    std::uint32_t elements = 0;
    unsigned set = 0;
  };

  void serve_reserved(Division& division);
  void serve_reserved_class(Claim** begin, Claim** end, Division& division);
  void share_deficit(Claim** begin, Claim** end, Division& division);
  void rejoin(Claim** begin, Claim** end);
  void raise_reserved(Claim& claim, std::uint64_t bytes, bool counts, Division& division);
  void serve_classes(Division& division);
  void serve_class(Claim** begin, Claim** end, Division& division);
  void serve_least_served(Claim** begin, Claim** end, Division& division);
  void set_levels(Claim** begin, Claim** end, const Division& division);
  void level_returning(Claim** begin, Claim** end);
  static bool are_alike(const std::vector<Claim>& claims);
  bool is_backlogged(const Claim& claim, const Division& division) const;
  // Raises a claim's grant to so many bytes of MAC frames. Returns the cost in octets.
  static std::uint64_t raise(Claim& claim, std::uint64_t bytes, Division& division);
  static std::uint64_t by_turns(const Claim& claim, const docsis::ChannelGeometry& channel);
  static std::uint64_t granted_bytes(const Claim& claim, const docsis::ChannelGeometry& channel);

  std::vector<Flow> flows_;
  RecentService recent_;  // for overlapping flows
  bool overlapping_ = false;
  std::uint64_t last_turn_ = 0;
  TimePs now_ = 0;
  std::vector<VirtualTime> virtual_now_;  // start tag of the last grant, by set and priority
  std::vector<Claim*> order_;
  std::vector<Backlogged> backlogged_;
  std::vector<const Claim*> returning_;
};

}  // namespace docsis_vp::cmts
