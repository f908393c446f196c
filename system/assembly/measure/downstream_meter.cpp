#include "system/assembly/measure/downstream_meter.h"

#include "models/cmts/downstream_aggregate.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/modem/aggregate_part.h"
#include "system/assembly/modem/latency_result.h"
#include "system/scenario/derive/aggregate_of.h"
#include "system/scenario/derive/modem_index.h"

namespace docsis_vp::system {

DownstreamMeter::DownstreamMeter(const Scenario& scenario, cmts::Downstream& downstream,
                                 const std::vector<std::unique_ptr<ModemUnit>>& modems)
    : scenario_(scenario),
      downstream_(downstream),
      modems_(modems),
      warmup_(from_seconds(scenario.stats.warmup_s)),
      arrived_at_warmup_(scenario.modems.size()) {
  const ModemIndex index(scenario);
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (flow.direction == Direction::kDownstream) {
      arrived_at_warmup_[index.of(flow.modem)].push_back(0);
    }
  }
}

std::uint64_t DownstreamMeter::arrived(unsigned modem, unsigned flow) const {
  return downstream_.counters(modem, flow).sent.bytes -
         modems_[modem]->port().lost_downstream(flow).bytes;
}

std::uint64_t DownstreamMeter::packets_without_service_flow() const {
  std::uint64_t packets = 0;
  for (unsigned modem = 0; modem < arrived_at_warmup_.size(); ++modem) {
    if (arrived_at_warmup_[modem].empty()) {
      const auto& counters = downstream_.counters(modem, 0);
      packets += counters.sent.packets + counters.queued.packets -
                 modems_[modem]->port().lost_downstream(0).packets;
    }
  }
  return packets;
}

void DownstreamMeter::begin() {
  for (unsigned modem = 0; modem < arrived_at_warmup_.size(); ++modem) {
    for (unsigned flow = 0; flow < arrived_at_warmup_[modem].size(); ++flow) {
      arrived_at_warmup_[modem][flow] = arrived(modem, flow);
    }
  }
}

ServiceFlowResult DownstreamMeter::result(const ServiceFlowConfig& config, unsigned modem,
                                          unsigned flow, TimePs now) const {
  const auto& counters = downstream_.counters(modem, flow);
  ServiceFlowResult result;
  result.modem = config.modem;
  result.name = config.name;
  result.direction = "downstream";
  result.offered = amount(counters.offered);
  const FaultInjector::Lost lost = modems_[modem]->port().lost_downstream(flow);
  result.rf_lost = {lost.packets, lost.bytes};
  result.sent = {counters.sent.packets - lost.packets, counters.sent.bytes - lost.bytes};
  result.aqm_drops = amount(counters.aqm_drops);
  result.aqm_marks = amount(counters.aqm_marks);
  result.shaper_delays = counters.shaper_delays;
  result.buffer_drops = amount(counters.buffer_drops);
  result.descriptor_drops = amount(counters.packet_limit_drops);
  result.queued = amount(counters.queued);
  result.queue_delay_ms = spread_with_tail(counters.queue_delay_ps, kPsPerMs);
  result.latency = latency_result(counters.latency);
  if (const AggregateConfig* const aggregate = aggregate_of(scenario_, config)) {
    result.aggregate = part_of(config.name, *aggregate, modem, flow);
  }
  if (now > warmup_) {
    const std::uint64_t bytes = since_warmup(arrived(modem, flow), arrived_at_warmup_[modem][flow]);
    result.sent_mbps = 8e-6 * static_cast<double>(bytes) / to_seconds(now - warmup_);
    result.utilization = result.sent_mbps / config.nominal_rate_mbps();
  }
  return result;
}

ServiceFlowResult::Aggregate DownstreamMeter::part_of(const std::string& name,
                                                      const AggregateConfig& aggregate,
                                                      unsigned modem, unsigned flow) const {
  const bool is_classic = aggregate.classic_service_flow == name;
  const cmts::DownstreamAggregate& queues = *downstream_.aggregate(modem, flow);
  ServiceFlowResult::Aggregate part = aggregate_part(
      aggregate.name, is_classic,
      queues.counters(is_classic ? queue::Part::kClassic : queue::Part::kLowLatency));
  part.redirected = amount(downstream_.counters(modem, flow).redirects);
  return part;
}

QueueSample sample_of(cmts::Downstream& downstream, unsigned modem, unsigned flow) {
  downstream.release_due();
  const queue::LawSample law = downstream.law(modem, flow);
  const auto& counters = downstream.counters(modem, flow);
  QueueSample sample;
  sample.queue_bytes = counters.queued.bytes;
  sample.measured_delay_ms = to_ms(counters.last_queue_delay);
  if (law.is_periodic) {
    sample.predicted_delay_ms = to_ms(law.predicted_delay);
    sample.drop_probability = law.drop_probability;
  }
  if (const cmts::DownstreamAggregate* const queues = downstream.aggregate(modem, flow);
      queues != nullptr && downstream.is_low_latency(modem, flow)) {
    sample.predicted_delay_ms.reset();
    sample.drop_probability = queues->coupled_probability();
  }
  return sample;
}

DrainCounts drain_counts_of(cmts::Downstream& downstream, unsigned modem, unsigned flow) {
  const auto& counters = downstream.counters(modem, flow);
  DrainCounts counts;
  counts.sent_bytes = counters.sent.bytes;
  counts.offered_bytes = counters.offered.bytes;
  counts.aqm_drops = counters.aqm_drops.packets;
  counts.buffer_drops = counters.buffer_drops.packets;
  counts.estimated_bytes_per_s = downstream.law(modem, flow).departure_rate_bytes_per_s;
  return counts;
}

}  // namespace docsis_vp::system
