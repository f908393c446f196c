#include "system/results/flow_family.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace docsis_vp::system {

namespace {

using Amount = ServiceFlowResult::Amount;

constexpr std::optional<double> Spread::*kColumns[] = {&Spread::mean, &Spread::min, &Spread::p1,
                                                       &Spread::p10,  &Spread::p50, &Spread::p90,
                                                       &Spread::p99,  &Spread::max};

constexpr Amount ServiceFlowResult::*kAmounts[] = {&ServiceFlowResult::offered,
                                                   &ServiceFlowResult::sent,
                                                   &ServiceFlowResult::aqm_drops,
                                                   &ServiceFlowResult::aqm_marks,
                                                   &ServiceFlowResult::buffer_drops,
                                                   &ServiceFlowResult::ingress_fifo_drops,
                                                   &ServiceFlowResult::hold_drops,
                                                   &ServiceFlowResult::oversize_drops,
                                                   &ServiceFlowResult::request_giveup_drops,
                                                   &ServiceFlowResult::rf_lost,
                                                   &ServiceFlowResult::queued,
                                                   &ServiceFlowResult::held,
                                                   &ServiceFlowResult::in_flight,
                                                   &ServiceFlowResult::descriptor_drops};

// Combines the spreads of many modems: the mean of each column, and the worst.
class SpreadOfMany {
 public:
  void add(const Spread& one) {
    for (std::size_t i = 0; i < std::size(kColumns); ++i) {
      if (const std::optional<double>& value = one.*kColumns[i]) {
        sums_[i] += *value;
        ++counts_[i];
        std::optional<double>& worst = worst_.*kColumns[i];
        worst = std::max(worst.value_or(*value), *value);
      }
    }
    worst_.count += one.count;
  }
  Spread mean() const {
    Spread result;
    result.count = worst_.count;
    for (std::size_t i = 0; i < std::size(kColumns); ++i) {
      if (counts_[i] > 0) {
        result.*kColumns[i] = sums_[i] / counts_[i];
      }
    }
    return result;
  }
  const Spread& worst() const { return worst_; }

 private:
  double sums_[std::size(kColumns)] = {};
  unsigned counts_[std::size(kColumns)] = {};
  Spread worst_;
};

double loss_percent(const ServiceFlowResult& flow) {
  const Amount* const losses[] = {&flow.aqm_drops,           &flow.buffer_drops,   &flow.hold_drops,
                                  &flow.ingress_fifo_drops,  &flow.oversize_drops, &flow.rf_lost,
                                  &flow.request_giveup_drops};
  std::uint64_t lost = 0;
  for (const Amount* amount : losses) {
    lost += amount->packets;
  }
  return flow.offered.packets == 0
             ? 0
             : 100 * static_cast<double>(lost) / static_cast<double>(flow.offered.packets);
}

struct Gathered {
  FlowFamily family;
  SpreadOfMany queue_delay;
  SpreadOfMany request_grant;
};

void add(Gathered& to, const ServiceFlowResult& flow) {
  FlowFamily& family = to.family;
  ++family.modems;
  for (const auto amount : kAmounts) {
    (family.total.*amount).packets += (flow.*amount).packets;
    (family.total.*amount).bytes += (flow.*amount).bytes;
  }
  if (flow.aggregate) {
    if (!family.total.aggregate) {
      family.total.aggregate =
          ServiceFlowResult::Aggregate{flow.aggregate->name, flow.aggregate->queue, {}};
    }
    family.total.aggregate->redirected.packets += flow.aggregate->redirected.packets;
    family.total.aggregate->redirected.bytes += flow.aggregate->redirected.bytes;
  }
  family.total.missed_updates += flow.missed_updates;
  family.total.commits += flow.commits;
  family.total.commit_conflicts += flow.commit_conflicts;
  to.queue_delay.add(flow.queue_delay_ms);
  to.request_grant.add(flow.request_grant_ms);
  const double loss = loss_percent(flow);
  if (loss > family.worst_loss_percent) {
    family.worst_loss_percent = loss;
    family.worst_modem = flow.modem;
  }
}

// A family of one modem shows the values of its flow exactly.
FlowFamily finish(Gathered&& gathered, const std::vector<ServiceFlowResult>& flows) {
  FlowFamily family = std::move(gathered.family);
  if (family.modems == 1) {
    family.total = flows[family.first];
  } else {
    family.total.queue_delay_ms = gathered.queue_delay.mean();
    family.total.request_grant_ms = gathered.request_grant.mean();
  }
  family.worst_queue_delay_ms = gathered.queue_delay.worst();
  family.worst_request_grant_ms = gathered.request_grant.worst();
  return family;
}

}  // namespace

std::map<std::string, std::string> shown_names(const Scenario& scenario, unsigned most_alone) {
  std::map<std::string, unsigned> sizes;
  for (const ModemConfig& modem : scenario.modems) {
    ++sizes[modem.family];
  }
  std::map<std::string, std::string> names;
  for (const ModemConfig& modem : scenario.modems) {
    const bool together = !modem.family.empty() && sizes[modem.family] > most_alone;
    names[modem.name] = together ? modem.family : modem.name;
  }
  return names;
}

std::vector<FlowFamily> flow_families(const Results& results, const Scenario& scenario,
                                      unsigned most_alone) {
  const std::map<std::string, std::string> names = shown_names(scenario, most_alone);
  std::vector<Gathered> gathered;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  for (std::size_t i = 0; i < results.service_flows.size(); ++i) {
    const ServiceFlowResult& flow = results.service_flows[i];
    const std::string& modem = names.at(flow.modem);
    const auto [place, is_new] = places.emplace(std::pair(modem, flow.name), gathered.size());
    if (is_new) {
      gathered.emplace_back();
      gathered.back().family.first = i;
      gathered.back().family.modem = modem;
      gathered.back().family.total.name = flow.name;
      gathered.back().family.total.direction = flow.direction;
    }
    add(gathered[place->second], flow);
  }
  std::vector<FlowFamily> families;
  for (Gathered& one : gathered) {
    families.push_back(finish(std::move(one), results.service_flows));
  }
  return families;
}

}  // namespace docsis_vp::system
