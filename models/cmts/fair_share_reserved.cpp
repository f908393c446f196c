// FairShare: serves reservations before anything else.
#include <algorithm>

#include "models/cmts/fair_share.h"
#include "models/docsis/segment_header.h"

namespace docsis_vp::cmts {
namespace {

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
      const bool is_hungry = granted_bytes(claim, division.channel) < reserved_target(claim) &&
                             (claim.minislots > 0 || division.elements > 0);
      if (is_hungry && (least == nullptr || flows_[claim.flow].reserved_service <
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

}  // namespace docsis_vp::cmts
