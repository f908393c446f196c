// Stores the allocations of a channel until their bursts are received.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/cmts/upstream_events.h"
#include "models/docsis/channel.h"
#include "models/queue/ring.h"

namespace docsis_vp::cmts {

struct Reservation {
  enum class Kind : std::uint8_t {
    kOpportunities,  // for requests of any flow
    kPoll,           // for requests of one flow
    kGrant,
    kUnsolicited,  // grant
    kProactive     // grant
  };

  bool is_grant() const {
    return kind == Kind::kGrant || kind == Kind::kUnsolicited || kind == Kind::kProactive;
  }

  docsis::Minislot first = 0;
  std::uint32_t minislots = 1;  // in total, or per opportunity
  std::uint32_t count = 1;      // number of consecutive opportunities
  Kind kind = Kind::kOpportunities;
  UpstreamFlow flow = 0;             // unused for opportunities
  std::uint64_t payload_bytes = 0;   // capacity of a grant, without the segment header
  std::uint64_t reserved_bytes = 0;  // part of payload_bytes that counts against the reserved rate
  bool is_extra = false;             // a grant beyond the number per unsolicited interval
  bool claimed = false;              // a burst was received; unused for opportunities
  bool is_known = false;             // the use of a proactive grant is known
};

// Reservations are in order of time, which is also the order in which their results become known.
// The cost of opportunities depends only on the used ones.
class Reservations {
 public:
  // Results of opportunities.
  struct Attempts {
    std::uint32_t successes = 0;
    std::uint32_t collisions = 0;
  };

  void add(const Reservation& reservation) { waiting_.push_back(reservation); }
  // Returns the reservation that begins at this minislot, or that has an opportunity there; null if
  // there is none.
  Reservation* find(docsis::Minislot first);
  // Records that one request was received in the opportunity that begins there.
  void succeeded(docsis::Minislot first) { note({first, false}); }
  void collided(docsis::Minislot first) { note({first, true}); }
  // Removes and returns the oldest reservation if it ends before this minislot. Opportunities may
  // be returned in part.
  std::optional<Reservation> take_before(docsis::Minislot end);
  // Removes and returns the results of opportunities before this minislot.
  Attempts attempts_before(docsis::Minislot end);
  // Returns the minislot before which all bursts are received; `otherwise` if nothing is
  // outstanding.
  docsis::Minislot heard_before(docsis::Minislot otherwise) const;

 private:
  struct Attempt {
    docsis::Minislot first = 0;
    bool collided = false;
  };
  void note(const Attempt& attempt);

  queue::Ring<Reservation> waiting_;
  std::vector<Attempt> attempts_;  // in order of time, each once
};

}  // namespace docsis_vp::cmts
