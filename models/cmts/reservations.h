// What a channel has given away and not yet heard back.
#pragma once

#include <cstdint>
#include <deque>

#include "models/cmts/upstream_events.h"
#include "models/docsis/channel.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

struct Reservation {
  enum class Kind : std::uint8_t {
    kOpportunity,  // to ask, for anybody
    kPoll,         // to ask, for one flow
    kGrant,
    kUnsolicited  // grant
  };

  bool is_grant() const { return kind == Kind::kGrant || kind == Kind::kUnsolicited; }

  docsis::Minislot first = 0;
  TimePs known_at = 0;  // by when what was sent there has been decoded
  Kind kind = Kind::kOpportunity;
  UpstreamFlow flow = 0;            // not of an opportunity
  std::uint64_t payload_bytes = 0;  // of a grant, without the segment header
  bool claimed = false;             // something was heard
  bool collided = false;
};

// In order of time, which is also the order in which they become known.
class Reservations {
 public:
  void add(const Reservation& reservation) { waiting_.push_back(reservation); }
  // The reservation that begins at this minislot; null if there is none.
  Reservation* find(docsis::Minislot first);
  // The oldest if it is known by now.
  const Reservation* known(TimePs now) const;
  void pop() { waiting_.pop_front(); }
  // Everything sent before this minislot has been heard; `otherwise` if nothing is outstanding.
  docsis::Minislot heard_before(docsis::Minislot otherwise) const;

 private:
  std::deque<Reservation> waiting_;
};

}  // namespace docsis_vp::cmts
