// Divides a connection into rounds. A round ends with the acknowledgment of all data that was in
// flight at its start.
#pragma once

#include <cstdint>

namespace docsis_vp::hosts {

class RoundCounter {
 public:
  // Takes each acknowledgment of new octets, in order. Returns true if it ends a round and begins
  // the next.
  bool on_ack(std::uint64_t snd_una, std::uint64_t snd_nxt) {
    if (snd_una < end_) return false;
    end_ = snd_nxt;
    return true;
  }

 private:
  std::uint64_t end_ = 0;  // sequence number whose acknowledgment ends the round
};

}  // namespace docsis_vp::hosts
