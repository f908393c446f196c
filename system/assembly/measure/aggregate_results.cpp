#include "system/assembly/measure/aggregate_results.h"

#include <algorithm>

#include "models/cm/aggregate_queue/aggregate_queue.h"
#include "models/cm/modem/modem.h"
#include "models/cmts/downstream.h"
#include "models/cmts/downstream_aggregate.h"
#include "system/assembly/configure/units.h"
#include "system/scenario/derive/modem_index.h"

namespace docsis_vp::system {

namespace {

using Amount = ServiceFlowResult::Amount;

void add(Amount& to, const Amount& more) {
  to.packets += more.packets;
  to.bytes += more.bytes;
}

void add_flow(AggregateResult& result, const ServiceFlowResult& flow) {
  add(result.offered, flow.offered);
  add(result.sent, flow.sent);
  add(result.aqm_drops, flow.aqm_drops);
  add(result.aqm_marks, flow.aqm_marks);
  add(result.buffer_drops, flow.buffer_drops);
  result.sent_mbps += flow.sent_mbps;
  if (flow.aggregate) {
    add(result.redirected, flow.aggregate->redirected);
  }
  (result.low_latency == flow.name ? result.low_latency_delay_ms : result.classic_delay_ms) =
      flow.queue_delay_ms;
}

void add_law(AggregateResult& result, cm::AggregateQueue& queue, TimePs now) {
  const cm::AggregateQueue::State state = queue.state(now);
  result.coupled_probability_mean = state.mean_coupled_probability;
  result.coupled_probability_at_end = state.coupled_probability;
  result.drop_probability_at_end = state.classic_probability;
}

void add_law(AggregateResult& result, cmts::DownstreamAggregate& queue, TimePs now) {
  result.drop_probability_at_end = queue.sample(now).drop_probability;
  result.coupled_probability_mean = queue.mean_coupled_probability();
  result.coupled_probability_at_end = queue.coupled_probability();
}

// Number of the aggregate's first service flow among the modem's downstream ones.
unsigned number_of(const Scenario& scenario, const AggregateConfig& aggregate) {
  unsigned number = 0;
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (flow.modem == aggregate.modem && flow.direction == Direction::kDownstream) {
      if (aggregate.has(flow.name)) {
        break;
      }
      ++number;
    }
  }
  return number;
}

}  // namespace

std::vector<AggregateResult> aggregate_results(const Scenario& scenario,
                                               const std::vector<cm::Modem*>& modems,
                                               cmts::Downstream& downstream,
                                               const std::vector<ServiceFlowResult>& flows,
                                               TimePs now) {
  std::vector<AggregateResult> results;
  const ModemIndex index(scenario);
  for (const AggregateConfig& aggregate : scenario.aggregate_service_flows) {
    AggregateResult& result = results.emplace_back();
    result.modem = aggregate.modem;
    result.name = aggregate.name;
    const bool up = aggregate.direction == Direction::kUpstream;
    result.direction = up ? "upstream" : "downstream";
    result.classic = aggregate.classic_service_flow;
    result.low_latency = aggregate.low_latency_service_flow;
    result.amsr_mbps = aggregate.amsr_mbps;
    for (const ServiceFlowResult& flow : flows) {
      if (flow.modem == aggregate.modem && aggregate.has(flow.name)) {
        add_flow(result, flow);
      }
    }
    // A redirected packet was offered to both service flows.
    result.offered.packets -= result.redirected.packets;
    result.offered.bytes -= result.redirected.bytes;
    result.utilization = result.sent_mbps / result.amsr_mbps;
    const unsigned modem = index.of(aggregate.modem);
    if (!up) {
      downstream.release_due();
      add_law(result, *downstream.aggregate(modem, number_of(scenario, aggregate)), now);
      continue;
    }
    for (const auto& queue : modems[modem]->aggregates()) {
      if (queue->config().name == aggregate.name) {
        add_law(result, *queue, now);
      }
    }
  }
  return results;
}

}  // namespace docsis_vp::system
