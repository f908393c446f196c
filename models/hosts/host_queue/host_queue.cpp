#include "models/hosts/host_queue/host_queue.h"

#include <algorithm>
#include <utility>

#include "platform/base/errors.h"

namespace docsis_vp::hosts {

namespace {

const HostQueueConfig& checked(const HostQueueConfig& config) {
  if (config.rate_bps && *config.rate_bps == 0) {
    throw ConfigError("/rate_bps", "must be positive");
  }
  if (config.packets == 0) {
    throw ConfigError("/packets", "must be positive");
  }
  return config;
}

LinkConfig line_of(const HostQueueConfig& config) {
  return config.rate_bps ? ethernet_link(*config.rate_bps) : LinkConfig{};
}

}  // namespace

Histogram HostCount::waits_ps() const {
  Histogram waits = waited_ps;
  waits.add(0, prompt);
  return waits;
}

const HostCount& HostFlows::count(FlowId flow) const {
  static const HostCount kNothing{};
  return flow < flows_.size() ? flows_[flow].count : kNothing;
}

void HostFlows::lose(const Packet& packet, TimePs warmup) {
  HostCount& lost = of(packet.flow).count;
  ++lost.dropped_packets;
  lost.dropped_bytes += packet.size_bytes;
  lost.measured_dropped_packets += packet.created >= warmup ? 1 : 0;
}

HostQueue::HostQueue(const HostQueueConfig& config, HostFlows& flows, TimerQueue& timers,
                     PacketSink& sink)
    : config_(checked(config)),
      timers_(timers),
      sink_(sink),
      line_(line_of(config), this),
      arrival_(timers.make_arrival_timer([this] { deliver(); })),
      flows_(flows) {}

void HostQueue::push(PacketHandle packet) {
  if (!config_.rate_bps) {
    pass(std::move(packet));
    return;
  }
  flows_.of(packet->flow).waiting_bytes += packet->size_bytes;
  line_.push(std::move(packet), timers_.now());
  wake();
}

// There is no line.
void HostQueue::pass(PacketHandle packet) {
  ++sent_packets_;
  sent_bytes_ += packet->size_bytes;
  if (packet->created >= config_.warmup) {
    ++flows_.of(packet->flow).count.prompt;
  }
  sink_.push(std::move(packet));
}

bool HostQueue::admits(const Packet& packet, std::size_t ahead, TimePs wait) {
  HostFlows::Flow& flow = flows_.of(packet.flow);
  const std::size_t waiting = std::max<std::size_t>(ahead, 1) - 1;  // one is being sent
  const bool measured = packet.created >= config_.warmup;
  if (waiting >= config_.packets && !flow.resume) {
    flow.waiting_bytes -= packet.size_bytes;
    flows_.lose(packet, config_.warmup);
    ++total_.dropped_packets;
    total_.dropped_bytes += packet.size_bytes;
    total_.measured_dropped_packets += measured ? 1 : 0;
    return false;
  }
  peak_packets_ = std::max(peak_packets_, ahead);
  if (measured) {
    if (wait == 0) {
      ++flow.count.prompt;
    } else {
      flow.count.waited_ps.add(static_cast<std::uint64_t>(wait));
    }
  }
  return true;
}

void HostQueue::deliver() {
  const TimePs now = timers_.now();
  while (PacketHandle packet = line_.take_arrived(now)) {
    const FlowId id = packet->flow;
    HostFlows::Flow& flow = flows_.of(id);
    flow.waiting_bytes -= packet->size_bytes;
    ++sent_packets_;
    sent_bytes_ += packet->size_bytes;
    const bool was_stopped = std::exchange(flow.stopped, false);
    sink_.push(std::move(packet));
    if (was_stopped) {
      flows_.of(id).resume();
    }
  }
  wake();
}

void HostQueue::wake() {
  if (line_.next_arrival() != kNever) {
    arrival_->set_if_earlier(line_.next_arrival());
  }
}

}  // namespace docsis_vp::hosts
