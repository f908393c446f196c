// Shapes the rate: releases queued bytes of each service flow at the rate of its token buckets.
#pragma once

#include <cstdint>
#include <optional>
#include <systemc>
#include <vector>

#include "models/cm/flow_interfaces.h"
#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/shaper/flow_release.h"
#include "models/docsis/packet_shaper.h"

namespace docsis_vp::cm {

// Receives a call when a queue has grown, and with it the bytes that are or will become eligible.
class BacklogListener {
 public:
  virtual ~BacklogListener() = default;
  virtual void backlog_grew(unsigned flow) = 0;
};

// Released bytes in the queue are eligible, so they can be requested and sent; other bytes may not
// leave. Rates count Ethernet bytes. A frame's MAC header becomes eligible with the frame's first
// byte and costs no tokens. The shaper uses no events: it computes when it is queried.
class Shaper : public sc_core::sc_module, public WriteListener {
 public:
  // flows: one configuration per flow of the memory. Throws ConfigError for values out of range.
  Shaper(const sc_core::sc_module_name& name, const std::vector<ShaperConfig>& flows,
         QueueMemory& memory);

  void set_listener(BacklogListener& listener) { listener_ = &listener; }

  // WriteListener
  void written(unsigned flow, std::uint32_t bytes, TimePs accepted) override;
  void discarded(unsigned flow, std::uint32_t bytes, TimePs at) override;

  // For a flow that releases whole packets. ready() returns when both buckets will hold tokens for
  // the next packet of `bytes` bytes; take_tokens() takes its tokens; release_packet() makes it
  // eligible.
  bool releases_packets(unsigned flow) const { return (whole_packets_ >> flow & 1) != 0; }
  TimePs ready(unsigned flow, std::uint32_t bytes, TimePs now) const {
    return packets_[flow]->ready(bytes, now);
  }
  void take_tokens(unsigned flow, std::uint32_t bytes, TimePs now) {
    packets_[flow]->take(bytes, now);
  }
  // For such a flow: sets the size of the packet that the shaper has taken out of the queue; 0:
  // none.
  void hold(unsigned flow, std::uint32_t bytes) { held_bytes_[flow] = bytes; }
  // Returns true if all bytes of the packet are released immediately.
  bool release_packet(unsigned flow, std::uint32_t bytes, TimePs now);
  // Counts a packet that waited for tokens, or behind one that did.
  void note_delayed(unsigned flow) { ++delayed_packets_[flow]; }

  // Remove bytes from the memory and from the eligible bytes. See QueueMemory and ReleaseProcess.
  queue::Descriptor read(unsigned flow, std::uint32_t bytes);
  queue::Descriptor drop_head(unsigned flow, TimePs at);

  std::uint64_t eligible_bytes(unsigned flow, TimePs at) const { return flows_[flow].eligible(at); }
  // Eligible bytes, including the MAC headers of their frames.
  std::uint64_t eligible_mac_bytes(unsigned flow, TimePs at);
  std::uint64_t unreleased_bytes(unsigned flow, TimePs at) const {
    return releases_packets(flow) ? memory_.stream(flow).waiting().bytes - held_bytes_[flow]
                                  : flows_[flow].unreleased(at);
  }
  // For a flow that releases whole packets.
  std::uint64_t unreleased_packets(unsigned flow) const {
    return memory_.stream(flow).waiting().packets - (held_bytes_[flow] > 0 ? 1 : 0);
  }
  // Packets that the buckets delayed (docsQosServiceFlowPolicedDelayPkts).
  std::uint64_t delayed_packets(unsigned flow) const { return delayed_packets_[flow]; }
  std::uint64_t sustained_tokens(unsigned flow, TimePs at) const {
    return releases_packets(flow) ? packets_[flow]->sustained_tokens(at)
                                  : flows_[flow].sustained_tokens(at);
  }
  std::uint64_t peak_tokens(unsigned flow, TimePs at) const {
    return releases_packets(flow) ? packets_[flow]->peak_tokens(at) : flows_[flow].peak_tokens(at);
  }
  // True if the queries above also accept a past time, as long as nothing was written or read
  // since.
  bool may_be_asked_late() const { return !any_in_gates_; }
  std::uint64_t released_bytes(unsigned flow, TimePs at) const { return flows_[flow].released(at); }
  // Returns when to ask again whether the eligible bytes, MAC headers included, exceed `mac_bytes`.
  // If they do now, it returns `at`. Otherwise it returns a time not later than the first instant
  // at which they will, or kNever if the present queue is too short.
  TimePs instant_beyond(unsigned flow, std::uint64_t mac_bytes, TimePs at);
  // Release instants of the next byte to be taken, and of the `bytes`-th byte counted from it.
  TimePs first_release(unsigned flow) const {
    return flows_[flow].release_instant(flows_[flow].next_byte());
  }
  TimePs last_release(unsigned flow, std::uint64_t bytes) const {
    return flows_[flow].eligible_instant(bytes);
  }

 private:
  QueueMemory& memory_;
  BacklogListener* listener_ = nullptr;
  // Flows that release whole packets: fed on release, without a rate.
  std::vector<FlowRelease> flows_;
  FlowMask whole_packets_ = 0;  // one bit per flow that releases whole packets, see packets_
  bool any_in_gates_ = false;
  std::vector<std::optional<docsis::PacketShaper>> packets_;
  std::vector<std::uint32_t> held_bytes_;
  std::vector<std::uint64_t> delayed_packets_;
};

}  // namespace docsis_vp::cm
