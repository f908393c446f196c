// Declares packets, their pool, and the interface by which blocks pass them on.
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

// Limits of an Ethernet frame, DA to CRC: IEEE 802.3 sec. 3.2.7 and 4.4.2.
constexpr std::uint32_t kShortestFrameBytes = 64;
constexpr std::uint32_t kLongestFrameBytes = 2000;
// Overhead before and after each frame on the wire: IEEE 802.3 sec. 3.2.1, 3.2.2 and 4.4.2.
constexpr std::uint32_t kPreambleBytes = 8;
constexpr std::uint32_t kFrameGapBytes = 12;

struct Packet {
  std::uint64_t id = 0;  // from 1, unique in its pool's life
  FlowId flow = 0;
  std::uint32_t size_bytes = 0;  // Ethernet, DA..CRC
  std::uint64_t sequence = 0;    // number within the flow, from 0
  TimePs created = 0;            // when the source sent it
  Ecn ecn = Ecn::kNotEct;
  TosOverwrite tos;  // overwrite that the packet's service flow applied to the TOS octet
  TcpHeader tcp;

  // Applies the overwrite to the ECN field immediately; later marks stand. Packets that are not IP
  // do not change.
  void overwrite_tos(TosOverwrite by, const FlowTable* flows) {
    if (!by.changes() || (flows != nullptr && flows->key(flow).ip_version == 0)) return;
    ecn = by.of(ecn);
    tos = by;
  }
};

class PacketPool;

// Called for each packet that returns to its pool, before its fields are cleared.
class PacketPoolObserver {
 public:
  virtual ~PacketPoolObserver() = default;
  virtual void released(const Packet& packet) = 0;
};

// Sole owner of a pooled packet; returns it to the pool when destroyed.
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

// Pool of packets. It grows on demand, never shrinks and allocates nothing in the steady state. It
// must outlive its handles.
class PacketPool {
 public:
  PacketPool() = default;
  PacketPool(const PacketPool&) = delete;
  PacketPool& operator=(const PacketPool&) = delete;

  // Returns a packet with a fresh id and default fields. TcpHeader fields without a default keep
  // stale values; they have no meaning while `flags` is 0.
  PacketHandle take();
  // Calls `visit` for each packet in use, in no particular order. Visits every slot of the pool.
  template <class Visit>
  void for_each_in_use(Visit visit) const {
    for (const PacketHandle::Slot& slot : slots_) {
      if (slot.packet.id != 0) {
        visit(slot.packet);
      }
    }
  }
  // At most one observer; null removes it. It must outlive the pool or be removed before.
  void observe(PacketPoolObserver* observer) { observer_ = observer; }
  // Number of packets in use.
  std::size_t in_use() const { return slots_.size() - free_.size(); }

 private:
  friend class PacketHandle;
  std::deque<PacketHandle::Slot> slots_;
  std::vector<PacketHandle::Slot*> free_;
  std::uint64_t next_id_ = 1;
  PacketPoolObserver* observer_ = nullptr;
};

// Receiver of packets: a port, a queue, a link or a host. A pushed packet is complete and arrives
// at the kernel's current time.
class PacketSink {
 public:
  virtual ~PacketSink() = default;
  virtual void push(PacketHandle packet) = 0;
};

}  // namespace docsis_vp
