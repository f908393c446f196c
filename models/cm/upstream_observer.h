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

// A request as the modem makes it, now.
struct RequestMade {
  unsigned flow = 0;
  RequestKind kind = RequestKind::kContention;
  std::uint64_t bytes = 0;  // asked for, in MAC frames
  TimePs position = 0;      // as the flow's RequestLedger has it
  // First and end of the last symbol at the RF port. Both are 0 for a piggyback: it leaves with the
  // burst that is being built.
  TimePs start = 0;
  TimePs end = 0;
  unsigned channel = 0;  // index; 0 for a piggyback
};

// A stretch of a packet that a burst takes, now. All of it lies in one unit of the burst.
struct PulledPiece {
  const Packet& packet;
  bool is_first = false;             // holds the first byte of the frame
  bool is_last = false;              // and the last one
  std::uint32_t payload_offset = 0;  // of its end, in the bytes of MAC frames of the burst
  TimePs first_release = 0;          // by the shaper, of its first byte
  TimePs last_release = 0;           // and of its last one
};

// When the queue memory's port has moved a piece, and when the unit of the burst that it lies in
// is complete and begins to be sent. A unit is the whole burst, or what an OFDMA frame carries.
struct MovedPiece {
  TimePs moved = 0;
  TimePs ready = 0;
  TimePs start = 0;
};

// How a grant ended without a burst.
enum class LostGrant : std::uint8_t {
  kMissed,   // the burst was not ready in time
  kLate,     // the parser told of it after its deadline
  kRefused,  // no room in the table, or overlap
  kUnused,   // nothing was eligible
};

// Implementations change nothing in the modem. All calls come at the instant of what they tell, by
// platform::now_ps().
class UpstreamObserver {
 public:
  virtual ~UpstreamObserver() = default;

  // The classifier chose the service flow. The packet arrived at the LAN port at `arrived`.
  virtual void classified(unsigned flow, const Packet& packet, TimePs arrived) = 0;
  virtual void requested(const RequestMade& request) = 0;
  // The MAP parser told of a grant. `ledger` is that of its flow before the grant counts in it.
  virtual void granted(const Grant& grant, const RequestLedger& ledger) = 0;
  virtual void grant_lost(const Grant& grant, LostGrant how) = 0;
  // A burst for the grant is sent. Its window was open from `opened` on. pulled() follows for each
  // piece, then moved() for each, then built().
  virtual void build_begins(const Grant& grant, TimePs opened) = 0;
  virtual void pulled(const PulledPiece& piece) = 0;
  // piece: number of the call to pulled(), from 0 in each burst.
  virtual void moved(std::size_t piece, const MovedPiece& times) = 0;
  virtual void built() = 0;
};

}  // namespace docsis_vp::cm
