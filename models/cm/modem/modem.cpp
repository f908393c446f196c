#include "models/cm/modem/modem.h"

#include <algorithm>
#include <string>
#include <utility>

#include "models/cm/aggregate_queue/aggregate_queue.h"
#include "models/cm/coupled_law/coupled_law.h"
#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

namespace {

std::unique_ptr<TransmitStaging> make_staging(const DataPathConfig& config,
                                              platform::InstantSequencer& sequencer,
                                              QueueMemory& memory, Shaper& shaper) {
  TransmitStagingConfig staging;
  staging.sojourn = config.aqm_engine.sojourn;
  staging.stats_from = config.stats_from;
  bool any = false;
  for (const DataPathFlowConfig& flow : config.flows) {
    staging.flows.push_back(flow.second_queue);
    any = any || flow.second_queue;
  }
  return any ? std::make_unique<TransmitStaging>("transmit_staging", staging, sequencer, memory,
                                                 shaper)
             : nullptr;
}

// Returns the part, or the fallback if it is null.
template <typename Interface, typename Part>
Interface& part_or(const std::unique_ptr<Part>& part, Interface& other) {
  return part != nullptr ? static_cast<Interface&>(*part) : other;
}

}  // namespace

Modem::Modem(const sc_core::sc_module_name& name, const DataPathConfig& config,
             const FlowTable& flows, docsis::UpstreamTransmitter& rf, PacketSink& lan)
    : sc_module(name),
      config_(config),
      channels_(geometries(config)),
      sequencer_("sequencer"),
      memory_("queue_memory", queue_memory_config(config)),
      shaper_("shaper", shaper_config(config), memory_),
      requests_("request_engine", request_engine_config(config), sequencer_, shaper_, memory_, rf),
      status_(config.aqm_engine.delay_bytes, memory_, shaper_, requests_),
      staging_(make_staging(config, sequencer_, memory_, shaper_)),
      aqm_("aqm_engine", aqm_engine_config(config), sequencer_, status_,
           part_or<QueueWriter>(staging_, memory_)),
      builder_("burst_builder", burst_builder_config(config), channels_, sequencer_, memory_,
               shaper_, requests_, part_or<DequeueAqm>(staging_, aqm_), rf),
      parser_("map_parser", map_parser_config(config), channels_, sequencer_,
              {&requests_, &builder_}),
      fifo_(memory_, aqm_),
      filter_(largest_frames(config), fifo_),
      classifier_("classifier", config.classifier, memory_.flows(), flows,
                  filter_.has_limits() ? static_cast<FlowSink&>(filter_) : fifo_),
      lan_port_("lan_port", 0, sequencer_, classifier_),
      resequencer_("resequencer", resequencer_config(config), sequencer_, lan) {
  aqm_.set_flow_table(flows);
  memory_.set_listener(shaper_);
  shaper_.set_listener(requests_);
  requests_.set_map_source(parser_);
  requests_.set_judge(part_or<DequeueAqm>(staging_, aqm_));
  if (staging_ != nullptr) {
    staging_->connect(aqm_, aqm_);
  }
  for (unsigned flow = 0; flow < config.flows.size(); ++flow) {
    if (const auto& manager = config.flows[flow].manager) {
      if (config.flows[flow].second_queue) {
        throw ConfigError("/service_flows/" + std::to_string(flow) + "/transmit_queue",
                          "cannot be combined with a manager of several queues");
      }
      managers_.push_back(
          std::make_unique<ManagedQueue>(flow, *manager, flows, memory_, shaper_, aqm_));
      aqm_.set_queue_manager(flow, *managers_.back());
    }
  }
  add_aggregates(flows);
  if (config.ingress_hold) {
    hold_ = std::make_unique<IngressHold>("ingress_hold", *config.ingress_hold, memory_.flows(),
                                          sequencer_, status_, memory_, aqm_);
    aqm_.hold_arrivals(*hold_);
    heads_ = std::make_unique<VerdictPort>("verdict_port", sequencer_, config.stats_from);
    aqm_.set_head_verdict_port(*heads_);
    builder_.connect(*heads_);
  }
}

Modem::~Modem() = default;

void Modem::add_aggregates(const FlowTable& flows) {
  if (config_.aggregates.size() > kMaxAggregates) {
    throw ConfigError("/aggregate_service_flows", "a modem has at most 16 aggregate service flows");
  }
  for (const auto& aggregate : config_.aggregates) {
    const auto order = static_cast<unsigned>(aggregates_.size());
    const auto channels = static_cast<unsigned>(config_.channels.size());
    aggregates_.push_back(std::make_unique<AggregateQueue>(*aggregate, channels, flows, sequencer_,
                                                           order, memory_, shaper_, aqm_));
    for (const std::optional<unsigned>& flow : {aggregate->classic, aggregate->low_latency}) {
      if (flow) {
        aqm_.set_queue_manager(*flow, *aggregates_.back());
      }
    }
    parser_.add_sink(*aggregates_.back());
  }
  std::vector<AggregateQueue*> in_firmware;
  for (const std::unique_ptr<AggregateQueue>& aggregate : aggregates_) {
    if (aggregate->config().queue.law_apart) {
      in_firmware.push_back(aggregate.get());
    }
  }
  if (!in_firmware.empty()) {
    coupled_law_ = std::make_unique<CoupledLaw>(std::move(in_firmware), sequencer_, aqm_);
  }
}

AggregateQueue* Modem::aggregate_of(unsigned flow) const {
  for (const std::unique_ptr<AggregateQueue>& aggregate : aggregates_) {
    if (aggregate->config().classic == flow || aggregate->config().low_latency == flow) {
      return aggregate.get();
    }
  }
  return nullptr;
}

void Modem::use_channels(unsigned flow, const std::vector<std::uint16_t>& sids) {
  parser_.set_sids(flow, sids);
  requests_.set_sids(flow, sids);
}

void Modem::receive_management(unsigned, docsis::ManagementOctets frame) {
  parser_.receive(std::move(frame));
}

void Modem::receive_packet(docsis::DownstreamFrame frame) {
  ++downstream_packets_;
  downstream_bytes_ += frame.packet->size_bytes;
  resequencer_.receive(std::move(frame));
}

FlowStatistics Modem::statistics(unsigned flow) const {
  const FlowAqm::Counters& aqm = aqm_.computed_flow(flow).counters();
  const QueueMemory::Counters& memory = memory_.counters(flow);
  const RequestEngine::FlowCounters& requests = requests_.counters(flow);
  FlowStatistics statistics;
  statistics.offered = aqm.offered;
  statistics.oversize_drops = filter_.drops(flow);
  statistics.ingress_fifo_drops = fifo_.lost(flow);
  if (hold_) {
    statistics.held = hold_->counters(flow).held;
    statistics.hold_drops = hold_->counters(flow).lost;
  }
  for (const PacketTally& unjudged : {statistics.oversize_drops, statistics.ingress_fifo_drops,
                                      statistics.held, statistics.hold_drops}) {
    statistics.offered.packets += unjudged.packets;
    statistics.offered.bytes += unjudged.bytes;
  }
  statistics.sent = {memory.read_packets, memory.read_bytes};
  statistics.aqm_drops = {aqm.aqm_drops.packets + aqm.head_drops.packets,
                          aqm.aqm_drops.bytes + aqm.head_drops.bytes};
  statistics.aqm_marks = aqm.aqm_marks;
  statistics.buffer_drops = aqm.buffer_drops;
  statistics.descriptor_drops = aqm.descriptor_drops;
  if (const TransmitQueue* queue = transmit_queue(flow)) {
    statistics.second_queue_drops = queue->counters().drops;
  }
  statistics.request_giveup_drops = {requests.giveup_drops, requests.giveup_drop_bytes};
  statistics.redirects = aqm.redirects;
  statistics.shaper_delays = shaper_.delayed_packets(flow);
  statistics.queued = {memory_.queued_packets(flow), memory_.queued_bytes(flow)};
  return statistics;
}

FlowSample Modem::sample(unsigned flow) {
  const TimePs now = platform::now_ps();
  aqm_.do_deferred_work();  // a query of the queue as of now needs all ticks before
  const aqm_queue queue = status_.contents(flow, now);
  const FlowAqm& aqm = aqm_.flow(flow);
  FlowSample sample;
  sample.queue_bytes = memory_.depth_bytes(flow, now);
  sample.queue_packets = memory_.queued_packets(flow);
  sample.eligible_bytes = shaper_.eligible_bytes(flow, now);
  sample.msr_tokens = shaper_.sustained_tokens(flow, now);
  sample.peak_tokens = shaper_.peak_tokens(flow, now);
  sample.outstanding_bytes = requests_.ledger(flow).outstanding();
  sample.granted_bytes = requests_.ledger(flow).granted();
  sample.drop_probability = static_cast<double>(aqm.law().drop_prob_q28) * 0x1p-28;
  sample.predicted_delay = aqm.queue_delay_us(queue) * kPsPerUs;
  sample.last_queue_delay = builder_.last_queue_delay(flow);
  return sample;
}

}  // namespace docsis_vp::cm
