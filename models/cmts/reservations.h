// Keeps the allocations of a channel until their bursts are received.
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
  std::uint32_t minislots = 1;  // in total, or of each opportunity
  std::uint32_t count = 1;      // number of opportunities, one behind the other
  Kind kind = Kind::kOpportunities;
  UpstreamFlow flow = 0;             // unused for opportunities
  std::uint64_t payload_bytes = 0;   // of a grant, without the segment header
  std::uint64_t reserved_bytes = 0;  // part of payload_bytes: paid by the reserved rate
  bool is_extra = false;             // an unsolicited grant beyond those of an interval
  bool claimed = false;              // a burst was received; unused for opportunities
  bool is_known = false;             // of a proactive grant: its use is
};

// Reservations are in order of time, which is also the order in which their results are known. The
// cost of opportunities depends on the used ones only.
class Reservations {
 public:
  // Results of opportunities.
  struct Attempts {
    std::uint32_t successes = 0;
    std::uint32_t collisions = 0;
  };

  void add(const Reservation& reservation) { waiting_.push_back(reservation); }
  // Returns the reservation that begins at this minislot, or has an opportunity there; null if
  // there is none.
  Reservation* find(docsis::Minislot first);
  // Result of the opportunity that begins there.
  void succeeded(docsis::Minislot first) { note({first, false}); }
  void collided(docsis::Minislot first) { note({first, true}); }
  // Takes the oldest if it ends before this minislot; of opportunities, those that do.
  std::optional<Reservation> take_before(docsis::Minislot end);
  // Takes the results of opportunities before this minislot.
  Attempts attempts_before(docsis::Minislot end);
  // All bursts before this minislot are received; `otherwise` if nothing is outstanding.
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
