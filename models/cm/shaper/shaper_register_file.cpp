#include "models/cm/shaper/shaper_register_file.h"

#include "models/cm/shaper/shaper_registers.h"

namespace docsis_vp::cm {

namespace {

namespace shaper_reg = shaper_registers;

}  // namespace

ShaperRegisterFile::ShaperRegisterFile(const sc_core::sc_module_name& name, Shaper& shaper,
                                       unsigned flows)
    : sc_module(name), shaper_(shaper), file_("file") {
  file_.add(shaper_reg::kFlowCountOffset, [flows](TimePs) { return flows; });
  for (unsigned flow = 0; flow < flows; ++flow) {
    const std::uint32_t base = shaper_reg::kFlowOffset + flow * shaper_reg::kFlowStride;
    file_.add(base + shaper_reg::kFlowMsrTokensOffset, [this, flow](TimePs at) {
      return platform::saturate_u32(shaper_.sustained_tokens(flow, at));
    });
    file_.add(base + shaper_reg::kFlowPeakTokensOffset, [this, flow](TimePs at) {
      return platform::saturate_u32(shaper_.peak_tokens(flow, at));
    });
    file_.add(base + shaper_reg::kFlowEligibleBytesOffset, [this, flow](TimePs at) {
      return platform::saturate_u32(shaper_.eligible_bytes(flow, at));
    });
    file_.add(base + shaper_reg::kFlowUnreleasedBytesOffset, [this, flow](TimePs at) {
      return platform::saturate_u32(shaper_.unreleased_bytes(flow, at));
    });
    file_.add_counter64(base + shaper_reg::kFlowReleasedBytesLowOffset,
                        [this, flow](TimePs at) { return shaper_.released_bytes(flow, at); });
  }
}

}  // namespace docsis_vp::cm
