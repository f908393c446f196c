#include "models/cmts/downstream.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "models/queue/managers.h"
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
    port->modem = modem;
    port->lane = config.shared_queue ? 0 : modem;
    port->task = sequencer.add(kEnqueue, modem, [this, own] { enqueue(*own); });
    ports_.push_back(std::move(port));
    if (!config.shared_queue) {
      add_lane(config.modems[modem].queue, config.modems[modem].rate_bps);
    }
  }
  if (config.shared_queue) {
    add_lane(*config.shared_queue, 0);
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

void Downstream::add_lane(const queue::DisciplineConfig& config, std::uint64_t rate_bps) {
  static const FlowTable kNoFlows;
  if (config_.flows == nullptr && queue::find_manager(config.law.algorithm) != nullptr) {
    throw InputError("cmts: " + config.law.algorithm + " needs to know the flows' headers");
  }
  const FlowTable& flows = config_.flows != nullptr ? *config_.flows : kNoFlows;
  lanes_.push_back({queue::make_discipline(config, flows, *this), rate_bps, 0});
}

// Packets of one instant enter by flow and number, whichever source ran first.
void Downstream::enqueue(Port& port) {
  const TimePs now = platform::now_ps();
  std::sort(port.inbox.begin(), port.inbox.end(), [](const auto& a, const auto& b) {
    return std::tie(a->flow, a->sequence) < std::tie(b->flow, b->sequence);
  });
  for (PacketHandle& packet : port.inbox) {
    port.counters.offered.add(packet->size_bytes);
    port.counters.queued.add(packet->size_bytes);
    if (packet->flow >= modem_of_flow_.size()) {
      modem_of_flow_.resize(packet->flow + 1);
    }
    modem_of_flow_[packet->flow] = port.modem;
    lanes_[port.lane].discipline->enqueue(std::move(packet), now);
  }
  port.inbox.clear();
  sequencer_.post(serve_task_);
}

void Downstream::dropped(const Packet& packet, aqm_verdict verdict) {
  ModemCounters& counters = port_of(packet).counters;
  counters.queued.remove(packet.size_bytes);
  (verdict == AQM_DROP ? counters.aqm_drops : counters.buffer_drops).add(packet.size_bytes);
}

void Downstream::marked(const Packet& packet) {
  port_of(packet).counters.aqm_marks.add(packet.size_bytes);
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
  const auto lanes = static_cast<unsigned>(lanes_.size());
  for (unsigned step = 0; step < lanes; ++step) {
    const unsigned turn = (turn_ + step) % lanes;
    Lane& lane = lanes_[turn];
    if (lane.discipline->packets() == 0 || lane.next_start > now) continue;
    queue::QueuedPacket next = lane.discipline->dequeue(now);
    if (!next.packet) continue;
    const std::uint32_t bytes = next.packet->size_bytes;
    Port& port = port_of(*next.packet);
    port.counters.queued.remove(bytes);
    port.counters.sent.add(bytes);
    port.counters.last_queue_delay = now - next.enqueued;
    if (now >= stats_from_) {
      port.counters.queue_delay_ps.add(static_cast<std::uint64_t>(now - next.enqueued));
    }
    if (lane.rate_bps > 0) {
      lane.next_start = now + serialisation(bytes, lane.rate_bps);
    }
    free_at_ = now + serialisation(bytes + config_.mac_header_bytes, config_.rate_bps);
    turn_ = (turn + 1) % lanes;
    plant_.send(port.modem, std::move(next.packet), free_at_ + latency_);
    return true;
  }
  return false;
}

void Downstream::schedule(TimePs now) {
  TimePs next = management_.empty() ? kNever : management_.front().ready;
  for (const Lane& lane : lanes_) {
    if (lane.discipline->packets() > 0) {
      next = std::min(next, lane.next_start);
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
