#include "models/cm/queue_memory/queue_memory_register_file.h"

#include "models/cm/queue_memory/queue_memory_registers.h"

namespace docsis_vp::cm {

namespace {

namespace memory_reg = queue_memory_registers;

}  // namespace

QueueMemoryRegisterFile::QueueMemoryRegisterFile(const sc_core::sc_module_name& name,
                                                 QueueMemory& memory)
    : sc_module(name), memory_(memory), file_("file") {
  file_.add(memory_reg::kFlowCountOffset, [this](TimePs) { return memory_.flows(); });
  file_.add(memory_reg::kOccupiedBytesOffset,
            [this](TimePs at) { return platform::saturate_u32(memory_.occupied_bytes(at)); });
  file_.add(memory_reg::kCapacityBytesOffset,
            [this](TimePs) { return platform::saturate_u32(memory_.capacity_bytes()); });
  for (unsigned flow = 0; flow < memory.flows(); ++flow) {
    add_flow(flow);
  }
}

void QueueMemoryRegisterFile::add_flow(unsigned flow) {
  const std::uint32_t base = memory_reg::kFlowOffset + flow * memory_reg::kFlowStride;
  const queue::FifoLimits& limits = memory_.stream(flow).fifo().limits();
  file_.add(base + memory_reg::kFlowDepthBytesOffset, [this, flow](TimePs at) {
    return platform::saturate_u32(memory_.depth_bytes(flow, at));
  });
  file_.add(base + memory_reg::kFlowDepthPacketsOffset,
            [this, flow](TimePs) { return memory_.queued_packets(flow); });
  file_.add(base + memory_reg::kFlowLimitBytesOffset,
            [&limits](TimePs) { return platform::saturate_u32(limits.bytes); });
  file_.add(base + memory_reg::kFlowLimitPacketsOffset,
            [&limits](TimePs) { return limits.packets; });
  const QueueMemory::Counters& counters = memory_.counters(flow);
  const auto add = [&](std::uint32_t offset, const std::uint64_t& counter) {
    file_.add_counter64(base + offset, [&counter](TimePs) { return counter; });
  };
  add(memory_reg::kFlowWrittenPacketsLowOffset, counters.written_packets);
  add(memory_reg::kFlowWrittenBytesLowOffset, counters.written_bytes);
  add(memory_reg::kFlowReadPacketsLowOffset, counters.read_packets);
  add(memory_reg::kFlowReadBytesLowOffset, counters.read_bytes);
  add(memory_reg::kFlowDroppedPacketsLowOffset, counters.dropped_packets);
  add(memory_reg::kFlowDroppedBytesLowOffset, counters.dropped_bytes);
}

}  // namespace docsis_vp::cm
