// Implements the two queues in series of CableLabs' studies of 2012 and 2014. Packets wait in a
// rate-shaping queue until the token buckets hold them, then in a short transmit queue for their
// grant.
#pragma once

#include <cstdint>

#include "models/cm/flow_interfaces.h"
#include "models/cm/managed_queue/managed_queue.h"
#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/shaper/shaper.h"
#include "models/cm/transmit_queue/transmit_queue_config.h"
#include "models/queue/fifo.h"
#include "models/queue/packet_tally.h"
#include "models/queue/ring.h"
#include "platform/base/histogram.h"

namespace docsis_vp::cm {

// Queue memory holds the packets of both queues. The FIFO of the flow's frame stream is the
// transmit queue, so requests and bursts see only its packets. A law that decides at the head does
// so when a packet moves to the transmit queue. This takes no time within a grant's deadline, and a
// packet that the law drops takes no tokens. The law sees a sojourn time. With Sojourn::kShaper it
// is the packet's wait in the rate-shaping queue. With kWhole it is that plus the transmit-queue
// wait of the packet that left last, because the packet's own wait has not happened yet [reading of
// the study's "sojourn over both queues, drop at the first"].
class TransmitQueue {
 public:
  struct Counters {
    queue::PacketTally drops;        // packets that found the queue full
    std::uint32_t peak_packets = 0;  // in the transmit queue
    Histogram shaping_ps;            // acceptance to transmit queue, of packets sent
    Histogram waiting_ps;            // from there until the last byte is pulled
  };
  struct Waits {
    TimePs shaping = 0;   // from acceptance to the transmit queue
    TimePs transmit = 0;  // from the transmit queue until the last byte is pulled
  };
  struct Place {
    unsigned flow = 0;  // index in memory and shaper
    Sojourn sojourn = Sojourn::kWhole;
    TimePs stats_from = 0;  // distributions exclude earlier events
  };

  // Throws ConfigError.
  TransmitQueue(const Place& place, const TransmitQueueConfig& config, QueueMemory& memory,
                Shaper& shaper);

  // Connects the law and the listener for drops. Call it before the first packet.
  void connect(DequeueAqm& law, ManagerListener& listener);

  // Time never decreases between these calls. After each call next() is valid.
  void write(PacketHandle packet, TimePs accepted, TimePs now);
  void advance(TimePs now);
  void departed(const Packet& packet, TimePs now);
  // Time at which a packet will move without another event; kNever: another event must come first.
  TimePs next() const { return next_; }

  const Counters& counters() const { return counters_; }
  // Packets in the transmit queue; packets in the rate-shaping queue.
  std::uint32_t packets() const { return memory_.stream(place_.flow).fifo().packets(); }
  std::size_t shaping_packets() const { return shaping_.size() - (holds_first_ ? 1 : 0); }
  // Waits of the packet that left the transmit queue last.
  const Waits& last_waits() const { return last_; }

 private:
  struct Entry {
    std::uint64_t packet_id = 0;
    TimePs accepted = 0;
    TimePs entered = 0;
  };

  bool take_next(TimePs now);
  bool is_full() const { return packets() >= most_packets_; }
  bool law_drops(Packet& packet, TimePs accepted, TimePs now);
  bool first_passes(TimePs now);
  void go_over(TimePs now);

  Place place_;
  TransmitQueueConfig config_;
  std::uint32_t most_packets_;
  QueueMemory& memory_;
  Shaper& shaper_;
  DequeueAqm* law_ = nullptr;
  ManagerListener* listener_ = nullptr;

  queue::Ring<queue::Descriptor> shaping_;  // the rate-shaping queue
  // Packets of the transmit queue, may include departed ones.
  queue::Ring<Entry> entries_;
  // The first packet of shaping_ is judged and held by the shaper.
  bool holds_first_ = false;
  TimePs gone_at_ = kNever;  // time at which the last packet moved
  TimePs held_until_ = 0;    // by the buckets, also for the packets behind the first
  TimePs next_ = kNever;
  Waits last_;
  Counters counters_;
};

}  // namespace docsis_vp::cm
