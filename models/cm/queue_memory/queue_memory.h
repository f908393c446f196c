// Stores packets that wait for a grant: one queue per service flow in off-die memory behind one
// port. A packet counts as queued from its acceptance, even while it waits for the port.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "models/cm/flow_interfaces.h"
#include "models/cm/queue_memory/frame_stream.h"
#include "models/cm/queue_memory/port_schedule.h"
#include "models/queue/fifo.h"
#include "models/queue/ring.h"
#include "platform/base/clock.h"

namespace docsis_vp::cm {

struct QueueMemoryConfig;

// Receives every packet that enters a queue, and every packet dropped from a flow with several
// queues before it was chosen.
class WriteListener {
 public:
  virtual ~WriteListener() = default;
  virtual void written(unsigned flow, std::uint32_t bytes, TimePs accepted) = 0;
  virtual void discarded(unsigned flow, std::uint32_t bytes, TimePs at) = 0;
};

// Receives a call when the depth of a queue changes, or when a later change becomes known.
class DepthObserver {
 public:
  virtual ~DepthObserver() = default;
  virtual void depth_changes(unsigned flow, TimePs at) = 0;
};

class QueueMemory : public sc_core::sc_module, public QueueWriter {
 public:
  // Traffic of a queue. A packet is counted with its last byte.
  struct Counters {
    std::uint64_t written_packets = 0;
    std::uint64_t written_bytes = 0;
    std::uint64_t read_packets = 0;
    // Bytes of packets read, and of the part of the head already read.
    std::uint64_t read_bytes = 0;
    std::uint64_t dropped_packets = 0;  // at the head, or from a flow with several queues
    std::uint64_t dropped_bytes = 0;    // the unread rest of these packets
    std::uint64_t peak_bytes = 0;
    std::uint64_t spilled_descriptors = 0;  // written to the ring because the cache was full
  };

  // Throws ConfigError for values out of range.
  QueueMemory(const sc_core::sc_module_name& name, const QueueMemoryConfig& config);

  // Sets the listener for writes, for example the shaper. Call it before the first packet.
  void set_listener(WriteListener& listener) { listener_ = &listener; }
  // Sets the observer, at most one. It must live until the memory is destroyed or the run has
  // ended.
  void observe_depth(DepthObserver& observer) { depth_observer_ = &observer; }

  // QueueWriter
  queue::Shortage shortage(unsigned flow, const Packet& packet, TimePs at) override;
  void write(unsigned flow, PacketHandle packet, TimePs accepted) override;

  // Packets that wait for a verdict occupy memory, but are not yet in a queue. hold() stores one;
  // the write begins when the port is free. Returns the number of the write, or 0 if the memory has
  // no room.
  WriteNumber hold(const Packet& packet, TimePs arrived);
  // True if the port has written the packet, or the packet was dropped before.
  bool is_finished(WriteNumber write, TimePs at);
  [[deprecated("use is_finished()")]] bool is_written(WriteNumber write, TimePs at) {
    return is_finished(write, at);
  }
  // queue_shortage() returns whether a held packet may join its queue; write_held() makes it join.
  queue::Shortage queue_shortage(unsigned flow, const Packet& packet, TimePs at);
  void write_held(unsigned flow, PacketHandle packet, TimePs accepted, WriteNumber write);
  // Drops a held packet. Returns true if its write is cancelled. Otherwise the write has ended or
  // continues.
  bool release(const Packet& packet, TimePs at);

  // For a flow with several queues, whose manager holds the packets. They occupy the memory from
  // store() until choose() or discard(). store() returns the number of the write.
  WriteNumber store(unsigned flow, const Packet& packet, TimePs accepted);
  void choose(unsigned flow, queue::Descriptor descriptor);
  void discard(unsigned flow, const Packet& packet, TimePs at);

  // Read side, for the burst builder, which also reserves the port.
  FrameStream& stream(unsigned flow) { return flows_[flow].stream; }
  const FrameStream& stream(unsigned flow) const { return flows_[flow].stream; }
  PortSchedule& port() { return port_; }
  // Same as port(), after serving all beats before `at`.
  const PortSchedule& port(TimePs at) {
    port_.advance(clock_.cycle_at(at));
    return port_;
  }
  // True if the FIFO in front of the port has room for an arriving packet. Packets leave the FIFO
  // when they are written.
  bool fifo_has_room(std::uint32_t bytes, TimePs at) {
    return port_.backlog_bytes() + bytes <= fifo_bytes_ ||
           port(at).backlog_bytes() + bytes <= fifo_bytes_;
  }
  const Clock& clock() const { return clock_; }
  // read() promises bytes of the head to a burst. With its last byte the packet leaves and is
  // returned. Its bytes still count as depth, and occupy memory, until the port has moved them. The
  // caller reports that time by moved_at() as soon as it is known. Bursts of several channels may
  // be read in parallel.
  queue::Descriptor read(unsigned flow, std::uint32_t bytes);
  void moved_at(unsigned flow, std::uint32_t bytes, TimePs done);
  // Drops the head, unread or partly read. Like any dropped packet, it costs the port no beat
  // unless its write has begun.
  queue::Descriptor drop_head(unsigned flow, TimePs at);

  // Depth of a queue: Ethernet bytes accepted and not yet read out. `at` never decreases between
  // calls.
  std::uint64_t depth_bytes(unsigned flow, TimePs at);
  // The part of the depth not yet promised to a burst.
  std::uint64_t queued_bytes(unsigned flow) const { return flows_[flow].stream.bytes(); }
  std::uint32_t queued_packets(unsigned flow) const { return flows_[flow].stream.packets(); }
  // The part of the queue that carried CE at acceptance.
  std::uint64_t ce_bytes(unsigned flow) const { return flows_[flow].stream.fifo().ce_bytes(); }
  std::uint32_t ce_packets(unsigned flow) const { return flows_[flow].stream.fifo().ce_packets(); }
  // Bytes of all flows, including those promised to bursts and not yet moved.
  std::uint64_t occupied_bytes(TimePs at);
  std::uint64_t capacity_bytes() const { return capacity_bytes_; }
  unsigned flows() const { return static_cast<unsigned>(flows_.size()); }
  const Counters& counters(unsigned flow) const { return flows_[flow].counters; }

 private:
  struct Moving {
    TimePs done = 0;
    std::uint32_t bytes = 0;
  };
  struct Flow {
    explicit Flow(const queue::FifoLimits& limits) : stream(limits) {}
    queue::Ring<Moving> moving;  // promised to a burst, ordered by `done`
    std::uint64_t moving_bytes = 0;
    FrameStream stream;
    Counters counters;
  };

  bool has_capacity(std::uint32_t bytes, TimePs at);
  WriteNumber queue_write(const Packet& packet, TimePs at);
  bool cancel_write(const Packet& packet, TimePs at);
  // Returns the write after which packet and descriptor may be used. Call it when the packet is
  // about to enter the flow's queue.
  WriteNumber with_descriptor(unsigned flow, TimePs accepted, WriteNumber packet);
  // Counts a packet whose room in the memory is already taken.
  void count_written(unsigned flow, std::uint32_t bytes, TimePs accepted);
  static void settle(Flow& flow, TimePs at, std::uint64_t& occupied);
  void tell_depth(unsigned flow, TimePs at) {
    if (depth_observer_ != nullptr) {
      depth_observer_->depth_changes(flow, at);
    }
  }

  Clock clock_;
  std::uint64_t capacity_bytes_;
  std::uint64_t fifo_bytes_;
  PortSchedule port_;
  std::uint32_t cached_descriptors_;  // per flow; 0: all are on die
  std::uint32_t descriptor_bytes_;
  std::vector<Flow> flows_;
  std::uint64_t occupied_bytes_ = 0;
  WriteListener* listener_ = nullptr;
  DepthObserver* depth_observer_ = nullptr;
};

}  // namespace docsis_vp::cm
