// A packet, the pool it comes from and the interface it moves through.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "platform/base/flow.h"
#include "platform/base/tcp_header.h"
#include "platform/base/time.h"
#include "platform/base/tos.h"

namespace docsis_vp {

// Ethernet frames of any source, DA to CRC: IEEE 802.3 sec. 3.2.7 and 4.4.2.
constexpr std::uint32_t kShortestFrameBytes = 64;
constexpr std::uint32_t kLongestFrameBytes = 2000;
// On the wire, before and behind each frame: IEEE 802.3 sec. 3.2.1, 3.2.2 and 4.4.2.
constexpr std::uint32_t kPreambleBytes = 8;
constexpr std::uint32_t kFrameGapBytes = 12;

struct Packet {
  std::uint64_t id = 0;  // from 1, unique in its pool's life
  FlowId flow = 0;
  std::uint32_t size_bytes = 0;  // Ethernet, DA..CRC
  std::uint64_t sequence = 0;    // number within the flow, from 0
  TimePs created = 0;            // when the source handed it over
  Ecn ecn = Ecn::kNotEct;
  TosOverwrite tos;  // what the DSCP of its flow was overwritten by
  TcpHeader tcp;

  // The ECN field at once; later marks stand. Of what is not IP there is nothing to overwrite.
  void overwrite_tos(TosOverwrite by, const FlowTable* flows) {
    if (!by.changes() || (flows != nullptr && flows->key(flow).ip_version == 0)) return;
    ecn = by.of(ecn);
    tos = by;
  }
};

class PacketPool;

// Sole owner of a pooled packet; gives it back when destroyed.
class PacketHandle {
 public:
  PacketHandle() = default;
  PacketHandle(PacketHandle&& other) noexcept : slot_(std::exchange(other.slot_, nullptr)) {}
  PacketHandle& operator=(PacketHandle&& other) noexcept {
    if (this != &other) {
      reset();
      slot_ = std::exchange(other.slot_, nullptr);
    }
    return *this;
  }
  ~PacketHandle() { reset(); }

  void reset() {
    if (slot_ != nullptr) {
      give_back();
    }
  }
  explicit operator bool() const { return slot_ != nullptr; }
  Packet& operator*() const { return slot_->packet; }
  Packet* operator->() const { return &slot_->packet; }

 private:
  friend class PacketPool;
  struct Slot {
    Packet packet;
    PacketPool* pool;
  };
  explicit PacketHandle(Slot* slot) : slot_(slot) {}
  void give_back();

  Slot* slot_ = nullptr;
};

// Grows when it must, never shrinks, allocates nothing in the steady state. Must outlive its
// handles.
class PacketPool {
 public:
  PacketPool() = default;
  PacketPool(const PacketPool&) = delete;
  PacketPool& operator=(const PacketPool&) = delete;

  // A packet with a fresh id and default fields; those of a TCP header without flags are left as
  // they were.
  PacketHandle take();
  // Calls with each packet that is out, in no particular order; looks at all there ever were.
  template <class Visit>
  void for_each_in_use(Visit visit) const {
    for (const PacketHandle::Slot& slot : slots_) {
      if (slot.packet.id != 0) {
        visit(slot.packet);
      }
    }
  }
  // Packets that are out.
  std::size_t in_use() const { return slots_.size() - free_.size(); }

 private:
  friend class PacketHandle;
  std::deque<PacketHandle::Slot> slots_;
  std::vector<PacketHandle::Slot*> free_;
  std::uint64_t next_id_ = 1;
};

// Whatever takes packets: a port, a queue, a link, a host. The packet arrives, complete, at the
// kernel's current time.
class PacketSink {
 public:
  virtual ~PacketSink() = default;
  virtual void push(PacketHandle packet) = 0;
};

}  // namespace docsis_vp
