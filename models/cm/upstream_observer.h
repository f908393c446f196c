// Declares the observer of upstream packets, requests and grants at each step in a modem.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

struct Grant;
class RequestLedger;

enum class RequestKind : std::uint8_t { kContention, kPoll, kPiggyback };

// A request, at the time when the modem makes it.
struct RequestMade {
  unsigned flow = 0;
  RequestKind kind = RequestKind::kContention;
  std::uint64_t bytes = 0;  // asked for, in MAC frames
  TimePs position = 0;      // its time in the flow's RequestLedger
  // First and end of the last symbol at the RF port. Both are 0 for a piggyback: it leaves with the
  // burst that is being built.
  TimePs start = 0;
  TimePs end = 0;
  unsigned channel = 0;  // index; 0 for a piggyback
};

// Consecutive bytes of a packet, at the time when a burst takes them. All of them lie in one unit
// of the burst.
struct PulledPiece {
  const Packet& packet;
  bool is_first = false;             // contains the first byte of the frame
  bool is_last = false;              // contains the last byte of the frame
  std::uint32_t payload_offset = 0;  // of its end, among the burst's bytes of MAC frames
  TimePs first_release = 0;          // time at which the shaper released its first byte
  TimePs last_release = 0;           // and its last byte
};

// Times of a piece: when the port of queue memory has moved it, when the unit of the burst that
// contains it is complete, and when this unit begins to be sent. A unit is the whole burst or the
// part in one OFDMA frame.
struct MovedPiece {
  TimePs moved = 0;
  TimePs ready = 0;
  TimePs start = 0;
};

// Why a grant ended without a burst.
enum class LostGrant : std::uint8_t {
  kMissed,   // the burst was not ready in time
  kLate,     // the MAP parser reported it after its deadline
  kRefused,  // no room in the table, or overlap
  kUnused,   // nothing was eligible
};

// Receives upstream events of a modem, and must not change the modem. Each call comes at the time
// of its event, which platform::now_ps() returns.
class UpstreamObserver {
 public:
  virtual ~UpstreamObserver() = default;

  // The classifier chose the service flow. The packet arrived at the LAN port at `arrived`.
  virtual void classified(unsigned flow, const Packet& packet, TimePs arrived) = 0;
  virtual void requested(const RequestMade& request) = 0;
  // The MAP parser reported a grant. `ledger`: of the grant's flow, before it counts the grant.
  virtual void granted(const Grant& grant, const RequestLedger& ledger) = 0;
  virtual void grant_lost(const Grant& grant, LostGrant how) = 0;
  // The build of the grant's burst begins; the burst will be sent. Its window is open since
  // `opened`. Calls of pulled() for each piece follow, then of moved() for each piece, then of
  // built().
  virtual void build_begins(const Grant& grant, TimePs opened) = 0;
  virtual void pulled(const PulledPiece& piece) = 0;
  // piece: number of the call to pulled(), from 0 in each burst.
  virtual void moved(std::size_t piece, const MovedPiece& times) = 0;
  virtual void built() = 0;
};

}  // namespace docsis_vp::cm
