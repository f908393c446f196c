#include "system/assembly/configure_aqm.h"

#include "system/assembly/units.h"

namespace docsis_vp::system {

std::string algorithm_of(const AqmConfig& aqm) {
  return aqm.algorithm == AqmAlgorithm::kNone ? "none" : "docsis_pie";
}

aqm_config aqm_of(const ServiceFlowConfig& flow) {
  constexpr std::uint64_t kBitsPerByte = 8;
  aqm_config aqm{};
  aqm.latency_target_us = flow.aqm.target_ms * 1000;
  aqm.peak_rate_bytes_per_s =
      static_cast<std::uint32_t>(from_mega(flow.peak_rate_mbps.value_or(0)) / kBitsPerByte);
  aqm.msr_bytes_per_s =
      static_cast<std::uint32_t>(from_mega(flow.max_sustained_rate_mbps) / kBitsPerByte);
  aqm.buffer_bytes = static_cast<std::uint32_t>(*flow.buffer_bytes);
  return aqm;
}

}  // namespace docsis_vp::system
