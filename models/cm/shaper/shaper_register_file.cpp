#include "models/cm/shaper/shaper_register_file.h"

#include <algorithm>

#include "models/cm/shaper/shaper_registers.h"

namespace docsis_vp::cm {

namespace {

namespace reg = shaper_registers;

// A register holds 32 bits.
std::uint32_t saturate(std::uint64_t value) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, UINT32_MAX));
}

}  // namespace

ShaperRegisterFile::ShaperRegisterFile(const sc_core::sc_module_name& name, Shaper& shaper,
                                       unsigned flows)
    : sc_module(name), shaper_(shaper), file_("file") {
  file_.add(reg::kFlowCountOffset, [flows](TimePs) { return flows; });
  for (unsigned flow = 0; flow < flows; ++flow) {
    const std::uint32_t base = reg::kFlowOffset + flow * reg::kFlowStride;
    file_.add(base + reg::kFlowMsrTokensOffset,
              [this, flow](TimePs at) { return saturate(shaper_.sustained_tokens(flow, at)); });
    file_.add(base + reg::kFlowPeakTokensOffset,
              [this, flow](TimePs at) { return saturate(shaper_.peak_tokens(flow, at)); });
    file_.add(base + reg::kFlowEligibleBytesOffset,
              [this, flow](TimePs at) { return saturate(shaper_.eligible_bytes(flow, at)); });
    file_.add(base + reg::kFlowUnreleasedBytesOffset,
              [this, flow](TimePs at) { return saturate(shaper_.unreleased_bytes(flow, at)); });
    file_.add_counter64(base + reg::kFlowReleasedBytesLowOffset,
                        [this, flow](TimePs at) { return shaper_.released_bytes(flow, at); });
  }
}

}  // namespace docsis_vp::cm
