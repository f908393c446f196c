#include "models/cm/shaper/shaper.h"

#include <utility>

namespace docsis_vp::cm {

Shaper::Shaper(const sc_core::sc_module_name& name, const std::vector<ShaperConfig>& flows,
               QueueMemory& memory)
    : sc_module(name), memory_(memory), held_bytes_(flows.size()), delayed_packets_(flows.size()) {
  flows_.reserve(flows.size());
  for (const ShaperConfig& flow : flows) {
    flows_.emplace_back(flow.whole_packets ? ShaperConfig{0, flow.max_burst_bytes, 0} : flow);
    any_in_gates_ = any_in_gates_ || flows_.back().is_in_gates();
    packets_.emplace_back();
    if (flow.whole_packets) {
      whole_packets_ |= FlowMask{1} << (packets_.size() - 1);
      packets_.back().emplace(docsis::PacketShaperConfig{flow.max_sustained_rate_bps,
                                                         flow.max_burst_bytes, flow.peak_rate_bps});
    }
  }
}

void Shaper::written(unsigned flow, std::uint32_t bytes, TimePs accepted) {
  if (!releases_packets(flow) && !release_packet(flow, bytes, accepted)) {
    note_delayed(flow);
  }
}

void Shaper::discarded(unsigned flow, std::uint32_t bytes, TimePs at) {
  if (!releases_packets(flow)) {
    flows_[flow].drop(bytes, at);
  }
}

bool Shaper::release_packet(unsigned flow, std::uint32_t bytes, TimePs now) {
  const bool all = flows_[flow].write(bytes, now);
  if (listener_ != nullptr) {
    listener_->backlog_grew(flow);
  }
  return all;
}

queue::Descriptor Shaper::read(unsigned flow, std::uint32_t bytes) {
  flows_[flow].take(bytes);
  return memory_.read(flow, bytes);
}

queue::Descriptor Shaper::drop_head(unsigned flow, TimePs at) {
  flows_[flow].drop(memory_.stream(flow).fifo().head_rest(), at);
  return memory_.drop_head(flow, at);
}

std::uint64_t Shaper::eligible_mac_bytes(unsigned flow, TimePs at) {
  const std::uint64_t bytes = flows_[flow].eligible(at);
  return bytes + memory_.stream(flow).header_bytes_within(bytes);
}

TimePs Shaper::instant_beyond(unsigned flow, std::uint64_t mac_bytes, TimePs at) {
  const std::uint64_t bytes = flows_[flow].eligible(at);
  FrameStream& stream = memory_.stream(flow);
  if (bytes + stream.header_bytes_within(bytes) > mac_bytes) {
    return at;
  }
  return flows_[flow].eligible_instant(stream.bytes_beyond(mac_bytes, bytes));
}

}  // namespace docsis_vp::cm
