#include "models/cm/queue_memory/queue_memory.h"

#include <algorithm>
#include <utility>

#include "platform/base/errors.h"

namespace docsis_vp::cm {

QueueMemory::QueueMemory(const sc_core::sc_module_name& name, const QueueMemoryConfig& config)
    : sc_module(name),
      clock_(config.clock_hz),
      capacity_bytes_(config.capacity_bytes),
      port_(config.port) {
  if (config.flows.empty() || config.flows.size() > kMaxUpstreamFlows) {
    throw ConfigError("/service_flows", "a modem has 1 to 32 upstream service flows");
  }
  flows_.reserve(config.flows.size());
  for (const queue::FifoLimits& limits : config.flows) {
    flows_.emplace_back(limits);
  }
}

queue::Shortage QueueMemory::shortage(unsigned flow, const Packet& packet, TimePs at) {
  return has_capacity(packet.size_bytes, at) ? queue_shortage(flow, packet)
                                             : queue::Shortage::kBytes;
}

// What was last counted is no less than what is occupied now.
bool QueueMemory::has_capacity(std::uint32_t bytes, TimePs at) {
  return occupied_bytes_ + bytes <= capacity_bytes_ ||
         occupied_bytes(at) + bytes <= capacity_bytes_;
}

void QueueMemory::write(unsigned flow, PacketHandle packet, TimePs accepted) {
  const std::uint32_t bytes = packet->size_bytes;
  const TimePs readable = reserve_write(bytes, accepted);
  occupied_bytes_ += bytes;
  flows_[flow].stream.push({std::move(packet), accepted, readable});
  count_written(flow, bytes, accepted);
}

bool QueueMemory::hold(const Packet& packet, TimePs arrived, TimePs& readable) {
  const std::uint32_t bytes = packet.size_bytes;
  if (!has_capacity(bytes, arrived)) {
    return false;
  }
  readable = reserve_write(bytes, arrived);
  occupied_bytes_ += bytes;
  return true;
}

void QueueMemory::write_held(unsigned flow, PacketHandle packet, TimePs accepted, TimePs readable) {
  const std::uint32_t bytes = packet->size_bytes;
  flows_[flow].stream.push({std::move(packet), accepted, readable});
  count_written(flow, bytes, accepted);
}

TimePs QueueMemory::reserve_write(std::uint32_t bytes, TimePs accepted) {
  return clock_.edge(port_.write(clock_.cycle_at_or_after(accepted), bytes));
}

void QueueMemory::count_written(unsigned flow, std::uint32_t bytes, TimePs accepted) {
  Flow& target = flows_[flow];
  ++target.counters.written_packets;
  target.counters.written_bytes += bytes;
  settle(target, accepted, occupied_bytes_);
  target.counters.peak_bytes = std::max(target.counters.peak_bytes, queued_bytes(flow));
  if (listener_ != nullptr) {
    listener_->written(flow, bytes, accepted);
  }
}

TimePs QueueMemory::store(unsigned flow, const Packet& packet, TimePs accepted) {
  const TimePs readable = reserve_write(packet.size_bytes, accepted);
  occupied_bytes_ += packet.size_bytes;
  flows_[flow].stream.wait(packet.size_bytes);
  count_written(flow, packet.size_bytes, accepted);
  return readable;
}

void QueueMemory::choose(unsigned flow, queue::Descriptor descriptor) {
  FrameStream& stream = flows_[flow].stream;
  stream.wait_no_more(descriptor.packet->size_bytes);
  stream.push(std::move(descriptor));
}

void QueueMemory::discard(unsigned flow, const Packet& packet, TimePs at) {
  Flow& source = flows_[flow];
  source.stream.wait_no_more(packet.size_bytes);
  ++source.counters.dropped_packets;
  source.counters.dropped_bytes += packet.size_bytes;
  occupied_bytes_ -= packet.size_bytes;
  if (listener_ != nullptr) {
    listener_->discarded(flow, packet.size_bytes, at);
  }
}

queue::Descriptor QueueMemory::read(unsigned flow, std::uint32_t bytes) {
  Flow& source = flows_[flow];
  source.stream.send_frame(bytes);
  source.counters.read_bytes += bytes;
  source.moving_bytes += bytes;
  if (source.stream.fifo().head_rest() > 0) {
    return {};
  }
  ++source.counters.read_packets;
  return source.stream.pop();
}

void QueueMemory::moved_at(unsigned flow, std::uint32_t bytes, TimePs done) {
  queue::Ring<Moving>& moving = flows_[flow].moving;
  moving.push_back({done, bytes});
  for (std::size_t i = moving.size() - 1; i > 0 && moving[i - 1].done > done; --i) {
    std::swap(moving[i - 1], moving[i]);
  }
}

queue::Descriptor QueueMemory::drop_head(unsigned flow) {
  Flow& source = flows_[flow];
  const std::uint32_t rest = source.stream.fifo().head_rest();
  ++source.counters.dropped_packets;
  source.counters.dropped_bytes += rest;
  occupied_bytes_ -= rest;
  return source.stream.pop();
}

std::uint64_t QueueMemory::depth_bytes(unsigned flow, TimePs at) {
  Flow& source = flows_[flow];
  settle(source, at, occupied_bytes_);
  return queued_bytes(flow) + source.moving_bytes;
}

std::uint64_t QueueMemory::occupied_bytes(TimePs at) {
  for (Flow& flow : flows_) {
    settle(flow, at, occupied_bytes_);
  }
  return occupied_bytes_;
}

void QueueMemory::settle(Flow& flow, TimePs at, std::uint64_t& occupied) {
  while (!flow.moving.empty() && flow.moving.front().done <= at) {
    const std::uint32_t bytes = flow.moving.pop_front().bytes;
    flow.moving_bytes -= bytes;
    occupied -= bytes;
  }
}

}  // namespace docsis_vp::cm
