// The rate shaper: releases queued bytes, per service flow, as fast as its token buckets allow.
#pragma once

#include <cstdint>
#include <optional>
#include <systemc>
#include <vector>

#include "models/cm/queue_memory/queue_memory.h"
#include "models/cm/shaper/flow_release.h"
#include "models/docsis/packet_shaper.h"

namespace docsis_vp::cm {

// Told when a queue has grown, and with it what is or will be eligible.
class BacklogListener {
 public:
  virtual ~BacklogListener() = default;
  virtual void backlog_grew(unsigned flow) = 0;
};

// Released bytes still in the queue are eligible to be requested and sent; nobody else may leave.
// Rates count Ethernet bytes; a frame's MAC header becomes eligible, free of charge, with the
// frame's first byte. Costs no event: everything is computed when asked.
class Shaper : public sc_core::sc_module, public WriteListener {
 public:
  // One configuration per flow of the memory. Throws ConfigError for values out of range.
  Shaper(const sc_core::sc_module_name& name, const std::vector<ShaperConfig>& flows,
         QueueMemory& memory);

  void set_listener(BacklogListener& listener) { listener_ = &listener; }

  // WriteListener.
  void written(unsigned flow, std::uint32_t bytes, TimePs accepted) override;
  void discarded(unsigned flow, std::uint32_t bytes, TimePs at) override;

  // Of a flow that releases whole packets, a packet that waits in the memory: when both buckets
  // will hold it, if it is `now` the next; its tokens are taken; it has become eligible.
  bool releases_packets(unsigned flow) const { return (whole_packets_ >> flow & 1) != 0; }
  TimePs ready(unsigned flow, std::uint32_t bytes, TimePs now) const {
    return packets_[flow]->ready(bytes, now);
  }
  void take_tokens(unsigned flow, std::uint32_t bytes, TimePs now) {
    packets_[flow]->take(bytes, now);
  }
  // Of such a flow, a packet that is in the shaper's hands and no longer in the queue; 0: none.
  void hold(unsigned flow, std::uint32_t bytes) { held_bytes_[flow] = bytes; }
  // Returns whether the buckets of bytes let all of it go on at once.
  bool release_packet(unsigned flow, std::uint32_t bytes, TimePs now);
  // It, or one before it, has waited for tokens.
  void note_delayed(unsigned flow) { ++delayed_packets_[flow]; }

  // Removes bytes from the memory and from what is eligible. See QueueMemory and ReleaseProcess.
  queue::Descriptor read(unsigned flow, std::uint32_t bytes);
  queue::Descriptor drop_head(unsigned flow, TimePs at);

  std::uint64_t eligible_bytes(unsigned flow, TimePs at) const { return flows_[flow].eligible(at); }
  // The same with the MAC headers that go with them.
  std::uint64_t eligible_mac_bytes(unsigned flow, TimePs at);
  std::uint64_t unreleased_bytes(unsigned flow, TimePs at) const {
    return releases_packets(flow) ? memory_.stream(flow).waiting().bytes - held_bytes_[flow]
                                  : flows_[flow].unreleased(at);
  }
  // Of such a flow.
  std::uint64_t unreleased_packets(unsigned flow) const {
    return memory_.stream(flow).waiting().packets - (held_bytes_[flow] > 0 ? 1 : 0);
  }
  // Packets that the buckets did not let go on at once (docsQosServiceFlowPolicedDelayPkts).
  std::uint64_t delayed_packets(unsigned flow) const { return delayed_packets_[flow]; }
  std::uint64_t sustained_tokens(unsigned flow, TimePs at) const {
    return releases_packets(flow) ? packets_[flow]->sustained_tokens(at)
                                  : flows_[flow].sustained_tokens(at);
  }
  std::uint64_t peak_tokens(unsigned flow, TimePs at) const {
    return releases_packets(flow) ? packets_[flow]->peak_tokens(at) : flows_[flow].peak_tokens(at);
  }
  // Whether all of the above can also be asked of an instant that is over, as long as nothing was
  // written or read since.
  bool may_be_asked_late() const { return !any_in_gates_; }
  std::uint64_t released_bytes(unsigned flow, TimePs at) const { return flows_[flow].released(at); }
  // When to ask again whether the eligible bytes, MAC headers included, exceed `mac_bytes`: `at` if
  // they do now, else an instant not later than the first at which they will; kNever if the present
  // queue is too short.
  TimePs instant_beyond(unsigned flow, std::uint64_t mac_bytes, TimePs at);
  // Release instants of the next byte to be taken and of the `bytes`-th from it.
  TimePs first_release(unsigned flow) const {
    return flows_[flow].release_instant(flows_[flow].next_byte());
  }
  TimePs last_release(unsigned flow, std::uint64_t bytes) const {
    return flows_[flow].eligible_instant(bytes);
  }

 private:
  QueueMemory& memory_;
  BacklogListener* listener_ = nullptr;
  std::vector<FlowRelease> flows_;   // of whole packets: without a rate, fed as they are released
  std::uint32_t whole_packets_ = 0;  // a bit for each flow that releases them, see packets_
  bool any_in_gates_ = false;
  std::vector<std::optional<docsis::PacketShaper>> packets_;
  std::vector<std::uint32_t> held_bytes_;
  std::vector<std::uint64_t> delayed_packets_;
};

}  // namespace docsis_vp::cm
