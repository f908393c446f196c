#include "system/assembly/mib.h"

#include <algorithm>

#include "system/assembly/units.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint64_t kTrue = 1;
constexpr std::uint64_t kFalse = 2;
constexpr std::uint64_t kDownstream = 1;
constexpr std::uint64_t kUpstream = 2;

std::uint64_t truth(bool value) {
  return value ? kTrue : kFalse;
}

// Unsigned32; the HC objects have the rest.
std::uint64_t saturated(std::uint64_t value) {
  return std::min<std::uint64_t>(value, UINT32_MAX);
}

std::uint64_t algorithm_in_use(const AqmConfig& aqm) {
  constexpr std::uint64_t kUnknown = 1;
  constexpr std::uint64_t kOther = 2;
  constexpr std::uint64_t kDocsisPie = 3;
  return *aqm.algorithm == "none" ? kUnknown : *aqm.algorithm == "docsis_pie" ? kDocsisPie : kOther;
}

}  // namespace

MibValues mib_of(const ServiceFlowConfig& config, const ServiceFlowResult& result,
                 bool is_primary) {
  const std::uint64_t rate = from_mega(config.max_sustained_rate_mbps);
  const std::uint64_t peak = from_mega(config.peak_rate_mbps.value_or(0));
  const bool up = config.direction == Direction::kUpstream;
  return {
      {"docsQosServiceFlowDirection", up ? kUpstream : kDownstream},
      {"docsQosServiceFlowPrimary", truth(is_primary)},
      {"docsQosServiceFlowBufferSize", saturated(*config.buffer_bytes)},
      {"docsQosServiceFlowPkts", result.sent.packets},
      {"docsQosServiceFlowOctets", result.sent.bytes},
      {"docsQosServiceFlowPolicedDropPkts", saturated(result.buffer_drops.packets)},
      {"docsQosServiceFlowAqmDroppedPkts", result.aqm_drops.packets},
      {"docsQosParamSetPriority", config.traffic_priority},
      {"docsQosParamSetMaxTrafficRate", saturated(rate)},
      {"docsQosParamSetHCMaxTrafficRate", rate},
      {"docsQosParamSetMaxTrafficBurst", config.max_burst_bytes},
      {"docsQosParamSetPeakTrafficRate", saturated(peak)},
      {"docsQosParamSetHCPeakTrafficRate", peak},
      {"docsQosParamSetTargetBuffer", saturated(*config.buffer_bytes)},
      {"docsQosParamSetAqmDisabled", truth(*config.aqm.algorithm == "none")},
      {"docsQosParamSetAqmLatencyTarget",
       static_cast<std::uint64_t>(config.aqm.target_ms.value_or(0) + 0.5)},
      {"docsQosParamSetAqmAlgInUse", algorithm_in_use(config.aqm)},
  };
}

void add_upstream(MibValues& mib, const ServiceFlowConfig& config, std::uint16_t sid,
                  const cm::RequestEngine::FlowCounters& requests) {
  mib.insert(mib.end(),
             {{"docsQosServiceFlowSID", sid},
              {"docsQosParamSetMultiplierContentionReqWindow", config.contention_window_eighths},
              {"docsQosParamSetMultiplierBytesReq", config.request_unit_bytes},
              {"docsIfCmServiceRqRetries", requests.lost_requests},
              {"docsIfCmServiceRqExceededs", requests.giveup_drops}});
}

}  // namespace docsis_vp::system
