#include "system/results/cpu_result.h"

#include <algorithm>

namespace docsis_vp::system {

std::optional<std::string> common_firmware(const std::vector<CpuResult>& cpus) {
  const bool alike = std::all_of(cpus.begin(), cpus.end(), [&](const CpuResult& cpu) {
    return cpu.firmware_sha256 == cpus.front().firmware_sha256;
  });
  return cpus.empty() || !alike ? std::nullopt : std::optional(cpus.front().firmware_sha256);
}

}  // namespace docsis_vp::system
