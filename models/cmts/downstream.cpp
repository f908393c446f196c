#include "models/cmts/downstream.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cmts {

Downstream::Downstream(const sc_core::sc_module_name& name, const DownstreamConfig& config,
                       TimePs latency_ps, platform::InstantSequencer& sequencer,
                       docsis::DownstreamTransmitter& plant)
    : sc_module(name),
      config_(config),
      latency_(latency_ps),
      sequencer_(sequencer),
      plant_(plant),
      serve_task_(sequencer.add(kServe, 0, [this] { serve(); })) {
  if (config.rate_bps == 0) throw InputError("cmts: the downstream channel needs a rate");
  for (unsigned modem = 0; modem < config.modems.size(); ++modem) {
    auto port = std::make_unique<Port>();
    Port* const own = port.get();
    port->owner = this;
    port->config = config.modems[modem];
    port->task = sequencer.add(kEnqueue, modem, [this, own] { enqueue(*own); });
    ports_.push_back(std::move(port));
  }
}

void Downstream::Port::push(PacketHandle packet) {
  inbox.push_back(std::move(packet));
  owner->sequencer_.post(task);
}

void Downstream::send_management(docsis::ManagementOctets frame, TimePs ready) {
  management_.push_back({std::move(frame), ready});
  schedule(platform::now_ps());
}

// Packets of one instant enter by flow and number, whichever source ran first.
void Downstream::enqueue(Port& port) {
  std::sort(port.inbox.begin(), port.inbox.end(), [](const auto& a, const auto& b) {
    return std::tie(a->flow, a->sequence) < std::tie(b->flow, b->sequence);
  });
  for (PacketHandle& packet : port.inbox) {
    const std::uint32_t bytes = packet->size_bytes;
    ++port.counters.offered_packets;
    port.counters.offered_bytes += bytes;
    if (port.queued_bytes + bytes > port.config.buffer_bytes) {
      ++port.counters.dropped_packets;
      port.counters.dropped_bytes += bytes;
      continue;
    }
    port.queued_bytes += bytes;
    port.fifo.push_back(std::move(packet));
  }
  port.inbox.clear();
  sequencer_.post(serve_task_);
}

void Downstream::serve() {
  const TimePs now = platform::now_ps();
  if (now >= free_at_) {
    if (!serve_management(now)) {
      serve_packet(now);
    }
  }
  schedule(now);
}

bool Downstream::serve_management(TimePs now) {
  if (management_.empty() || management_.front().ready > now) return false;
  docsis::ManagementOctets frame = std::move(management_.front().frame);
  management_.pop_front();
  free_at_ = now + serialisation(frame->size(), config_.rate_bps);
  plant_.broadcast(0, std::move(frame), free_at_ + latency_);
  return true;
}

bool Downstream::serve_packet(TimePs now) {
  const auto modems = static_cast<unsigned>(ports_.size());
  for (unsigned step = 0; step < modems; ++step) {
    const unsigned modem = (turn_ + step) % modems;
    Port& port = *ports_[modem];
    if (port.fifo.empty() || port.next_start > now) continue;
    PacketHandle packet = std::move(port.fifo.front());
    port.fifo.pop_front();
    const std::uint32_t bytes = packet->size_bytes;
    port.queued_bytes -= bytes;
    ++port.counters.sent_packets;
    port.counters.sent_bytes += bytes;
    if (port.config.rate_bps > 0) {
      port.next_start = now + serialisation(bytes, port.config.rate_bps);
    }
    free_at_ = now + serialisation(bytes + config_.mac_header_bytes, config_.rate_bps);
    turn_ = (modem + 1) % modems;
    plant_.send(modem, std::move(packet), free_at_ + latency_);
    return true;
  }
  return false;
}

void Downstream::schedule(TimePs now) {
  TimePs next = management_.empty() ? kNever : management_.front().ready;
  for (const auto& port : ports_) {
    if (!port->fifo.empty()) {
      next = std::min(next, port->next_start);
    }
  }
  sequencer_.post_at(serve_task_, next == kNever ? kNever : std::max({next, free_at_, now}));
}

// Rounded up: the last bit is out when it is out.
TimePs Downstream::serialisation(std::uint64_t bytes, std::uint64_t rate_bps) const {
  const std::uint64_t bit_ps = bytes * 8 * static_cast<std::uint64_t>(kPsPerSecond);
  return static_cast<TimePs>((bit_ps + rate_bps - 1) / rate_bps);
}

}  // namespace docsis_vp::cmts
