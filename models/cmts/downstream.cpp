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
  if (config.shared_queue) {
    add_lane(*config.shared_queue, 0);
  }
  for (unsigned modem = 0; modem < config.modems.size(); ++modem) {
    add_port(modem);
  }
  ready_.resize(static_cast<unsigned>(lanes_.size()));
}

void Downstream::add_port(unsigned modem) {
  const DownstreamModemConfig& config = config_.modems[modem];
  auto port = std::make_unique<Port>();
  Port* const own = port.get();
  port->owner = this;
  port->modem = modem;
  port->first_flow = static_cast<unsigned>(flows_.size());
  port->task = sequencer_.add(kEnqueue, modem, [this, own] { enqueue(*own); });
  if (config.flows.size() > 1) {
    if (config_.flows == nullptr) {
      throw InputError("cmts: classifiers need to know the flows' headers");
    }
    port->classifier.emplace(config.classifier, kMaxClassifiers,
                             static_cast<unsigned>(config.flows.size()), *config_.flows,
                             "/classifiers");
  }
  for (const DownstreamFlowConfig& flow : config.flows) {
    const unsigned lane = config_.shared_queue ? 0 : add_lane(flow.queue, flow.rate_bps);
    flows_.push_back({modem, lane, {}});
  }
  ports_.push_back(std::move(port));
}

void Downstream::Port::push(PacketHandle packet) {
  inbox.push_back(std::move(packet));
  owner->sequencer_.post(task);
}

void Downstream::send_management(docsis::ManagementOctets frame, TimePs ready) {
  management_.push_back({std::move(frame), ready});
  schedule(platform::now_ps());
}

unsigned Downstream::add_lane(const queue::DisciplineConfig& config, std::uint64_t rate_bps) {
  static const FlowTable kNoFlows;
  if (config_.flows == nullptr && queue::find_manager(config.law.algorithm) != nullptr) {
    throw InputError("cmts: " + config.law.algorithm + " needs to know the flows' headers");
  }
  const FlowTable& flows = config_.flows != nullptr ? *config_.flows : kNoFlows;
  lanes_.push_back({queue::make_discipline(config, flows, *this), rate_bps, 0, false});
  return static_cast<unsigned>(lanes_.size() - 1);
}

// Packets of one instant enter by flow and number, whichever source ran first.
void Downstream::enqueue(Port& port) {
  const TimePs now = platform::now_ps();
  std::sort(port.inbox.begin(), port.inbox.end(), [](const auto& a, const auto& b) {
    return std::tie(a->flow, a->sequence) < std::tie(b->flow, b->sequence);
  });
  for (PacketHandle& packet : port.inbox) {
    if (packet->flow >= flow_of_packets_.size()) {
      flow_of_packets_.resize(packet->flow + 1);
    }
    const unsigned own = port.classifier ? port.classifier->service_flow_of(packet->flow) : 0;
    flow_of_packets_[packet->flow] = port.first_flow + own;
    Flow& flow = flows_[port.first_flow + own];
    flow.counters.offered.add(packet->size_bytes);
    flow.counters.queued.add(packet->size_bytes);
    lanes_[flow.lane].discipline->enqueue(std::move(packet), now);
    list(flow.lane, now);
  }
  port.inbox.clear();
  sequencer_.post(serve_task_);
}

// Puts a lane among those that may send, or that wait, or among neither.
void Downstream::list(unsigned index, TimePs now) {
  Lane& lane = lanes_[index];
  if (lane.discipline->packets() > 0 && lane.next_start <= now) {
    ready_.insert(index);
    return;
  }
  ready_.erase(index);
  if (lane.discipline->packets() > 0 && !lane.waits) {
    lane.waits = true;
    waiting_.push({lane.next_start, index});
  }
}

void Downstream::wake_lanes(TimePs now) {
  while (!waiting_.empty() && waiting_.top().first <= now) {
    const unsigned index = waiting_.top().second;
    waiting_.pop();
    lanes_[index].waits = false;
    list(index, now);
  }
}

void Downstream::dropped(const Packet& packet, aqm_verdict verdict) {
  FlowCounters& counters = flow_of(packet).counters;
  counters.queued.remove(packet.size_bytes);
  (verdict == AQM_DROP ? counters.aqm_drops : counters.buffer_drops).add(packet.size_bytes);
}

void Downstream::marked(const Packet& packet) {
  flow_of(packet).counters.aqm_marks.add(packet.size_bytes);
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

// From the lane whose turn it is to the one before it.
bool Downstream::serve_packet(TimePs now) {
  wake_lanes(now);
  const auto end = static_cast<unsigned>(lanes_.size());
  return serve_lanes(turn_, end, now) || serve_lanes(0, turn_, now);
}

bool Downstream::serve_lanes(unsigned from, unsigned until, TimePs now) {
  std::optional<unsigned> lane = ready_.at_or_after(from);
  for (; lane && *lane < until; lane = ready_.at_or_after(*lane + 1)) {
    queue::QueuedPacket next = lanes_[*lane].discipline->dequeue(now);
    const bool found = static_cast<bool>(next.packet);
    if (found) {
      send_next(*lane, std::move(next), now);
    }
    list(*lane, now);
    if (found) {
      return true;
    }
  }
  return false;
}

void Downstream::send_next(unsigned index, queue::QueuedPacket next, TimePs now) {
  Lane& lane = lanes_[index];
  const std::uint32_t bytes = next.packet->size_bytes;
  Flow& flow = flow_of(*next.packet);
  flow.counters.queued.remove(bytes);
  flow.counters.sent.add(bytes);
  flow.counters.last_queue_delay = now - next.enqueued;
  if (now >= stats_from_) {
    flow.counters.queue_delay_ps.add(static_cast<std::uint64_t>(now - next.enqueued));
  }
  if (lane.rate_bps > 0) {
    lane.next_start = now + serialisation(bytes, lane.rate_bps);
  }
  free_at_ = now + serialisation(bytes + config_.mac_header_bytes, config_.rate_bps);
  turn_ = index + 1 < lanes_.size() ? index + 1 : 0;
  plant_.send(flow.modem, std::move(next.packet), free_at_ + latency_);
}

void Downstream::schedule(TimePs now) {
  TimePs next = management_.empty() ? kNever : management_.front().ready;
  if (!ready_.empty()) {
    next = now;
  } else if (!waiting_.empty()) {
    next = std::min(next, waiting_.top().first);
  }
  sequencer_.post_at(serve_task_, next == kNever ? kNever : std::max({next, free_at_, now}));
}

// Rounded up: the last bit is out when it is out.
TimePs Downstream::serialisation(std::uint64_t bytes, std::uint64_t rate_bps) const {
  const std::uint64_t bit_ps = bytes * 8 * static_cast<std::uint64_t>(kPsPerSecond);
  return static_cast<TimePs>((bit_ps + rate_bps - 1) / rate_bps);
}

}  // namespace docsis_vp::cmts
