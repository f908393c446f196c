#include "models/cmts/fair_share.h"

#include <algorithm>
#include <tuple>

#include "models/cmts/config.h"
#include "models/docsis/segment_header.h"

namespace docsis_vp::cmts {
namespace {

// A flow gets one packet at a time [engineering choice].
constexpr std::uint64_t kQuantumBytes = 1522;

// Virtual time of an octet at weight 1. At 10^12, the largest weight, it is still exact to a
// thousandth.
constexpr std::uint64_t kOctetOfWeightOne = std::uint64_t{1} << 50;

__extension__ using WideOctets = unsigned __int128;

// Compares octets per weight without a division.
bool is_less(std::uint64_t octets, std::uint64_t weight, std::uint64_t than_octets,
             std::uint64_t than_weight) {
  return static_cast<WideOctets>(octets) * than_weight <
         static_cast<WideOctets>(than_octets) * weight;
}

// A reservation waits until it holds so much, or all that is wanted. Otherwise segment headers
// would consume it, one minislot per MAP [engineering choice].
constexpr std::uint64_t kLeastReservedBytes = 512;
// Octets per turn of a reservation if not all reservations fit [engineering choice].
constexpr std::uint64_t kReservedTurnBytes = 1522;
// Service is octets in 1/2^40, divided by bit/s. The full rate is 2^37 per second, so 64 bits hold
// four years.
constexpr std::uint64_t kServicePerOctet = std::uint64_t{1} << 40;
// A reservation without service for so long was not in use [engineering choice].
constexpr TimePs kAbsent = 20 * kPsPerMs;

__extension__ using WideService = unsigned __int128;

// Octets of this MAP that the reservation may use.
std::uint64_t reserved_target(const FairShare::Claim& claim) {
  const std::uint64_t bytes = std::min(claim.reserved_bytes, claim.wanted_bytes);
  return bytes >= std::min(claim.wanted_bytes, kLeastReservedBytes) ? bytes : 0;
}

}  // namespace

FairShare::FairShare(std::size_t flows)
    : flows_(flows), recent_(flows), virtual_now_(kMaxUpstreamChannels * kPriorities) {}

void FairShare::begin_waiting(UpstreamFlow index) {
  flows_[index].returns = true;
  flows_[index].turn = ++last_turn_;
  recent_.begin_waiting(index);
}

void FairShare::move(UpstreamFlow index) {
  flows_[index].start = 0;
  flows_[index].returns = true;
}

void FairShare::begin_map(TimePs now) {
  now_ = now;
  if (overlapping_) {
    recent_.advance(now);
  }
}

void FairShare::end_map(const std::vector<Claim>& claims, const docsis::ChannelGeometry& channel) {
  if (!overlapping_) return;
  for (const Claim& claim : claims) {
    if (claim.minislots > 0) {
      recent_.add(claim.flow, by_turns(claim, channel));
    }
  }
}

// True if start tags alone decide the order.
bool FairShare::are_alike(const std::vector<Claim>& claims) {
  return std::all_of(claims.begin(), claims.end(), [&](const Claim& claim) {
    return claim.priority == claims.front().priority && claim.reserved_bytes == 0;
  });
}

void FairShare::divide(std::vector<Claim>& claims, const docsis::ChannelGeometry& channel,
                       std::uint32_t free_minislots, std::uint32_t elements, unsigned set) {
  order_.clear();
  for (Claim& claim : claims) {
    order_.push_back(&claim);
  }
  if (overlapping_ || !are_alike(claims)) {
    std::sort(order_.begin(), order_.end(), [this](const Claim* a, const Claim* b) {
      return std::make_tuple(b->priority, flows_[a->flow].turn) <
             std::make_tuple(a->priority, flows_[b->flow].turn);
    });
  }
  Division division{channel, free_minislots, elements, set};
  serve_reserved(division);
  serve_classes(division);
  if (!overlapping_ || division.free == 0) return;
  for (Claim& claim : claims) {
    claim.wanted_bytes += claim.further_bytes;
  }
  serve_classes(division);
}

void FairShare::serve_classes(Division& division) {
  Claim** const last = order_.data() + order_.size();
  for (Claim** first = order_.data(); first != last && division.free > 0;) {
    Claim** const next = std::find_if(
        first, last, [first](const Claim* claim) { return claim->priority != (*first)->priority; });
    if (overlapping_) {
      serve_least_served(first, next, division);
    } else {
      serve_class(first, next, division);
    }
    first = next;
  }
}

bool FairShare::is_backlogged(const Claim& claim, const Division& division) const {
  return granted_bytes(claim, division.channel) < claim.wanted_bytes &&
         (claim.minislots > 0 || division.elements > 0);
}

// Serves the flow with the least start tag, one packet at a time.
void FairShare::serve_class(Claim** begin, Claim** end, Division& division) {
  VirtualTime& now = virtual_now_[division.set * kPriorities + (*begin)->priority];
  backlogged_.clear();
  for (Claim** at = begin; at != end; ++at) {
    if (!is_backlogged(**at, division)) continue;
    Flow& flow = flows_[(*at)->flow];
    if (flow.returns) {
      flow.start = std::max(flow.start, now);
      flow.returns = false;
    }
    backlogged_.push_back({flow.start, flow.turn, *at});
  }
  std::make_heap(backlogged_.begin(), backlogged_.end());
  while (division.free > 0 && !backlogged_.empty()) {
    std::pop_heap(backlogged_.begin(), backlogged_.end());
    Claim& claim = *backlogged_.back().claim;
    backlogged_.pop_back();
    if (!is_backlogged(claim, division)) continue;  // no element is left for it
    Flow& flow = flows_[claim.flow];
    const std::uint64_t target = granted_bytes(claim, division.channel) + kQuantumBytes;
    const std::uint64_t octets = raise(claim, std::min(claim.wanted_bytes, target), division);
    now = std::max(now, flow.start);
    flow.start += VirtualTime{kOctetOfWeightOne / claim.weight} * octets;
    flow.turn = ++last_turn_;
    if (is_backlogged(claim, division)) {
      backlogged_.push_back({flow.start, flow.turn, &claim});
      std::push_heap(backlogged_.begin(), backlogged_.end());
    }
  }
}

void FairShare::serve_least_served(Claim** begin, Claim** end, Division& division) {
  level_returning(begin, end);
  set_levels(begin, end, division);
  while (division.free > 0) {
    Claim* least = nullptr;
    std::uint64_t least_octets = 0;
    std::uint64_t heaviest = 0;
    for (Claim** at = begin; at != end; ++at) {
      Claim& claim = **at;
      if (granted_bytes(claim, division.channel) >= claim.wanted_bytes ||
          (claim.minislots == 0 && division.elements == 0)) {
        continue;
      }
      heaviest = std::max(heaviest, claim.weight);
      const std::uint64_t octets = recent_.octets(claim.flow) + by_turns(claim, division.channel);
      if (least == nullptr || is_less(octets, claim.weight, least_octets, least->weight)) {
        least = &claim;
        least_octets = octets;
      }
    }
    if (least == nullptr) return;
    const std::uint64_t quantum =
        std::max<std::uint64_t>(1, kQuantumBytes * least->weight / heaviest);
    const std::uint64_t target = granted_bytes(*least, division.channel) + quantum;
    raise(*least, std::min(least->wanted_bytes, target), division);
  }
}

// Sets the levels by the least served of the flows that want more.
void FairShare::set_levels(Claim** begin, Claim** end, const Division& division) {
  const Claim* least = nullptr;
  std::uint64_t least_octets = 0;
  for (Claim** at = begin; at != end; ++at) {
    const Claim& claim = **at;
    if (!is_backlogged(claim, division)) continue;
    const std::uint64_t octets = recent_.octets(claim.flow);
    if (least == nullptr || is_less(octets, claim.weight, least_octets, least->weight)) {
      least = &claim;
      least_octets = octets;
    }
  }
  for (Claim** at = begin; least != nullptr && at != end; ++at) {
    const WideOctets level_q20 =
        (static_cast<WideOctets>(least_octets) << RecentService::kFraction) * (*at)->weight /
        least->weight;
    const WideOctets most = UINT64_MAX / 2;
    recent_.set_level((*at)->flow, static_cast<std::uint64_t>(std::min(level_q20, most)));
  }
}

// A returning flow begins at the level of the least served flow on the same channels.
void FairShare::level_returning(Claim** begin, Claim** end) {
  const Claim* least = nullptr;
  std::uint64_t least_octets = 0;
  returning_.clear();
  for (Claim** at = begin; at != end; ++at) {
    const Claim& claim = **at;
    if (recent_.returns(claim.flow)) {
      returning_.push_back(&claim);
      continue;
    }
    const std::uint64_t octets = recent_.octets(claim.flow);
    if (least == nullptr || is_less(octets, claim.weight, least_octets, least->weight)) {
      least = &claim;
      least_octets = octets;
    }
  }
  if (least == nullptr) return;
  for (const Claim* claim : returning_) {
    const auto level = static_cast<std::uint64_t>(static_cast<WideOctets>(least_octets) *
                                                  claim->weight / least->weight);
    const std::uint64_t own = recent_.octets(claim->flow);
    recent_.add(claim->flow, level - std::min(level, own));
  }
}

// If not all reservations fit, served flows come last by turn as well.
void FairShare::serve_reserved(Division& division) {
  Claim** const last = order_.data() + order_.size();
  for (Claim** first = order_.data(); first != last;) {
    Claim** const next = std::find_if(
        first, last, [first](const Claim* claim) { return claim->priority != (*first)->priority; });
    serve_reserved_class(first, next, division);
    first = next;
  }
  if (division.free > 0) return;
  for (const Claim* claim : order_) {
    if (claim->minislots > 0) {
      flows_[claim->flow].turn = ++last_turn_;
    }
  }
}

void FairShare::serve_reserved_class(Claim** begin, Claim** end, Division& division) {
  std::uint64_t minislots = 0;
  std::uint32_t elements = 0;
  for (Claim** at = begin; at != end; ++at) {
    const std::uint64_t target = reserved_target(**at);
    if (target == 0) continue;
    minislots += division.channel.minislots_for(target + docsis::kSegmentHeaderBytes, (*at)->iuc);
    ++elements;
  }
  if (elements == 0) return;
  if (minislots > division.free || elements > division.elements) {
    share_deficit(begin, end, division);
    return;
  }
  for (Claim** at = begin; at != end; ++at) {
    raise_reserved(**at, reserved_target(**at), overlapping_, division);
  }
}

// Start-time fair queueing (Goyal, Vin, Cheng 1996) over all MAPs and channels.
void FairShare::share_deficit(Claim** begin, Claim** end, Division& division) {
  rejoin(begin, end);
  while (division.free > 0) {
    Claim* least = nullptr;
    for (Claim** at = begin; at != end; ++at) {
      Claim& claim = **at;
      const bool is_backlogged = granted_bytes(claim, division.channel) < reserved_target(claim) &&
                                 (claim.minislots > 0 || division.elements > 0);
      if (is_backlogged && (least == nullptr || flows_[claim.flow].reserved_service <
                                                    flows_[least->flow].reserved_service)) {
        least = &claim;
      }
    }
    if (least == nullptr) return;
    const std::uint64_t next = granted_bytes(*least, division.channel) + kReservedTurnBytes;
    raise_reserved(*least, std::min(reserved_target(*least), next), true, division);
  }
}

// An unused reservation has no claim to its unused part.
void FairShare::rejoin(Claim** begin, Claim** end) {
  std::uint64_t least = UINT64_MAX;
  for (Claim** at = begin; at != end; ++at) {
    const Flow& flow = flows_[(*at)->flow];
    if (reserved_target(**at) > 0 && now_ - flow.reserved_at <= kAbsent) {
      least = std::min(least, flow.reserved_service);
    }
  }
  for (Claim** at = begin; at != end; ++at) {
    Flow& flow = flows_[(*at)->flow];
    if (reserved_target(**at) == 0 || now_ - flow.reserved_at <= kAbsent) continue;
    flow.reserved_at = now_;
    if (least != UINT64_MAX) flow.reserved_service = std::max(flow.reserved_service, least);
  }
}

void FairShare::raise_reserved(Claim& claim, std::uint64_t bytes, bool counts, Division& division) {
  if (bytes == 0) return;
  const auto octets = raise(claim, bytes, division);
  claim.charged_bytes = granted_bytes(claim, division.channel);
  if (!counts) return;
  Flow& flow = flows_[claim.flow];
  flow.reserved_at = octets > 0 ? now_ : flow.reserved_at;
  flow.reserved_service += static_cast<std::uint64_t>(static_cast<WideService>(octets) *
                                                      kServicePerOctet / claim.reserved_rate_bps);
}

std::uint64_t FairShare::raise(Claim& claim, std::uint64_t bytes, Division& division) {
  if (claim.minislots == 0 && division.elements == 0) return 0;
  const docsis::ChannelGeometry& channel = division.channel;
  const std::uint32_t wanted =
      channel.minislots_for(bytes + docsis::kSegmentHeaderBytes, claim.iuc);
  const std::uint32_t now = claim.minislots;
  const std::uint32_t then = std::min(wanted, now + division.free);
  // A grant of a header only is useless.
  if (then <= now || channel.bytes_in(then, claim.iuc) <= docsis::kSegmentHeaderBytes) {
    division.free = then > now ? 0 : division.free;
    return 0;
  }
  division.elements -= now == 0 ? 1 : 0;
  division.free -= then - now;
  claim.minislots = then;
  return channel.bytes_in(then, claim.iuc) - channel.bytes_in(now, claim.iuc);
}

// Octets beyond those that the flow's reservation paid for.
std::uint64_t FairShare::by_turns(const Claim& claim, const docsis::ChannelGeometry& channel) {
  return channel.bytes_in(claim.minislots, claim.iuc) - claim.charged_bytes;
}

std::uint64_t FairShare::granted_bytes(const Claim& claim, const docsis::ChannelGeometry& channel) {
  if (claim.minislots == 0) return 0;
  const std::uint64_t bytes = channel.bytes_in(claim.minislots, claim.iuc);
  return bytes > docsis::kSegmentHeaderBytes ? bytes - docsis::kSegmentHeaderBytes : 0;
}

}  // namespace docsis_vp::cmts
