#include "models/cm/queue_memory/queue_memory.h"

#include <algorithm>
#include <string>
#include <utility>

#include "models/cm/queue_memory/queue_memory_config.h"
#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

QueueMemory::QueueMemory(const sc_core::sc_module_name& name, const QueueMemoryConfig& config)
    : sc_module(name),
      clock_(config.clock_hz),
      capacity_bytes_(config.capacity_bytes),
      fifo_bytes_(config.port.ingress_fifo_bytes),
      port_(config.port),
      cached_descriptors_(config.descriptors.cached),
      descriptor_bytes_(config.descriptors.bytes) {
  if (config.flows.empty() || config.flows.size() > kMaxUpstreamFlows) {
    throw ConfigError("/service_flows", "a modem has 1 to " + std::to_string(kMaxUpstreamFlows) +
                                            " upstream service flows");
  }
  flows_.reserve(config.flows.size());
  for (const queue::FifoLimits& limits : config.flows) {
    flows_.emplace_back(limits);
  }
}

queue::Shortage QueueMemory::shortage(unsigned flow, const Packet& packet, TimePs at) {
  return has_capacity(packet.size_bytes, at) ? queue_shortage(flow, packet, at)
                                             : queue::Shortage::kBytes;
}

// Bytes on their way to a burst still occupy the flow's buffer.
queue::Shortage QueueMemory::queue_shortage(unsigned flow, const Packet& packet, TimePs at) {
  Flow& target = flows_[flow];
  queue::Shortage shortage = target.stream.shortage(packet.size_bytes, target.moving_bytes);
  if (shortage == queue::Shortage::kBytes && target.moving_bytes > 0) {
    settle(target, at, occupied_bytes_);
    shortage = target.stream.shortage(packet.size_bytes, target.moving_bytes);
  }
  return shortage;
}

// The last count is an upper bound of the present occupancy.
bool QueueMemory::has_capacity(std::uint32_t bytes, TimePs at) {
  return occupied_bytes_ + bytes <= capacity_bytes_ ||
         occupied_bytes(at) + bytes <= capacity_bytes_;
}

void QueueMemory::write(unsigned flow, PacketHandle packet, TimePs accepted) {
  const std::uint32_t bytes = packet->size_bytes;
  const WriteNumber write = with_descriptor(flow, accepted, queue_write(*packet, accepted));
  occupied_bytes_ += bytes;
  flows_[flow].stream.push({std::move(packet), accepted, write});
  count_written(flow, bytes, accepted);
}

WriteNumber QueueMemory::hold(const Packet& packet, TimePs arrived) {
  const std::uint32_t bytes = packet.size_bytes;
  if (!has_capacity(bytes, arrived)) {
    return 0;
  }
  occupied_bytes_ += bytes;
  return queue_write(packet, arrived);
}

bool QueueMemory::is_finished(WriteNumber write, TimePs at) {
  return port_.is_finished(write) || port(at).is_finished(write);
}

void QueueMemory::write_held(unsigned flow, PacketHandle packet, TimePs accepted,
                             WriteNumber write) {
  const std::uint32_t bytes = packet->size_bytes;
  write = with_descriptor(flow, accepted, write);
  flows_[flow].stream.push({std::move(packet), accepted, write});
  count_written(flow, bytes, accepted);
}

bool QueueMemory::release(const Packet& packet, TimePs at) {
  occupied_bytes_ -= packet.size_bytes;
  return cancel_write(packet, at);
}

WriteNumber QueueMemory::queue_write(const Packet& packet, TimePs at) {
  return port_.write(clock_.cycle_at_or_after(at), packet.id, packet.size_bytes);
}

bool QueueMemory::cancel_write(const Packet& packet, TimePs at) {
  return port_.backlog_bytes() > 0 && port_.cancel_write(clock_.cycle_at_or_after(at), packet.id);
}

// Reserves both directions at once: the cache is refilled while the flow's packets are read, long
// before the descriptor's turn.
WriteNumber QueueMemory::with_descriptor(unsigned flow, TimePs accepted, WriteNumber packet) {
  if (cached_descriptors_ == 0 || queued_packets(flow) < cached_descriptors_) {
    return packet;
  }
  ++flows_[flow].counters.spilled_descriptors;
  return port_.move_descriptor(clock_.cycle_at_or_after(accepted), 2 * descriptor_bytes_);
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
  tell_depth(flow, accepted);
}

WriteNumber QueueMemory::store(unsigned flow, const Packet& packet, TimePs accepted) {
  const WriteNumber write = queue_write(packet, accepted);
  occupied_bytes_ += packet.size_bytes;
  flows_[flow].stream.wait(packet.size_bytes);
  count_written(flow, packet.size_bytes, accepted);
  return write;
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
  // A manager may act later than the time `at` of its action; the port cannot go back.
  cancel_write(packet, std::max(at, platform::now_ps()));
  if (listener_ != nullptr) {
    listener_->discarded(flow, packet.size_bytes, at);
  }
  tell_depth(flow, at);
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
  tell_depth(flow, done);
}

queue::Descriptor QueueMemory::drop_head(unsigned flow, TimePs at) {
  Flow& source = flows_[flow];
  const std::uint32_t rest = source.stream.fifo().head_rest();
  ++source.counters.dropped_packets;
  source.counters.dropped_bytes += rest;
  occupied_bytes_ -= rest;
  cancel_write(*source.stream.fifo().head().packet, at);
  tell_depth(flow, at);
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
