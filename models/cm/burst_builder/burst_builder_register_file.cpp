#include "models/cm/burst_builder/burst_builder_register_file.h"

#include "models/cm/burst_builder/burst_builder_registers.h"

namespace docsis_vp::cm {

namespace {

namespace builder_reg = burst_builder_registers;

}  // namespace

BurstBuilderRegisterFile::BurstBuilderRegisterFile(const sc_core::sc_module_name& name,
                                                   const BurstBuilder& builder, unsigned channels,
                                                   unsigned flows)
    : sc_module(name), file_("file") {
  file_.add(builder_reg::kChannelCountOffset, [channels](TimePs) { return channels; });
  file_.add(builder_reg::kFlowCountOffset, [flows](TimePs) { return flows; });
  for (unsigned channel = 0; channel < channels; ++channel) {
    add_channel(builder.channel(channel), channel);
  }
  for (unsigned flow = 0; flow < flows; ++flow) {
    add_flow(builder.flow(flow), flow);
  }
}

void BurstBuilderRegisterFile::add_channel(const BurstBuilder::ChannelCounters& counters,
                                           unsigned channel) {
  const std::uint32_t base = builder_reg::kChannelOffset + channel * builder_reg::kChannelStride;
  const auto add = [&](std::uint32_t offset, const std::uint64_t& counter) {
    file_.add_counter64(base + offset, [&counter](TimePs) { return counter; });
  };
  add(builder_reg::kChannelGrantsLowOffset, counters.grants);
  add(builder_reg::kChannelMissedLowOffset, counters.missed);
  add(builder_reg::kChannelLateLowOffset, counters.late);
  add(builder_reg::kChannelRefusedLowOffset, counters.refused);
  add(builder_reg::kChannelUnusedLowOffset, counters.unused);
  add(builder_reg::kChannelGrantedBytesLowOffset, counters.granted_bytes);
  add(builder_reg::kChannelUsedBytesLowOffset, counters.used_bytes);
}

void BurstBuilderRegisterFile::add_flow(const BurstBuilder::FlowCounters& counters, unsigned flow) {
  const std::uint32_t base = builder_reg::kFlowOffset + flow * builder_reg::kFlowStride;
  const auto add = [&](std::uint32_t offset, const std::uint64_t& counter) {
    file_.add_counter64(base + offset, [&counter](TimePs) { return counter; });
  };
  add(builder_reg::kFlowSegmentsLowOffset, counters.segments);
  add(builder_reg::kFlowGrantedBytesLowOffset, counters.granted_bytes);
  add(builder_reg::kFlowHeadDropsLowOffset, counters.head_drops);
}

}  // namespace docsis_vp::cm
