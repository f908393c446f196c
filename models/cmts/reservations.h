// What a channel has given away and not yet heard back.
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
    kOpportunities,  // to ask, for anybody
    kPoll,           // to ask, for one flow
    kGrant,
    kUnsolicited  // grant
  };

  bool is_grant() const { return kind == Kind::kGrant || kind == Kind::kUnsolicited; }

  docsis::Minislot first = 0;
  std::uint32_t minislots = 1;  // of it, or of each
  std::uint32_t count = 1;      // of opportunities, one behind the other
  Kind kind = Kind::kOpportunities;
  UpstreamFlow flow = 0;             // not of opportunities
  std::uint64_t payload_bytes = 0;   // of a grant, without the segment header
  std::uint64_t reserved_bytes = 0;  // of them, what the flow's reserved rate paid for
  bool is_extra = false;             // an unsolicited grant beyond those of an interval
  bool claimed = false;              // something was heard; not of opportunities
};

// In order of time, which is also the order in which they become known. Opportunities cost as much
// as were used, not as many as there are.
class Reservations {
 public:
  // What came of opportunities.
  struct Attempts {
    std::uint32_t successes = 0;
    std::uint32_t collisions = 0;
  };

  void add(const Reservation& reservation) { waiting_.push_back(reservation); }
  // The reservation that begins at this minislot, or has an opportunity that does; null if there is
  // none.
  Reservation* find(docsis::Minislot first);
  // Of the opportunity that begins there.
  void succeeded(docsis::Minislot first) { note({first, false}); }
  void collided(docsis::Minislot first) { note({first, true}); }
  // Takes the oldest if it ends before this minislot; of opportunities, those that do.
  std::optional<Reservation> take_before(docsis::Minislot end);
  // Takes what was noted of opportunities before this minislot.
  Attempts attempts_before(docsis::Minislot end);
  // Everything sent before this minislot has been heard; `otherwise` if nothing is outstanding.
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
