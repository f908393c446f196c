// The two queues in a row of CableLabs' studies of 2012 and 2014: packets wait in a rate-shaping
// queue until the token buckets hold them, then in a short transmit queue for their grant.
#pragma once

#include <cstdint>

#include "models/cm/flow_interfaces.h"
#include "models/cm/managed_queue/managed_queue.h"
#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/shaper/shaper.h"
#include "models/queue/fifo.h"
#include "models/queue/packet_tally.h"
#include "models/queue/ring.h"
#include "platform/base/histogram.h"

namespace docsis_vp::cm {

struct TransmitQueueConfig {
  std::uint32_t packets = 32;  // CableLabs 2012 sec. 2.2.4: TxQ
  // Full: the packet waits on in the rate-shaping queue, and its tokens with it. Else it is
  // dropped, its tokens spent (future work of the study).
  bool back_pressure = false;
  // The shaper takes a packet out of the rate-shaping queue, past the law, as soon as it has none,
  // and holds it until the buckets do; having let one go it takes the next when whatever else
  // happens at the instant has happened. So do ns-2's links. Else packets stay in the queue,
  // unjudged, until the buckets hold them.
  bool holds_next = false;
};

// Queue memory holds the packets of both; the fifo of the flow's frame stream is the transmit
// queue, so that requests and bursts know of no other packet. A law that decides at the head does
// so as a packet goes over, and takes no time of a MAP's deadline; a packet that it drops takes no
// tokens.
//
// Sojourn::kShaper: such a law is told what the packet has waited before it. kWhole: that, and what
// the packet that left the transmit queue last has waited there, for its own wait is to come
// [reading of the study's "sojourn over both queues, drop at the first"].
class TransmitQueue {
 public:
  struct Counters {
    queue::PacketTally drops;        // found it full
    std::uint32_t peak_packets = 0;  // in it
    Histogram shaping_ps;            // acceptance to transmit queue, of packets sent
    Histogram waiting_ps;            // from there until the last byte is pulled
  };
  struct Waits {
    TimePs shaping = 0;   // acceptance to transmit queue
    TimePs transmit = 0;  // from there until the last byte is pulled
  };
  struct Place {
    unsigned flow = 0;  // of memory and shaper, which outlive it
    Sojourn sojourn = Sojourn::kWhole;
    TimePs stats_from = 0;  // distributions leave out what happened before
  };

  // Throws ConfigError.
  TransmitQueue(const Place& place, const TransmitQueueConfig& config, QueueMemory& memory,
                Shaper& shaper);

  // The law, and who is told of drops. Before the first packet.
  void connect(HeadJudge& law, ManagerListener& listener);

  // Time never runs backwards among these. Behind each stands next().
  void write(PacketHandle packet, TimePs accepted, TimePs now);
  void advance(TimePs now);
  void departed(const Packet& packet, TimePs now);
  // When time alone moves the next packet; kNever: something else has to happen.
  TimePs next() const { return next_; }

  const Counters& counters() const { return counters_; }
  // Packets in the transmit queue, and before it.
  std::uint32_t packets() const { return memory_.stream(place_.flow).fifo().packets(); }
  std::size_t shaping_packets() const { return shaping_.size() - (holds_first_ ? 1 : 0); }
  // Of the packet that left the transmit queue last.
  const Waits& last_waits() const { return last_; }

 private:
  struct Entry {
    std::uint64_t packet_id = 0;
    TimePs accepted = 0;
    TimePs entered = 0;
  };

  bool take_next(TimePs now);
  bool is_full() const { return packets() >= config_.packets; }
  bool law_drops(Packet& packet, TimePs accepted, TimePs now);
  bool first_passes(TimePs now);
  void go_over(TimePs now);

  Place place_;
  TransmitQueueConfig config_;
  QueueMemory& memory_;
  Shaper& shaper_;
  HeadJudge* law_ = nullptr;
  ManagerListener* listener_ = nullptr;

  queue::Ring<queue::Descriptor> shaping_;  // the rate-shaping queue
  queue::Ring<Entry> entries_;              // of the transmit queue, and perhaps some gone
  bool holds_first_ = false;                // judged, and in the shaper's hands
  TimePs gone_at_ = kNever;                 // when the last one went over
  TimePs held_until_ = 0;                   // by the buckets, those behind the first too
  TimePs next_ = kNever;
  Waits last_;
  Counters counters_;
};

}  // namespace docsis_vp::cm
