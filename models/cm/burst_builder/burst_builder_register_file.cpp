#include "models/cm/burst_builder/burst_builder_register_file.h"

#include "models/cm/burst_builder/burst_builder_registers.h"

namespace docsis_vp::cm {

namespace {

namespace reg = burst_builder_registers;

}  // namespace

BurstBuilderRegisterFile::BurstBuilderRegisterFile(const sc_core::sc_module_name& name,
                                                   const BurstBuilder& builder, unsigned channels,
                                                   unsigned flows)
    : sc_module(name), file_("file") {
  file_.add(reg::kChannelCountOffset, [channels](TimePs) { return channels; });
  file_.add(reg::kFlowCountOffset, [flows](TimePs) { return flows; });
  for (unsigned channel = 0; channel < channels; ++channel) {
    add_channel(builder.channel(channel), channel);
  }
  for (unsigned flow = 0; flow < flows; ++flow) {
    add_flow(builder.flow(flow), flow);
  }
}

void BurstBuilderRegisterFile::add_channel(const BurstBuilder::ChannelCounters& counters,
                                           unsigned channel) {
  const std::uint32_t base = reg::kChannelOffset + channel * reg::kChannelStride;
  const auto add = [&](std::uint32_t offset, const std::uint64_t& counter) {
    file_.add_counter64(base + offset, [&counter](TimePs) { return counter; });
  };
  add(reg::kChannelGrantsLowOffset, counters.grants);
  add(reg::kChannelMissedLowOffset, counters.missed);
  add(reg::kChannelLateLowOffset, counters.late);
  add(reg::kChannelRefusedLowOffset, counters.refused);
  add(reg::kChannelUnusedLowOffset, counters.unused);
  add(reg::kChannelGrantedBytesLowOffset, counters.granted_bytes);
  add(reg::kChannelUsedBytesLowOffset, counters.used_bytes);
}

void BurstBuilderRegisterFile::add_flow(const BurstBuilder::FlowCounters& counters, unsigned flow) {
  const std::uint32_t base = reg::kFlowOffset + flow * reg::kFlowStride;
  const auto add = [&](std::uint32_t offset, const std::uint64_t& counter) {
    file_.add_counter64(base + offset, [&counter](TimePs) { return counter; });
  };
  add(reg::kFlowSegmentsLowOffset, counters.segments);
  add(reg::kFlowGrantedBytesLowOffset, counters.granted_bytes);
  add(reg::kFlowHeadDropsLowOffset, counters.head_drops);
}

}  // namespace docsis_vp::cm
