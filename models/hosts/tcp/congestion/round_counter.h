// Cuts a connection's life into rounds: from one acknowledgment to that of everything which was
// in flight then.
#pragma once

#include <cstdint>

namespace docsis_vp::hosts {

class RoundCounter {
 public:
  // Takes each acknowledgment of new octets, in order. True if it ends a round; the next begins
  // with it.
  bool on_ack(std::uint64_t snd_una, std::uint64_t snd_nxt) {
    if (snd_una < end_) return false;
    end_ = snd_nxt;
    return true;
  }

 private:
  std::uint64_t end_ = 0;  // sequence number whose acknowledgment ends the round
};

}  // namespace docsis_vp::hosts
