#include "system/assembly/modem/modem_unit.h"

#include <algorithm>

#include "models/cm/aggregate_queue/aggregate_queue.h"
#include "models/cm/coupled_law/coupled_law.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/configure/configure.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/modem/aggregate_part.h"
#include "system/assembly/modem/latency_result.h"

namespace docsis_vp::system {

namespace {

const std::string& name_of(const LoadedScenario& loaded, unsigned index) {
  return loaded.scenario.modems[index].name;
}

std::vector<SampledQueue> queues_of(const cm::Modem& modem) {
  std::vector<SampledQueue> queues;
  for (const cm::DataPathFlowConfig& flow : modem.config().flows) {
    queues.push_back({modem.config().name, flow.name});
  }
  return queues;
}

// Returns the flow's maximum rate, or the sum of its channels without one.
double rate_bps(const cm::DataPathConfig& modem, unsigned index, std::uint8_t data_iuc) {
  const cm::DataPathFlowConfig& flow = modem.flows[index];
  if (flow.shaper.max_sustained_rate_bps != 0) {
    return static_cast<double>(flow.shaper.max_sustained_rate_bps);
  }
  std::uint64_t channels = 0;
  for (std::size_t i = 0; i < flow.sids.size(); ++i) {
    const docsis::ChannelGeometry channel(modem.channels[i]);
    channels += flow.sids[i] == 0 ? 0 : channel.rate_bps(channel.data_iuc(data_iuc));
  }
  const std::uint64_t peak = flow.shaper.peak_rate_bps;
  return static_cast<double>(peak == 0 ? channels : std::min(channels, peak));
}

ServiceFlowResult::Aggregate part_of(const cm::AggregateQueue& aggregate, unsigned flow) {
  const bool is_classic = aggregate.config().classic == flow;
  return aggregate_part(
      aggregate.config().name, is_classic,
      aggregate.counters(is_classic ? queue::Part::kClassic : queue::Part::kLowLatency));
}

// Figures of the coupled law in firmware; those of its Classic service flow.
void add_coupled_law(const cm::Modem& modem, const cm::AggregateQueue& aggregate,
                     ServiceFlowResult& result) {
  const cm::CoupledLaw* law = modem.coupled_law();
  const cm::CoupledLaw::Counters* counters = law != nullptr ? law->counters_of(aggregate) : nullptr;
  if (counters == nullptr) {
    return;
  }
  result.commits = counters->updates;
  result.commit_conflicts = counters->commit_conflicts;
  result.missed_updates = counters->missed_updates;
  result.update_latency_us = spread_by_decades(*law->update_latency_of(aggregate), kPsPerUs);
}

QueueSample sample_of(cm::Modem& modem, unsigned flow) {
  const cm::FlowSample flow_sample = modem.sample(flow);
  QueueSample sample;
  sample.queue_bytes = flow_sample.queue_bytes;
  sample.measured_delay_ms = to_ms(flow_sample.last_queue_delay);
  if (modem.aqm().flow(flow).has_law()) {
    sample.predicted_delay_ms = to_ms(flow_sample.predicted_delay);
    sample.drop_probability = flow_sample.drop_probability;
  }
  if (cm::AggregateQueue* aggregate = modem.aggregate(flow)) {
    const cm::AggregateQueue::State state = aggregate->state(platform::now_ps());
    const bool is_classic = aggregate->config().classic == flow;
    sample.drop_probability = is_classic ? state.classic_probability : state.coupled_probability;
    if (is_classic) {
      sample.predicted_delay_ms = to_ms(state.classic_delay);
    }
  }
  sample.sustained_tokens_bytes = flow_sample.msr_tokens;
  sample.peak_tokens_bytes = flow_sample.peak_tokens;
  if (const cm::IngressHold* hold = modem.hold()) {
    sample.hold_packets = hold->counters(flow).held.packets;
    sample.hold_bytes = hold->counters(flow).held.bytes;
  }
  if (const cm::TransmitQueue* queue = modem.transmit_queue(flow)) {
    sample.shaping_queue_packets = queue->shaping_packets();
    sample.transmit_queue_packets = queue->packets();
    sample.shaping_delay_ms = to_ms(queue->last_waits().shaping);
    sample.transmit_delay_ms = to_ms(queue->last_waits().transmit);
  }
  return sample;
}

}  // namespace

ModemUnit::ModemUnit(const LoadedScenario& loaded, unsigned index, const FlowTable& flows,
                     docsis::UpstreamTransmitter& rf, PacketSink& lan, TimeSeries& series,
                     platform::TextSink& console, platform::Outcome& outcome)
    : warmup_(from_seconds(loaded.scenario.stats.warmup_s)),
      data_iuc_(static_cast<std::uint8_t>(loaded.scenario.modems[index].data_iuc)),
      injector_(name_of(loaded, index), loaded.scenario.seed, rf),
      modem_(name_of(loaded, index).c_str(), modem_config(loaded.scenario, index), flows, injector_,
             lan),
      verdicts_(modem_.flows()),
      at_warmup_(modem_.flows()),
      loads_(modem_.flows()),
      rates_(series.asks() ? std::optional<RateMeter>(modem_.flows()) : std::nullopt),
      sampler_(("sampler_" + name_of(loaded, index)).c_str(),
               {queues_of(modem_), modem_.sequencer(), cm::kObserve,
                from_seconds(loaded.scenario.stats.queue_interval_s)},
               series,
               [this](unsigned flow, TimePs at) {
                 QueueSample sample = sample_of(modem_, flow);
                 loads_.add_to(sample, flow, load_counts(flow, at), at);
                 if (rates_) {
                   rates_->add_to(sample, flow, drain_counts(flow), at);
                 }
                 return sample;
               }),
      before_(("before_" + name_of(loaded, index)).c_str(), modem_.sequencer(), cm::kLatch),
      after_(("after_" + name_of(loaded, index)).c_str(), modem_.sequencer(), cm::kObserve) {
  injector_.connect(modem_);
  modem_.aqm().observe(verdicts_);
  script(loaded.scenario);
  set_fault_rules(loaded.scenario.rf);
  after_.add(warmup_, [this] {
    for (unsigned i = 0; i < modem_.flows(); ++i) {
      at_warmup_[i].sent_bytes = modem_.statistics(i).sent.bytes;
      at_warmup_[i].injected_bytes = injector_.lost(sid_of(i)).bytes;
    }
  });
  if (loaded.scenario.modems[index].has_cpu()) {
    cpu_ = std::make_unique<ControlCpu>(("soc_" + name_of(loaded, index)).c_str(), loaded, index,
                                        modem_, console, outcome);
    if (loaded.scenario.modems[index].cpu.recovery.resets()) {
      recovery_ = std::make_unique<CpuRecovery>(loaded, index, *cpu_);
    }
    cpu_faults_ =
        std::make_unique<CpuFaults>(loaded, index, modem_, *cpu_, recovery_.get(), before_);
  }
}

LoadCounts ModemUnit::load_counts(unsigned flow, TimePs at) {
  const cm::PortSchedule& port = modem_.memory().port(at);
  LoadCounts counts;
  counts.port = {port.counters().read_cycles + port.counters().write_cycles, port.now()};
  if (cpu_ != nullptr) {
    counts.cpu.emplace();
    for (unsigned i = 0; i < cpu_->harts(); ++i) {
      const platform::Cpu& hart = cpu_->hart(i);
      counts.cpu->busy += hart.counters().cycles_busy;
      counts.cpu->all += hart.clock().cycle_at(at);
    }
  }
  counts.missed = modem_.builder().flow(flow).missed;
  return counts;
}

DrainCounts ModemUnit::drain_counts(unsigned flow) {
  const cm::FlowStatistics statistics = modem_.statistics(flow);
  DrainCounts counts;
  counts.sent_bytes = statistics.sent.bytes;
  counts.estimated_bytes_per_s = modem_.aqm().flow(flow).departure_rate();
  counts.offered_bytes = statistics.offered.bytes;
  counts.aqm_drops = statistics.aqm_drops.packets;
  counts.buffer_drops = statistics.buffer_drops.packets;
  counts.ingress_drops = statistics.ingress_fifo_drops.packets + statistics.hold_drops.packets;
  counts.other_drops = statistics.oversize_drops.packets + statistics.request_giveup_drops.packets;
  return counts;
}

void ModemUnit::set_fault_rules(const RfConfig& rf) {
  injector_.set_map_delay(from_us(rf.map_delay_us));
  injector_.lost_maps().affect_share(rf.map_loss_percent / 100);
  injector_.delayed_maps().affect_share(rf.map_delay_percent / 100);
  injector_.lost_requests().affect_share(rf.request_loss_percent / 100);
  injector_.lost_bursts().affect_share(rf.upstream_loss_percent / 100);
  injector_.lost_packets().affect_share(rf.downstream_loss_percent / 100);
}

void ModemUnit::script(const Scenario& scenario) {
  std::vector<EventConfig> events;
  std::copy_if(scenario.events.begin(), scenario.events.end(), std::back_inserter(events),
               [this](const EventConfig& event) { return event.modem == modem_.config().name; });
  std::stable_sort(events.begin(), events.end(),
                   [](const EventConfig& a, const EventConfig& b) { return a.time_s < b.time_s; });
  for (const EventConfig& event : events) {
    if (event.goes_wrong()) {
      add_event(event);
    }
  }
}

void ModemUnit::add_event(const EventConfig& event) {
  const TimePs at = from_seconds(event.time_s);
  switch (event.kind) {
    case EventKind::kLoseMap:
      injector_.lost_maps().affect_from(at, event.count);
      break;
    case EventKind::kLoseRequest:
      injector_.lost_requests().affect_from(at, event.count);
      break;
    case EventKind::kLoseBurst:
      injector_.lost_bursts().affect_from(at, event.count);
      break;
    case EventKind::kLosePacket:
      injector_.lost_packets().affect_from(at, event.count);
      break;
    case EventKind::kDelayMap:
      injector_.delayed_maps().affect_from(at, event.count);
      break;
    case EventKind::kMissGrant:
      before_.add(at, [this, event] {
        modem_.miss_grants(event.count);
        misses_.push_back({event.time_s, "miss_grant", event.modem, {}});
      });
      break;
    default:
      add_cpu_fault(event);
  }
}

void ModemUnit::add_cpu_fault(const EventConfig& event) {
  if (!event.affects_cpu()) {
    throw InputError("event: a change of channels is scripted in the scenario, not at run time");
  }
  if (cpu_faults_ == nullptr) {
    throw InputError("event: the modem " + modem_.config().name + " has no CPU");
  }
  cpu_faults_->add(event);
}

// The SID is the same on every channel of the flow.
std::uint16_t ModemUnit::sid_of(unsigned flow) const {
  const std::vector<std::uint16_t>& sids = modem_.config().flows[flow].sids;
  return *std::find_if(sids.begin(), sids.end(), [](std::uint16_t sid) { return sid != 0; });
}

ServiceFlowResult ModemUnit::result(unsigned flow, const PlantLoss& lost, TimePs now) const {
  const cm::FlowStatistics statistics = modem_.statistics(flow);
  const FaultInjector::Lost injected = injector_.lost(sid_of(flow));
  ServiceFlowResult result;
  result.modem = modem_.config().name;
  result.name = modem_.config().flows[flow].name;
  result.direction = "upstream";
  result.offered = amount(statistics.offered);
  result.rf_lost = {lost.packets + injected.packets, lost.bytes + injected.bytes};
  result.sent = {statistics.sent.packets - result.rf_lost.packets,
                 statistics.sent.bytes - result.rf_lost.bytes};
  result.aqm_drops = amount(statistics.aqm_drops);
  result.aqm_marks = amount(statistics.aqm_marks);
  result.buffer_drops = amount(statistics.buffer_drops);
  result.descriptor_drops = amount(statistics.descriptor_drops);
  result.oversize_drops = amount(statistics.oversize_drops);
  result.ingress_fifo_drops = amount(statistics.ingress_fifo_drops);
  result.hold_drops = amount(statistics.hold_drops);
  result.request_giveup_drops = amount(statistics.request_giveup_drops);
  result.queued = amount(statistics.queued);
  result.held = amount(statistics.held);
  result.first_buffer_drop_s = to_seconds(verdicts_.flow(flow).first_buffer_drop);
  result.last_buffer_drop_s = to_seconds(verdicts_.flow(flow).last_buffer_drop);
  result.shaper_delays = statistics.shaper_delays;
  result.drop_digest = verdicts_.digest(flow);
  const cm::FlowAqm& aqm = modem_.aqm().computed_flow(flow);
  result.commits = aqm.counters().updates;
  result.commit_conflicts = aqm.counters().commit_conflicts;
  result.missed_updates = aqm.counters().missed_updates;
  result.update_latency_us = spread_by_decades(aqm.update_latency_ps(), kPsPerUs);
  if (now > warmup_) {
    const std::uint64_t before =
        at_warmup_[flow].sent_bytes - at_warmup_[flow].injected_bytes - lost.bytes_at_warmup;
    result.sent_mbps = 8e-6 * static_cast<double>(since_warmup(result.sent.bytes, before)) /
                       to_seconds(now - warmup_);
    result.utilization = 1e6 * result.sent_mbps / rate_bps(modem_.config(), flow, data_iuc_);
  }
  const cm::BurstBuilder::FlowCounters& counters = modem_.builder().flow(flow);
  result.queue_delay_ms = spread_with_tail(counters.queue_delay_ps, kPsPerMs);
  result.latency = latency_result(counters.latency);
  result.request_grant_ms = spread(counters.request_grant_ps, kPsPerMs);
  result.deadline_slack_us =
      spread_about_zero(counters.deadline_excess_ps, counters.deadline_slack_ps, kPsPerUs);
  result.grants_missed_in_stats = counters.missed_in_stats;
  if (counters.release_to_rf_min != kNever) {
    result.release_to_rf_min_us = 1e6 * to_seconds(counters.release_to_rf_min);
    result.release_to_rf_max_us = 1e6 * to_seconds(counters.release_to_rf_max);
  }
  if (const cm::TransmitQueue* queue = modem_.transmit_queue(flow)) {
    const cm::TransmitQueue::Counters& second = queue->counters();
    result.transmit_queue = {amount(second.drops), second.peak_packets,
                             spread(second.shaping_ps, kPsPerMs),
                             spread(second.waiting_ps, kPsPerMs)};
  }
  if (const cm::AggregateQueue* aggregate = modem_.aggregate(flow)) {
    result.aggregate = part_of(*aggregate, flow);
    result.aggregate->redirected = amount(statistics.redirects);
    if (aggregate->config().classic == flow) {
      add_coupled_law(modem_, *aggregate, result);
    }
  }
  result.grants = counters.grants;
  result.grants_missed = counters.missed;
  result.grants_late = counters.late;
  return result;
}

std::vector<EventResult> ModemUnit::events() const {
  std::vector<EventResult> events = injector_.events();
  events.insert(events.end(), misses_.begin(), misses_.end());
  if (cpu_faults_) {
    const std::vector<EventResult> of_cpu = cpu_faults_->events();
    events.insert(events.end(), of_cpu.begin(), of_cpu.end());
  }
  if (recovery_) {
    events.insert(events.end(), recovery_->events().begin(), recovery_->events().end());
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const EventResult& a, const EventResult& b) { return a.time_s < b.time_s; });
  return events;
}

TimePs max_cpu_lead(const std::vector<std::unique_ptr<ModemUnit>>& modems) {
  const auto cpus = std::count_if(modems.begin(), modems.end(),
                                  [](const auto& unit) { return unit->cpu() != nullptr; });
  return cpus > 1 ? ControlCpu::kLookahead : 0;
}

}  // namespace docsis_vp::system
