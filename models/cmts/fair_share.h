// Who gets how much of a MAP that is too small for all that is asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cmts/recent_service.h"
#include "models/cmts/upstream_events.h"
#include "models/docsis/channel.h"

namespace docsis_vp::cmts {

// First what is reserved for each flow, by priority, but not in crumbs. Reservations of one
// priority that do not fit share what there is in proportion to their rates: the flow that got
// least octets for its rate goes on, a packet at a time. Then what is left, by
// priority and within one by start-time fair queueing (Goyal, Vin, Cheng 1996) over octets of the
// channel, segment headers and rounding included, in proportion to weights. A flow's start tag goes
// on from MAP to MAP and over all channels, and while it asks for nothing: what a small weight got
// beyond its share is not forgotten until the others have got theirs.
// Where flows meet on some of their channels only, turns on each are not enough: what a flow gets
// where it is alone has to count. There, who lately got least of all channels for its weight goes
// first, and what another channel may carry as well comes after what all want of this one. That
// makes the rates those of max-min fairness.
// Integers only; costs nothing for flows that ask for nothing.
class FairShare {
 public:
  struct Claim {
    UpstreamFlow flow = 0;
    unsigned priority = 0;
    std::uint64_t weight = 1;             // 1..10^12
    std::uint64_t wanted_bytes = 0;       // of MAC frames
    std::uint64_t reserved_bytes = 0;     // that its reservation holds
    std::uint8_t iuc = 0;                 // data profile of its grant
    std::uint64_t further_bytes = 0;      // wanted of what nobody else wants; of overlapping flows
    std::uint64_t reserved_rate_bps = 1;  // of the reservation, at least 1
    // The answer.
    std::uint32_t minislots = 0;
    std::uint64_t charged_bytes = 0;  // of MAC frames in them, which the reservation pays for
  };

  explicit FairShare(std::size_t flows);

  // Flows meet on some of their channels only, or do no longer.
  void set_overlapping(bool overlapping) { overlapping_ = overlapping; }
  bool is_overlapping() const { return overlapping_; }
  // What overlapping flows got of MAPs, beyond what is reserved; of old ones less and less.
  std::uint64_t recent_octets(UpstreamFlow flow) { return recent_.octets(flow); }
  // Before a MAP is divided, and when all of it is.
  void begin_map(TimePs now);
  void end_map(const std::vector<Claim>& claims, const docsis::ChannelGeometry& channel);

  // A flow that asked for nothing asks: it comes last, and has saved nothing up.
  void begin_waiting(UpstreamFlow flow);
  // It moves to other channels, whose flows it does not know.
  void move(UpstreamFlow flow);
  // elements: how many claims may be served, at most. set: of channels with the same flows, the
  // number of one; below kMaxUpstreamChannels.
  void divide(std::vector<Claim>& claims, const docsis::ChannelGeometry& channel,
              std::uint32_t free_minislots, std::uint32_t elements, unsigned set = 0);

 private:
  __extension__ using VirtualTime = unsigned __int128;  // octets x 2^50 / weight
  static constexpr unsigned kPriorities = 8;

  struct Flow {
    VirtualTime start = 0;   // tag of its next octets
    bool returns = false;    // it asked for nothing for a while
    std::uint64_t turn = 0;  // lower comes first
    // Octets that its reservation got while reservations did not fit, for its rate: see
    // kServicePerOctet. It is compared with others of the same priority.
    std::uint64_t reserved_service = 0;
    TimePs reserved_at = 0;  // of the last of them
  };
  struct Hungry {
    VirtualTime start = 0;
    std::uint64_t turn = 0;
    Claim* claim = nullptr;
    bool operator<(const Hungry& other) const {  // std::push_heap: the least at the front
      return start != other.start ? other.start < start : other.turn < turn;
    }
  };
  // The claims being served.
  struct Division {
    const docsis::ChannelGeometry& channel;
    std::uint32_t free = 0;
    std::uint32_t elements = 0;
    unsigned set = 0;
  };

  // fair_share_reserved.cpp
  void serve_reserved(Division& division);
  void serve_reserved_class(Claim** begin, Claim** end, Division& division);
  void share_deficit(Claim** begin, Claim** end, Division& division);
  void rejoin(Claim** begin, Claim** end);
  void raise_reserved(Claim& claim, std::uint64_t bytes, bool counts, Division& division);
  // fair_share.cpp
  void serve_classes(Division& division);
  void serve_class(Claim** begin, Claim** end, Division& division);
  void serve_least_served(Claim** begin, Claim** end, Division& division);
  void set_levels(Claim** begin, Claim** end, const Division& division);
  void welcome_back(Claim** begin, Claim** end);
  static bool are_alike(const std::vector<Claim>& claims);
  bool is_hungry(const Claim& claim, const Division& division) const;
  // Raises a claim's grant to so many bytes of MAC frames; what it cost, in octets.
  static std::uint64_t raise(Claim& claim, std::uint64_t bytes, Division& division);
  static std::uint64_t by_turns(const Claim& claim, const docsis::ChannelGeometry& channel);
  static std::uint64_t granted_bytes(const Claim& claim, const docsis::ChannelGeometry& channel);

  std::vector<Flow> flows_;
  RecentService recent_;  // where flows overlap
  bool overlapping_ = false;
  std::uint64_t last_turn_ = 0;
  TimePs now_ = 0;
  std::vector<VirtualTime> virtual_now_;  // start tag of what was granted last, by set and priority
  std::vector<Claim*> order_;
  std::vector<Hungry> hungry_;
  std::vector<const Claim*> returning_;
};

}  // namespace docsis_vp::cmts
