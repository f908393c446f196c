// Drops packets that are too large for any unsolicited grant of their service flow, if the flow's
// request policy says so (TLV 24.16, bit 8).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/cm/flow_interfaces.h"
#include "models/cm/queue_memory/frame_stream.h"
#include "models/queue/packet_tally.h"

namespace docsis_vp::cm {

class SizeFilter : public FlowSink {
 public:
  // largest: bytes of a MAC frame, by flow; 0: no limit.
  SizeFilter(std::vector<std::uint32_t> largest, FlowSink& sink)
      : largest_(std::move(largest)), drops_(largest_.size()), sink_(sink) {}

  // True if any flow has a limit.
  bool has_limits() const {
    return std::any_of(largest_.begin(), largest_.end(), [](auto bytes) { return bytes > 0; });
  }

  void offer(unsigned flow, PacketHandle packet, TimePs arrived) override {
    const std::uint32_t largest = largest_[flow];
    if (largest > 0 && packet->size_bytes + kMacHeaderBytes > largest) {
      drops_[flow].add(packet->size_bytes);
      return;
    }
    sink_.offer(flow, std::move(packet), arrived);
  }

  const queue::PacketTally& drops(unsigned flow) const { return drops_[flow]; }

 private:
  std::vector<std::uint32_t> largest_;
  std::vector<queue::PacketTally> drops_;
  FlowSink& sink_;
};

}  // namespace docsis_vp::cm
