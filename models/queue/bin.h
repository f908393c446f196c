// Holds one queue of a discipline: packets with their times, and the queue state that a law sees.
#pragma once

#include <cstdint>
#include <utility>

#include "models/aqm/aqm.h"
#include "models/queue/ring.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::queue {

// Queue length: all packets, and the packets that carry CE.
struct Backlog {
  std::uint64_t bytes = 0;
  std::uint64_t ce_bytes = 0;
  std::uint32_t packets = 0;
  std::uint32_t ce_packets = 0;

  void add(const Packet& packet) {
    const std::uint32_t ce = packet.ecn == Ecn::kCe ? 1 : 0;
    bytes += packet.size_bytes;
    packets += 1;
    ce_bytes += ce * packet.size_bytes;
    ce_packets += ce;
  }
  void remove(const Packet& packet) {
    const std::uint32_t ce = packet.ecn == Ecn::kCe ? 1 : 0;
    bytes -= packet.size_bytes;
    packets -= 1;
    ce_bytes -= ce * packet.size_bytes;
    ce_packets -= ce;
  }
  aqm_queue as_seen_by_law() const {
    aqm_queue queue{};
    queue.bytes = static_cast<std::uint32_t>(bytes);
    queue.packets = packets;
    queue.ce_bytes = static_cast<std::uint32_t>(ce_bytes);
    queue.ce_packets = ce_packets;
    return queue;
  }
};

struct QueuedPacket {
  PacketHandle packet;
  TimePs enqueued = 0;
  std::uint64_t write = 0;  // number of its write, as the listener returned it
};

class Bin {
 public:
  bool empty() const { return ring_.empty(); }
  const Backlog& backlog() const { return backlog_; }
  const QueuedPacket& head() const { return ring_.front(); }

  void push(PacketHandle packet, TimePs now, std::uint64_t write = 0) {
    backlog_.add(*packet);
    ring_.push_back({std::move(packet), now, write});
  }
  QueuedPacket pop() {
    backlog_.remove(*ring_.front().packet);
    return ring_.pop_front();
  }
  // The youngest packet.
  QueuedPacket& tail() { return ring_.back(); }
  QueuedPacket pop_tail() {
    backlog_.remove(*ring_.back().packet);
    return ring_.pop_back();
  }

 private:
  Ring<QueuedPacket> ring_;
  Backlog backlog_;
};

}  // namespace docsis_vp::queue
