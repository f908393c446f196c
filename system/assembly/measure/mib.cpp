#include "system/assembly/measure/mib.h"

#include <algorithm>
#include <cmath>

#include "models/aqm/dual_queue/latency_histogram.h"
#include "models/cmts/config.h"
#include "system/assembly/configure/units.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint64_t kTrue = 1;
constexpr std::uint64_t kFalse = 2;
constexpr std::uint64_t kDownstream = 1;
constexpr std::uint64_t kUpstream = 2;
constexpr std::uint64_t kWeightParts = 256;

std::uint64_t truth(bool value) {
  return value ? kTrue : kFalse;
}

// Unsigned32; the HC objects have the full value.
std::uint64_t saturated(std::uint64_t value) {
  return std::min<std::uint64_t>(value, UINT32_MAX);
}

std::uint64_t algorithm_in_use(const AqmConfig& aqm) {
  constexpr std::uint64_t kUnknown = 1;
  constexpr std::uint64_t kOther = 2;
  if (*aqm.algorithm == "none") {
    return kUnknown;
  }
  const std::uint32_t value = aqm.manager() != nullptr ? 0 : aqm.law().mib_value;
  return value != 0 ? value : kOther;
}

}  // namespace

MibValues mib_of(const ServiceFlowConfig& config, const ServiceFlowResult& result,
                 bool is_primary) {
  const std::uint64_t rate = from_mega(config.max_sustained_rate_mbps);
  const std::uint64_t peak = from_mega(config.peak_rate_mbps.value_or(0));
  const std::uint64_t reserved = from_mega(config.min_reserved_rate_mbps.value_or(0));
  const BufferControl buffer = config.buffer_control.value_or(BufferControl());
  const bool up = config.direction == Direction::kUpstream;
  // RFC 4323: packets that leave the CM upstream, or enter it downstream.
  const ServiceFlowResult::Amount lost = up ? result.rf_lost : ServiceFlowResult::Amount();
  const unsigned least = reserved > 0 ? cmts::UpstreamFlowConfig{}.min_packet_bytes : 0;
  return {
      {"docsQosServiceFlowDirection", up ? kUpstream : kDownstream},
      {"docsQosServiceFlowPrimary", truth(is_primary)},
      {"docsQosServiceFlowBufferSize", saturated(*config.buffer_bytes)},
      {"docsQosServiceFlowPkts", result.sent.packets + lost.packets},
      {"docsQosServiceFlowOctets", result.sent.bytes + lost.bytes},
      // RFC 4323: dropped by the buffer limit, or by the size of unsolicited grants.
      {"docsQosServiceFlowPolicedDropPkts",
       saturated(result.buffer_drops.packets + result.oversize_drops.packets)},
      {"docsQosServiceFlowPolicedDelayPkts", saturated(result.shaper_delays)},
      {"docsQosServiceFlowAqmDroppedPkts", result.aqm_drops.packets},
      {"docsQosParamSetPriority", config.traffic_priority},
      {"docsQosParamSetMaxTrafficRate", saturated(rate)},
      {"docsQosParamSetHCMaxTrafficRate", rate},
      {"docsQosParamSetMaxTrafficBurst", config.max_burst_bytes},
      {"docsQosParamSetPeakTrafficRate", saturated(peak)},
      {"docsQosParamSetHCPeakTrafficRate", peak},
      {"docsQosParamSetMinReservedRate", saturated(reserved)},
      {"docsQosParamSetHCMinReservedRate", reserved},
      {"docsQosParamSetMinReservedPkt", config.min_reserved_packet_bytes.value_or(least)},
      {"docsQosParamSetTosAndMask", config.tos_and},
      {"docsQosParamSetTosOrMask", config.tos_or},
      {"docsQosParamSetMinimumBuffer", buffer.minimum_bytes},
      {"docsQosParamSetTargetBuffer",
       saturated(buffer.target_bytes > 0 ? buffer.target_bytes : *config.buffer_bytes)},
      {"docsQosParamSetMaximumBuffer", buffer.maximum_bytes},
      {"docsQosParamSetAqmDisabled", truth(*config.aqm.algorithm == "none")},
      {"docsQosParamSetAqmLatencyTarget",
       static_cast<std::uint64_t>(std::llround(config.aqm.target_ms.value_or(0)))},
      {"docsQosParamSetAqmAlgInUse", algorithm_in_use(config.aqm)},
  };
}

void add_latency(MibValues& mib, const LatencyResult& latency) {
  constexpr std::uint64_t kNsPerUs = 1000;
  mib.insert(mib.end(), {{"docsQosSfLatencyMaxLatency", saturated(latency.max_ns / kNsPerUs)},
                         {"docsQosSfLatencyNumHistUpdates", latency.updates}});
  for (std::size_t bin = 0; bin < LATENCY_HISTOGRAM_BINS_MAX; ++bin) {
    mib.emplace_back("docsQosSfLatencyBin" + std::to_string(bin + 1) + "Pkts",
                     bin < latency.counts.size() ? latency.counts[bin] : 0);
  }
}

void add_aggregate(MibValues& mib, const AggregateConfig& aggregate,
                   const ServiceFlowResult& result) {
  const bool is_alone = !aggregate.classic_service_flow || !aggregate.low_latency_service_flow;
  const bool is_low_latency = aggregate.low_latency_service_flow == result.name;
  const unsigned weight = aggregate.aqm.weight;
  const ServiceFlowResult::Aggregate& part = *result.aggregate;
  mib.insert(mib.end(), {{"docsQosAsfMaxTrafficRate", saturated(from_mega(aggregate.amsr_mbps))},
                         {"docsQosAsfSchedulingWeight", is_alone         ? kWeightParts
                                                        : is_low_latency ? weight
                                                                         : kWeightParts - weight},
                         {"docsQosSfCongestionSanctionedPkts", part.redirected.packets},
                         {"docsQosSfCongestionArrivedEct0Pkts", part.arrived_ect0},
                         {"docsQosSfCongestionArrivedEct1Pkts", part.arrived_ect1},
                         {"docsQosSfCongestionMarkedPkts", result.aqm_marks.packets},
                         {"docsQosSfCongestionArrivedCePkts", part.arrived_ce}});
}

void add_upstream(MibValues& mib, const ServiceFlowConfig& config, std::uint16_t sid,
                  const cm::RequestEngine::FlowCounters& requests) {
  const SchedulingConfig& scheduling = *config.scheduling;
  mib.insert(mib.end(), {{"docsQosParamSetSchedulingType", static_cast<unsigned>(scheduling.type)},
                         {"docsQosParamSetRequestPolicyOct", *scheduling.request_policy}});
  if (scheduling.is_polled()) {
    mib.insert(mib.end(),
               {{"docsQosParamSetNomPollInterval", *scheduling.nominal_polling_interval_us},
                {"docsQosParamSetTolPollJitter", scheduling.tolerated_poll_jitter_us}});
  }
  if (scheduling.is_unsolicited()) {
    mib.insert(mib.end(),
               {{"docsQosParamSetUnsolicitGrantSize", scheduling.unsolicited_grant_bytes},
                {"docsQosParamSetNomGrantInterval", scheduling.nominal_grant_interval_us},
                {"docsQosParamSetTolGrantJitter", scheduling.tolerated_grant_jitter_us},
                {"docsQosParamSetGrantsPerInterval", scheduling.grants_per_interval}});
  }
  if (scheduling.is_proactive()) {
    mib.insert(
        mib.end(),
        {{"docsQosParamSetGuaranteedGrantInterval", scheduling.guaranteed_grant_interval_us},
         {"docsQosParamSetGuaranteedGrantRate",
          saturated(from_mega(scheduling.guaranteed_grant_rate_mbps))},
         {"docsQosParamSetGuaranteedRequestInterval", scheduling.guaranteed_request_interval_us}});
  }
  mib.insert(
      mib.end(),
      {{"docsQosServiceFlowSID", sid},
       {"docsQosParamSetMultiplierContentionReqWindow", config.request.contention_window_eighths},
       {"docsQosParamSetMultiplierBytesReq", config.request.request_unit_bytes},
       // The last loss of a given-up request causes no further try.
       {"docsIfCmServiceRqRetries", requests.lost_requests - requests.giveup_drops},
       {"docsIfCmServiceRqExceededs", requests.giveup_drops}});
}

}  // namespace docsis_vp::system
