#include "system/results/flow_result.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "system/results/fairness.h"
#include "system/results/spread.h"

namespace docsis_vp::system {

namespace {

using FlowList = std::vector<const FlowResult*>;

FairnessResult fairness_of(const FlowList& flows) {
  std::vector<double> ratios;
  std::vector<double> weighted;
  for (const FlowResult* flow : flows) {
    // A flow without demand cannot be treated unfairly.
    if (flow->fair_share_mbps && *flow->fair_share_mbps > 0) {
      ratios.push_back(flow->goodput_mbps / *flow->fair_share_mbps);
      weighted.push_back(flow->goodput_mbps / *flow->weighted_share_mbps);
    }
  }
  return {jain_index(ratios), min_max_ratio(ratios), jain_index(weighted), min_max_ratio(weighted)};
}

// The flows of one service flow and direction that have a demand.
struct Pool {
  double capacity_mbps = 0;
  std::vector<std::size_t> members;  // indices among all of the direction
};

std::vector<Pool> pools_of(const std::vector<FlowResult*>& sharing, const SharedRates& rates,
                           double channels_mbps) {
  std::map<std::optional<std::size_t>, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < sharing.size(); ++i) {
    members[sharing[i]->service_flow].push_back(i);
  }
  std::vector<Pool> pools;
  for (const auto& [service_flow, places] : members) {
    double got_mbps = 0;
    for (const std::size_t place : places) {
      got_mbps += sharing[place]->goodput_mbps;
    }
    const double rate_mbps =
        service_flow ? rates.service_flows_mbps.at(*service_flow) : channels_mbps;
    pools.push_back({rates.of_rate ? rate_mbps : std::max(rate_mbps, got_mbps), places});
  }
  return pools;
}

// Computes the shares within each pool, independently of the other pools.
std::vector<double> shares_of_pools(const std::vector<Pool>& pools,
                                    const std::vector<double>& demands,
                                    const std::vector<double>& weights) {
  std::vector<double> shares(demands.size());
  for (const Pool& pool : pools) {
    std::vector<double> pool_demands;
    std::vector<double> pool_weights;
    for (const std::size_t place : pool.members) {
      pool_demands.push_back(demands[place]);
      pool_weights.push_back(weights[place]);
    }
    const std::vector<double> pool_shares =
        max_min_shares(pool.capacity_mbps, pool_demands, pool_weights);
    for (std::size_t i = 0; i < pool.members.size(); ++i) {
      shares[pool.members[i]] = pool_shares[i];
    }
  }
  return shares;
}

DirectionResult divide(std::vector<FlowResult>& flows, const std::string& direction,
                       const SharedRates& rates) {
  std::vector<FlowResult*> sharing;
  std::vector<double> demands;
  std::vector<double> weights;
  DirectionResult result;
  result.direction = direction;
  for (FlowResult& flow : flows) {
    if (flow.direction == direction && flow.demand_mbps) {
      sharing.push_back(&flow);
      demands.push_back(*flow.demand_mbps);
      weights.push_back(flow.weight);
      result.goodput_mbps += flow.goodput_mbps;
    }
  }
  result.flows = static_cast<unsigned>(sharing.size());
  const double channels_mbps =
      direction == "upstream" ? rates.upstream_mbps : rates.downstream_mbps;
  const std::vector<Pool> pools = pools_of(sharing, rates, channels_mbps);
  result.shared_mbps = result.goodput_mbps;
  if (rates.of_rate) {
    const double of_pools_mbps =
        std::accumulate(pools.begin(), pools.end(), 0.0,
                        [](double sum, const Pool& pool) { return sum + pool.capacity_mbps; });
    result.shared_mbps = std::min(of_pools_mbps, channels_mbps);
  }
  const auto shares_by = [&](const std::vector<double>& by) {
    // Both the pool's water level and the common one limit each flow of the pool: the lower level
    // applies.
    return max_min_shares(result.shared_mbps, shares_of_pools(pools, demands, by), by);
  };
  const std::vector<double> shares = shares_by(std::vector<double>(sharing.size(), 1));
  const std::vector<double> by_weight = shares_by(weights);
  for (std::size_t i = 0; i < sharing.size(); ++i) {
    sharing[i]->fair_share_mbps = shares[i];
    sharing[i]->weighted_share_mbps = by_weight[i];
  }
  result.fairness = fairness_of({sharing.begin(), sharing.end()});
  return result;
}

void add(std::optional<TransportResult>& total, const std::optional<TransportResult>& part) {
  if (!part) {
    return;
  }
  TransportResult sum = total.value_or(TransportResult{});
  sum.connections += part->connections;
  sum.failures += part->failures;
  sum.data_segments += part->data_segments;
  sum.retransmissions += part->retransmissions;
  sum.recoveries += part->recoveries;
  sum.timeouts += part->timeouts;
  sum.ecn_reductions += part->ecn_reductions;
  total = sum;
}

void add(FlowResult& total, const FlowResult& flow) {
  total.sent_packets += flow.sent_packets;
  total.lost_packets += flow.lost_packets;
  total.host_drops += flow.host_drops;
  total.measured_sent += flow.measured_sent;
  total.measured_lost += flow.measured_lost;
  total.received_packets += flow.received_packets;
  total.ce_marks += flow.ce_marks;
  total.goodput_mbps += flow.goodput_mbps;
  total.goodput_series_mbps.resize(
      std::max(total.goodput_series_mbps.size(), flow.goodput_series_mbps.size()));
  for (std::size_t i = 0; i < flow.goodput_series_mbps.size(); ++i) {
    total.goodput_series_mbps[i] += flow.goodput_series_mbps[i];
  }
  total.one_way_ps.merge(flow.one_way_ps);
  total.host_wait_ps.merge(flow.host_wait_ps);
  total.rtt_ps.merge(flow.rtt_ps);
  if (flow.fair_share_mbps) {
    total.fair_share_mbps = total.fair_share_mbps.value_or(0) + *flow.fair_share_mbps;
    total.weighted_share_mbps = total.weighted_share_mbps.value_or(0) + *flow.weighted_share_mbps;
  }
  add(total.transport, flow.transport);
}

// Counts the flows with a share: others of the group may be limited by their own data.
std::optional<double> application_bias_percent(const FlowList& flows) {
  double goodput_mbps = 0;
  double share_mbps = 0;
  for (const FlowResult* flow : flows) {
    if (flow->fair_share_mbps) {
      goodput_mbps += flow->goodput_mbps;
      share_mbps += *flow->fair_share_mbps;
    }
  }
  if (share_mbps == 0) {
    return {};
  }
  return 100 * (goodput_mbps / share_mbps - 1);
}

GroupResult group_of(const std::string& name, const FlowList& flows) {
  GroupResult group;
  group.total.name = name;
  group.total.kind = flows.front()->kind;
  group.total.direction = flows.front()->direction;
  group.total.flows = static_cast<unsigned>(flows.size());
  std::vector<double> goodputs;
  std::vector<double> losses;
  for (const FlowResult* flow : flows) {
    add(group.total, *flow);
    goodputs.push_back(flow->goodput_mbps);
    if (const std::optional<double> loss = flow->loss_percent()) {
      losses.push_back(*loss);
    }
    group.total.kind = flow->kind == group.total.kind ? flow->kind : "mixed";
    group.total.direction = flow->direction == group.total.direction ? flow->direction : "both";
  }
  const SampleSpread goodput = sample_spread(goodputs);
  group.goodput_mean_mbps = goodput.mean.value_or(0);
  group.goodput_deviation_mbps = goodput.deviation;
  const SampleSpread loss = sample_spread(losses);
  group.loss_mean_percent = loss.mean;
  group.loss_deviation_percent = loss.deviation;
  std::vector<const KindResults*> figures;
  for (const FlowResult* flow : flows) {
    figures.push_back(&flow->figures);
  }
  group.total.figures = KindResults::together(figures);
  group.fairness = fairness_of(flows);
  group.application_bias_percent = application_bias_percent(flows);
  return group;
}

}  // namespace

std::optional<double> FlowResult::loss_percent() const {
  if (measured_sent == 0) {
    return {};
  }
  return 100 * static_cast<double>(measured_lost) / static_cast<double>(measured_sent);
}

std::vector<DirectionResult> divide_fairly(std::vector<FlowResult>& flows,
                                           const SharedRates& rates) {
  std::vector<DirectionResult> directions;
  for (const DirectionResult& direction :
       {divide(flows, "upstream", rates), divide(flows, "downstream", rates)}) {
    if (direction.flows > 0) {
      directions.push_back(direction);
    }
  }
  return directions;
}

std::vector<GroupResult> group_results(const std::vector<FlowResult>& flows) {
  std::vector<std::string> names;
  for (const FlowResult& flow : flows) {
    if (!flow.group.empty() && std::find(names.begin(), names.end(), flow.group) == names.end()) {
      names.push_back(flow.group);
    }
  }
  std::vector<GroupResult> groups;
  for (const std::string& name : names) {
    FlowList members;
    for (const FlowResult& flow : flows) {
      if (flow.group == name) {
        members.push_back(&flow);
      }
    }
    groups.push_back(group_of(name, members));
  }
  return groups;
}

}  // namespace docsis_vp::system
