// Declares the configuration of the short queue behind the shaper.
#pragma once

#include <cstdint>

#include "models/queue/drop_tail.h"

namespace docsis_vp::cm {

// Keys of a service flow's `transmit_queue` in a scenario.
struct TransmitQueueConfig {
  std::uint32_t packets = 32;  // CableLabs 2012 sec. 2.2.4: TxQ
  // Behaviour when the transmit queue is full. true: the packet and its tokens stay in the
  // rate-shaping queue. false: the packet is dropped and its tokens are spent (future work of the
  // study).
  bool back_pressure = false;
  // true: the shaper takes one packet out of the rate-shaping queue after the law's decision, and
  // holds it until the buckets have its tokens. After a release it takes the next packet at the end
  // of that instant. false: packets stay in the queue, unjudged, until the buckets have their
  // tokens.
  //
  // queue.cc and delay.cc of ns-2.35 behave like true with a link that has token buckets and no
  // bandwidth, as the study of 2012 describes its own (CableLabs' delaytb.cc). A link is busy while
  // it sends: here as long as tokens are missing. If no tokens are missing, it is busy to the end
  // of the instant, and only packets of the same instant wait for it.
  bool holds_next = false;
  queue::DropTail drop_tail = queue::DropTail::kFull;  // meaning of `packets`

  std::uint32_t most_packets() const { return *queue::waiting_packets(packets, drop_tail); }
};

}  // namespace docsis_vp::cm
