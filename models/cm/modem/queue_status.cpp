#include "models/cm/modem/queue_status.h"

#include <algorithm>

#include "platform/bus/register_file.h"

namespace docsis_vp::cm {

aqm_queue QueueStatus::contents(unsigned flow, TimePs at) {
  aqm_queue queue{};
  queue.bytes = platform::saturate_u32(bytes(flow, at));
  queue.packets = packets(flow);
  // If only a part of the bytes counts, the CE bytes are assumed to be in that part.
  queue.ce_bytes =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(memory_.ce_bytes(flow), queue.bytes));
  queue.ce_packets = memory_.ce_packets(flow);
  queue.msr_tokens = platform::saturate_u32(shaper_.sustained_tokens(flow, at));
  return queue;
}

aqm_queue QueueStatus::snapshot(unsigned flow, TimePs at) {
  aqm_queue queue = contents(flow, at);
  queue.granted_bytes = static_cast<std::uint32_t>(requests_.ledger(flow).granted_total());
  queue.acked_request_bytes = platform::saturate_u32(requests_.acknowledged_bytes(flow));
  queue.drained_maps = requests_.drained_maps(flow);
  return queue;
}

// The number of unreleased packets is known if packets are released whole.
std::uint32_t QueueStatus::packets(unsigned flow) const {
  return delay_bytes_ == DelayBytes::kUnreleased && shaper_.releases_packets(flow)
             ? static_cast<std::uint32_t>(shaper_.unreleased_packets(flow))
             : memory_.queued_packets(flow);
}

std::uint64_t QueueStatus::bytes(unsigned flow, TimePs at) {
  switch (delay_bytes_) {
    case DelayBytes::kUngranted: {
      const std::uint64_t queued = memory_.queued_bytes(flow);
      return queued - std::min(queued, requests_.ledger(flow).granted());
    }
    case DelayBytes::kUnreleased:
      return shaper_.unreleased_bytes(flow, at);
    case DelayBytes::kAll:
      break;
  }
  return memory_.depth_bytes(flow, at);
}

}  // namespace docsis_vp::cm
