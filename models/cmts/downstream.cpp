#include "models/cmts/downstream.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "models/cmts/downstream_aggregate.h"
#include "models/queue/managers.h"
#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cmts {

namespace {

constexpr std::size_t kMaxChannels = 32;

void require_downstream(bool holds, const std::string& what) {
  if (!holds) throw InputError("cmts: " + what);
}

// Limits of a queue in bytes and packets.
queue::FifoLimits limits_of(const queue::DisciplineConfig& queue) {
  const aqm_config& settings = queue.law.settings;
  return {settings.buffer_bytes,
          settings.buffer_packets != 0 ? settings.buffer_packets : UINT32_MAX};
}

docsis::PacketShaperConfig rates_of(const DownstreamFlowConfig& flow) {
  return {flow.max_sustained_rate_bps, flow.max_burst_bytes, flow.peak_rate_bps};
}

bool is_several(std::uint64_t channels) {
  return (channels & (channels - 1)) != 0;
}

}  // namespace

// An aggregate of a modem. Flows are indices in flows_.
struct Downstream::Aggregate final : queue::PartClassifier, queue::DualQueueListener {
  explicit Aggregate(Downstream& downstream) : owner(downstream) {}

  queue::Part part_of(const Packet& packet) const override {
    return owner.index_of(packet) == low_latency ? queue::Part::kLowLatency : queue::Part::kClassic;
  }
  void dropped(const Packet& packet, aqm_verdict verdict, queue::Shortage shortage) override {
    owner.dropped(packet, verdict, shortage);
  }
  void marked(const Packet& packet) override { owner.marked(packet); }
  std::uint64_t admitted(const Packet& packet) override { return owner.admitted(packet); }
  void redirected(const Packet& packet) override { owner.redirected(packet); }

  Downstream& owner;
  std::optional<unsigned> classic;
  std::optional<unsigned> low_latency;
  unsigned slot = 0;
  DownstreamAggregate* queue = nullptr;
};

Downstream::Downstream(const sc_core::sc_module_name& name, const DownstreamConfig& config,
                       TimePs latency_ps, platform::InstantSequencer& sequencer,
                       docsis::DownstreamTransmitter& plant)
    : sc_module(name),
      config_(config),
      sequencer_(sequencer),
      plant_(plant),
      serve_task_(sequencer.add(kServe, 0, [this] { serve(); })) {
  require_downstream(config.further_channels.size() < kMaxChannels,
                     "at most 32 downstream channels");
  channels_.push_back({config.rate_bps, latency_ps, 0, {}});
  for (const BondedChannelConfig& channel : config.further_channels) {
    channels_.push_back({channel.rate_bps, latency_ps + channel.latency_ps, 0, {}});
  }
  for (const Channel& channel : channels_) {
    require_downstream(channel.rate_bps > 0, "a downstream channel needs a rate");
  }
  if (config.shared_queue) {
    add_slot(*config.shared_queue, {});
  }
  for (unsigned modem = 0; modem < config.modems.size(); ++modem) {
    add_port(modem);
  }
}

void Downstream::add_port(unsigned modem) {
  const DownstreamModemConfig& config = config_.modems[modem];
  const auto flows = static_cast<unsigned>(config.flows.size());
  require_downstream(flows >= 1 && flows <= docsis::kMaxDownstreamFlows,
                     "a modem has 1 to " + std::to_string(docsis::kMaxDownstreamFlows) +
                         " downstream service flows");
  auto port = std::make_unique<Port>();
  Port* const own = port.get();
  port->owner = this;
  port->modem = modem;
  port->first_flow = static_cast<unsigned>(flows_.size());
  port->task = sequencer_.add(kEnqueue, modem, [this, own] { enqueue(*own); });
  if (flows > 1) {
    require_downstream(config_.flows != nullptr, "classifiers need to know the flows' headers");
    port->classifier.emplace(config.classifier, kMaxClassifiers, flows, *config_.flows,
                             "/classifiers");
  }
  const std::uint64_t channels = channels_of(config);
  for (const auto& aggregate : config.aggregates) {
    add_aggregate(config, *aggregate, port->first_flow);
  }
  for (const DownstreamFlowConfig& flow : config.flows) {
    QueueSlotConfig slot;
    if (flow.max_sustained_rate_bps > 0 || flow.peak_rate_bps > 0) {
      slot.shaper = rates_of(flow);
    }
    slot.priority = flow.priority;
    slot.min_reserved_rate_bps = flow.min_reserved_rate_bps;
    slot.min_packet_bytes = flow.min_packet_bytes;
    slot.weight = flow.weight;
    slot.channels = channels;
    const auto index = static_cast<unsigned>(flows_.size());
    Flow& entry = flows_.emplace_back();
    entry.modem = modem;
    entry.aggregate = aggregate_of(index);
    entry.slot = entry.aggregate != nullptr ? entry.aggregate->slot
                 : config_.shared_queue     ? 0
                                            : add_slot(flow.queue, slot);
    if (config_.shared_queue && slot.shaper) {
      entry.regulator = std::make_unique<Regulator>(*slot.shaper, limits_of(flow.queue));
    }
    entry.priority = static_cast<std::uint8_t>(flow.priority);
    entry.sequenced = is_several(channels) && flow.is_resequenced;
    entry.tos = flow.tos;
    entry.counters.latency.edges = flow.latency_edges;
    entry.number = index - port->first_flow;
  }
  ports_.push_back(std::move(port));
}

Downstream::~Downstream() = default;

DownstreamAggregate* Downstream::aggregate(unsigned modem, unsigned flow) const {
  const Aggregate* const own = flows_[ports_[modem]->first_flow + flow].aggregate;
  return own == nullptr ? nullptr : own->queue;
}

bool Downstream::is_low_latency(unsigned modem, unsigned flow) const {
  const unsigned index = ports_[modem]->first_flow + flow;
  return flows_[index].aggregate != nullptr && flows_[index].aggregate->low_latency == index;
}

const Downstream::Aggregate* Downstream::aggregate_of(unsigned flow) const {
  const auto own = std::find_if(aggregates_.begin(), aggregates_.end(), [flow](const auto& each) {
    return each->classic == flow || each->low_latency == flow;
  });
  return own == aggregates_.end() ? nullptr : own->get();
}

// One slot for both queues: the law sees them, and the aggregate's rate limits them.
void Downstream::add_aggregate(const DownstreamModemConfig& modem,
                               const DownstreamAggregateConfig& config, unsigned first_flow) {
  require_downstream(!config_.shared_queue, "one downstream queue for all excludes aggregates");
  require_downstream(config_.flows != nullptr, "aggregates need to know the flows' headers");
  auto own = std::make_unique<Aggregate>(*this);
  QueueSlotConfig slot;
  slot.is_aggregate = true;
  slot.shaper = config.shaper;
  slot.channels = channels_of(modem);
  queue::DualQueueConfig queue = config.queue;
  docsis::PacketShaperConfig rates[2];
  const auto add = [&](const std::optional<unsigned>& number, std::optional<unsigned>& to,
                       docsis::PacketShaperConfig& own_rates) {
    if (!number) {
      queue.law.protect = 0;  // there is no Classic flow to redirect to, or nothing to protect
      return;
    }
    require_downstream(*number < modem.flows.size(), "an aggregate names an unknown service flow");
    const DownstreamFlowConfig& flow = modem.flows[*number];
    to = first_flow + *number;
    require_downstream(aggregate_of(*to) == nullptr, "a service flow has two aggregates");
    own_rates = rates_of(flow);
    slot.weight = std::max(slot.weight, flow.weight);
    slot.min_packet_bytes = flow.min_packet_bytes;
    slot.priority = std::max(slot.priority, flow.priority);
    slot.min_reserved_rate_bps += flow.min_reserved_rate_bps;
  };
  add(config.classic, own->classic, rates[0]);
  add(config.low_latency, own->low_latency, rates[1]);
  require_downstream(own->classic || own->low_latency, "an aggregate has one service flow or two");
  auto queues =
      std::make_unique<DownstreamAggregate>(queue, rates[0], rates[1], *config_.flows, *own, *own);
  own->queue = queues.get();
  own->slot = slots_.add(std::move(queues), slot);
  aggregates_.push_back(std::move(own));
}

// Channel mask of the modem, one bit per channel.
std::uint64_t Downstream::channels_of(const DownstreamModemConfig& modem) const {
  const std::uint64_t all = (std::uint64_t{1} << channels_.size()) - 1;
  if (modem.channels.empty()) return all;
  std::uint64_t channels = 0;
  for (const unsigned channel : modem.channels) {
    require_downstream(channel < channels_.size(),
                       "a modem names a downstream channel that is not there");
    channels |= std::uint64_t{1} << channel;
  }
  require_downstream(!config_.shared_queue || channels == all,
                     "with one downstream queue for all modems each has to listen to all channels");
  return channels;
}

unsigned Downstream::add_slot(const queue::DisciplineConfig& queue, const QueueSlotConfig& slot) {
  static const FlowTable kNoFlows;
  require_downstream(
      config_.flows != nullptr || queue::find_manager(queue.law.algorithm) == nullptr,
      queue.law.algorithm + " needs to know the flows' headers");
  const FlowTable& flows = config_.flows != nullptr ? *config_.flows : kNoFlows;
  return slots_.add(queue::make_discipline(queue, flows, *this), slot);
}

void Downstream::Port::push(PacketHandle packet) {
  inbox.push_back(std::move(packet));
  owner->sequencer_.post(task);
}

void Downstream::send_management(docsis::ManagementOctets frame, TimePs ready) {
  management_.push_back({std::move(frame), ready});
  schedule(platform::now_ps());
}

// Packets of one instant enter in the order of flow and number, whichever source ran first.
void Downstream::enqueue(Port& port) {
  const TimePs now = platform::now_ps();
  release_until(now);
  std::sort(port.inbox.begin(), port.inbox.end(), [](const auto& a, const auto& b) {
    return std::tie(a->flow, a->sequence) < std::tie(b->flow, b->sequence);
  });
  for (PacketHandle& packet : port.inbox) {
    if (packet->flow >= flow_of_packets_.size()) {
      flow_of_packets_.resize(packet->flow + 1);
    }
    const unsigned own =
        port.classifier ? port.classifier->service_flow_of(packet->flow, packet->ecn) : 0;
    flow_of_packets_[packet->flow] = port.first_flow + own;
    Flow& flow = flows_[port.first_flow + own];
    if (flow.aggregate != nullptr || (port.classifier && port.classifier->depends_on_ecn())) {
      spread_[&*packet] = port.first_flow + own;
    }
    for (DownstreamObserver* const observer : observers_) {
      observer->arrived(flow.modem, flow.number, *packet);
    }
    packet->overwrite_tos(flow.tos, config_.flows);
    flow.counters.offered.add(packet->size_bytes);
    flow.counters.queued.add(packet->size_bytes);
    if (flow.regulator == nullptr) {
      slots_.enqueue(flow.slot, std::move(packet), now);
      continue;
    }
    const queue::Shortage shortage = flow.regulator->shortage(*packet);
    if (shortage == queue::Shortage::kNone) {
      regulate(port.first_flow + own, std::move(packet), now);
    } else {
      dropped(*packet, AQM_DROP_FULL, shortage);
    }
  }
  port.inbox.clear();
  sequencer_.post(serve_task_);
}

void Downstream::assign(unsigned modem, FlowId packets, unsigned service_flow) {
  if (ports_[modem]->classifier) {
    ports_[modem]->classifier->assign(packets, service_flow);
  }
}

std::uint64_t Downstream::admitted(const Packet& packet) {
  for (DownstreamObserver* const observer : observers_) {
    const Flow& flow = flow_of(packet);
    observer->enqueued(flow.modem, flow.number, packet);
  }
  return 0;
}

void Downstream::dropped(const Packet& packet, aqm_verdict verdict, queue::Shortage shortage) {
  Flow& flow = flow_of(packet);
  for (DownstreamObserver* const observer : observers_) {
    observer->dropped(flow.modem, flow.number, packet, verdict);
  }
  FlowCounters& counters = flow.counters;
  counters.queued.remove(packet.size_bytes);
  (verdict == AQM_DROP ? counters.aqm_drops : counters.buffer_drops).add(packet.size_bytes);
  if (shortage == queue::Shortage::kPackets) {
    counters.packet_limit_drops.add(packet.size_bytes);
  }
  forget_own(packet);
}

void Downstream::marked(const Packet& packet) {
  Flow& flow = flow_of(packet);
  flow.counters.aqm_marks.add(packet.size_bytes);
  for (DownstreamObserver* const observer : observers_) {
    observer->marked(flow.modem, flow.number, packet);
  }
}

// The packet is offered to both service flows.
void Downstream::redirected(const Packet& packet) {
  Flow& from = flow_of(packet);
  const unsigned classic = *from.aggregate->classic;
  Flow& to = flows_[classic];
  from.counters.queued.remove(packet.size_bytes);
  from.counters.redirects.add(packet.size_bytes);
  to.counters.offered.add(packet.size_bytes);
  to.counters.queued.add(packet.size_bytes);
  spread_[&packet] = classic;
  for (DownstreamObserver* const observer : observers_) {
    observer->redirected(from.modem, from.number, to.number, packet);
  }
}

// Most regulators are empty and need no check.
void Downstream::regulate(unsigned index, PacketHandle packet, TimePs now) {
  Flow& flow = flows_[index];
  flow.regulator->push(std::move(packet), now);
  let_go(flow, now);
  if (flow.regulator->next() == kNever) return;
  ++flow.counters.shaper_delays;
  next_let_go_ = std::min(next_let_go_, flow.regulator->next());
  const auto place = std::lower_bound(held_.begin(), held_.end(), index);
  if (place == held_.end() || *place != index) {
    held_.insert(place, index);
  }
}

void Downstream::release_held(TimePs now) {
  next_let_go_ = kNever;
  for (const unsigned index : held_) {
    let_go(flows_[index], now);
    next_let_go_ = std::min(next_let_go_, flows_[index].regulator->next());
  }
  held_.erase(
      std::remove_if(held_.begin(), held_.end(),
                     [this](unsigned index) { return flows_[index].regulator->next() == kNever; }),
      held_.end());
}

// Performs the deferred releases before `end`, each at its own time. While all channels are busy,
// no result depends on whether a packet waits in its regulator or in the common queue, so no event
// wakes up for it.
void Downstream::release_until(TimePs end) {
  while (next_let_go_ < end) {
    release_held(next_let_go_);
  }
}

// Moves the packets that the flow's rate has released into the common queue.
void Downstream::let_go(Flow& flow, TimePs now) {
  while (flow.regulator->next() <= now) {
    slots_.enqueue(flow.slot, flow.regulator->pop(now), now);
  }
}

void Downstream::serve() {
  const TimePs now = platform::now_ps();
  release_until(now + 1);
  for (unsigned channel = 0; channel < channels_.size(); ++channel) {
    if (now >= channels_[channel].free_at && !(channel == 0 && serve_management(now))) {
      serve_packet(channel, now);
    }
  }
  schedule(now);
}

bool Downstream::serve_management(TimePs now) {
  if (management_.empty() || management_.front().ready > now) return false;
  docsis::ManagementOctets frame = std::move(management_.front().frame);
  management_.pop_front();
  ++channels_[0].counters.management_frames;
  const TimePs departed = occupy(channels_[0], frame->size(), now);
  plant_.broadcast(0, std::move(frame), departed);
  return true;
}

void Downstream::serve_packet(unsigned index, TimePs now) {
  DownstreamScheduler::Next next;
  if (!slots_.next(index, now, next)) return;
  docsis::DownstreamFrame frame(index, std::move(next.packet.packet));
  const std::uint32_t bytes = frame.packet->size_bytes;
  Flow& flow = flow_of(*frame.packet);
  forget_own(*frame.packet);
  frame.service_flow = flow.number;
  for (DownstreamObserver* const observer : observers_) {
    observer->departed(flow.modem, flow.number, *frame.packet);
  }
  flow.counters.queued.remove(bytes);
  flow.counters.sent.add(bytes);
  flow.counters.shaper_delays += next.was_delayed ? 1 : 0;
  flow.counters.last_queue_delay = now - next.packet.enqueued;
  flow.counters.latency.add(now - next.packet.enqueued);
  if (now >= stats_from_) {
    flow.counters.queue_delay_ps.add(static_cast<std::uint64_t>(now - next.packet.enqueued));
  }
  std::uint32_t header_bytes = docsis::kPlainHeaderBytes;
  if (flow.sequenced) {
    write_header(frame, flow);
    header_bytes = frame.header_bytes;
  }
  channels_[index].counters.packets.add(bytes);
  const TimePs departed = occupy(channels_[index], bytes + header_bytes, now);
  plant_.send(flow.modem, std::move(frame), departed);
}

void Downstream::write_header(docsis::DownstreamFrame& frame, Flow& flow) {
  docsis::DsService service;
  service.priority = flow.priority;
  service.dsid = docsis::dsid_of(flow.modem, flow.number);
  service.sequence = flow.next_sequence++;
  header_.clear();
  docsis::append_ds_packet_header(header_, service, frame.packet->size_bytes);
  std::copy(header_.begin(), header_.end(), frame.header.begin());
  frame.header_bytes = static_cast<std::uint8_t>(header_.size());
}

// Returns when the last octet leaves the CMTS, rounded up to whole ps.
TimePs Downstream::occupy(Channel& channel, std::uint64_t octets, TimePs now) {
  const std::uint64_t bit_ps = octets * 8 * static_cast<std::uint64_t>(kPsPerSecond);
  channel.free_at = now + static_cast<TimePs>((bit_ps + channel.rate_bps - 1) / channel.rate_bps);
  channel.counters.octets += octets;
  return channel.free_at + channel.latency;
}

// Wakes up when a channel is free for a waiting packet, or when the next packet starts to wait.
void Downstream::schedule(TimePs now) {
  TimePs first_free = kNever;  // over all channels
  TimePs next_free = kNever;   // over the busy channels
  for (const Channel& channel : channels_) {
    first_free = std::min(first_free, channel.free_at);
    if (channel.free_at > now) {
      next_free = std::min(next_free, channel.free_at);
    }
  }
  TimePs next = slots_.any_ready() ? next_free : kNever;
  if (next_let_go_ != kNever) {
    // Observers are told at the time of the event.
    next = std::min(next, !observers_.empty() ? next_let_go_ : std::max(next_let_go_, first_free));
  }
  if (slots_.next_release() != kNever) {
    next = std::min(next, std::max(slots_.next_release(), first_free));
  }
  if (!management_.empty()) {
    next = std::min(next, std::max(management_.front().ready, channels_[0].free_at));
  }
  sequencer_.post_at(serve_task_, next == kNever ? kNever : std::max(next, now));
}

}  // namespace docsis_vp::cmts
