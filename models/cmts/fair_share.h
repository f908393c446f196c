// Divides a MAP that is too small for all requests among the flows.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/recent_service.h"
#include "models/cmts/upstream_events.h"
#include "models/docsis/channel.h"

namespace docsis_vp::cmts {

// First come the reservations, by priority, but not in tiny grants. If the reservations of one
// priority do not fit, they share the room in proportion to their rates: the flow with the least
// octets for its rate gets the next packet.
//
// Then the rest of the MAP is divided by priority, and within a priority by start-time fair
// queueing (Goyal, Vin, Cheng 1996) in proportion to weights. It counts octets of the channel,
// segment headers and rounding included. A flow's start tag is kept from MAP to MAP, for all
// channels together, also while the flow asks for nothing. So if a flow of a small weight got more
// than its share, it waits until the others have got theirs.
//
// If flows share only some of their channels, start tags are not enough, because octets from
// channels without competition must count. Then the flow goes first that recently got the least
// octets for its weight, on all channels together. Bytes that another channel may carry come after
// those that only this channel can carry. The resulting rates are max-min fair.
//
// The computation uses only integers. Flows without requests take no computing time.
class FairShare {
 public:
  struct Claim {
    UpstreamFlow flow = 0;
    unsigned priority = 0;
    std::uint64_t weight = 1;             // 1..10^12
    std::uint64_t wanted_bytes = 0;       // MAC-frame bytes
    std::uint64_t reserved_bytes = 0;     // that its reservation can pay for
    std::uint8_t iuc = 0;                 // data profile of its grant
    std::uint64_t further_bytes = 0;      // wanted, too, but another channel may carry them
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
  // Call begin_map() before a MAP is divided, and end_map() afterwards.
  void begin_map(TimePs now);
  void end_map(const std::vector<Claim>& claims, const docsis::ChannelGeometry& channel);

  // Call it when a flow without requests asks again: it comes last, and has saved no share.
  void begin_waiting(UpstreamFlow flow);
  // Call it when the flow moves to channels with other flows.
  void move(UpstreamFlow flow);
  // Sets the results of the claims. elements: highest number of claims with a grant. set:
  // identifies a set of channels with the same flows; below kMaxUpstreamChannels.
  void divide(std::vector<Claim>& claims, const docsis::ChannelGeometry& channel,
              std::uint32_t free_minislots, std::uint32_t elements, unsigned set = 0);

 private:
  __extension__ using VirtualTime = unsigned __int128;  // octets x 2^50 / weight
  static constexpr unsigned kPriorities = 8;

  struct Flow {
    VirtualTime start = 0;   // start tag of its next octets
    bool returns = false;    // asks again or has moved; `start` may be too low
    std::uint64_t turn = 0;  // lower comes first
    // Octets for its reservation relative to its rate, in the MAPs in which reservations did not
    // fit; unit: see kServicePerOctet. Only compared within the same priority.
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
  // Raises a claim's grant to `bytes` bytes of MAC frames. Returns the cost in octets.
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
