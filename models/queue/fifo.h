// Implements a FIFO queue of one flow, limited in bytes and packets.
#pragma once

#include <cstdint>

#include "models/queue/fifo_limits.h"
#include "models/queue/packet_tally.h"
#include "models/queue/ring.h"
#include "models/queue/shortage.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::queue {

struct Descriptor {
  PacketHandle packet;
  TimePs accepted = 0;      // time of the AQM's decision
  std::uint64_t write = 0;  // number of its write in the memory; 0: none
  bool ce = false;          // carried CE when queued; does not change in the queue
  bool to_drop = false;     // has a verdict and will be dropped at the head
};

// The head may be read in parts; its unread rest counts as queued.
class Fifo {
 public:
  explicit Fifo(const FifoLimits& limits = {}) : limits_(limits) {}

  const FifoLimits& limits() const { return limits_; }
  bool has_room(std::uint32_t packet_bytes) const {
    return shortage(packet_bytes) == Shortage::kNone;
  }
  Shortage shortage(std::uint32_t packet_bytes) const {
    return limits_.shortage(bytes_, packets(), packet_bytes);
  }
  bool empty() const { return ring_.empty(); }
  std::uint64_t bytes() const { return bytes_; }
  std::uint32_t packets() const { return static_cast<std::uint32_t>(ring_.size()); }

  // Requires has_room().
  void push(Descriptor&& descriptor);
  const Descriptor& operator[](std::size_t index) const { return ring_[index]; }
  const Descriptor& head() const { return ring_.front(); }

  // Part of the bytes and packets that carried CE when queued.
  std::uint64_t ce_bytes() const { return ce_bytes_; }
  std::uint32_t ce_packets() const { return ce_packets_; }

  // Bytes of the head that are read and unread.
  std::uint32_t head_offset() const { return head_offset_; }
  std::uint32_t head_rest() const { return ring_.front().packet->size_bytes - head_offset_; }

  // Number of judged packets at the head, and how many of them will be dropped.
  std::size_t judged() const { return judged_; }
  const PacketTally& to_drop() const { return to_drop_; }
  // Records the verdict on the first packet that is not judged.
  void judge_next(bool drops);

  // Reads the next bytes of the head; at most head_rest().
  void read_head(std::uint32_t bytes);
  // Removes the head, whether it was read or not.
  Descriptor pop();

 private:
  std::uint64_t bytes_ = 0;
  std::uint64_t ce_bytes_ = 0;
  std::uint32_t ce_packets_ = 0;
  std::uint32_t head_offset_ = 0;
  Ring<Descriptor> ring_;
  FifoLimits limits_;
  std::size_t judged_ = 0;
  PacketTally to_drop_;
};

}  // namespace docsis_vp::queue
