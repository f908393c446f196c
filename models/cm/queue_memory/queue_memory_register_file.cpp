#include "models/cm/queue_memory/queue_memory_register_file.h"

#include <algorithm>

#include "models/cm/queue_memory/queue_memory_registers.h"

namespace docsis_vp::cm {

namespace {

namespace reg = queue_memory_registers;

// A register holds 32 bits.
std::uint32_t saturate(std::uint64_t value) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, UINT32_MAX));
}

}  // namespace

QueueMemoryRegisterFile::QueueMemoryRegisterFile(const sc_core::sc_module_name& name,
                                                 QueueMemory& memory)
    : sc_module(name), memory_(memory), file_("file") {
  file_.add(reg::kFlowCountOffset, [this](TimePs) { return memory_.flows(); });
  file_.add(reg::kOccupiedBytesOffset,
            [this](TimePs at) { return saturate(memory_.occupied_bytes(at)); });
  file_.add(reg::kCapacityBytesOffset,
            [this](TimePs) { return saturate(memory_.capacity_bytes()); });
  for (unsigned flow = 0; flow < memory.flows(); ++flow) {
    add_flow(flow);
  }
}

void QueueMemoryRegisterFile::add_flow(unsigned flow) {
  const std::uint32_t base = reg::kFlowOffset + flow * reg::kFlowStride;
  const queue::FifoLimits& limits = memory_.stream(flow).fifo().limits();
  file_.add(base + reg::kFlowDepthBytesOffset,
            [this, flow](TimePs at) { return saturate(memory_.depth_bytes(flow, at)); });
  file_.add(base + reg::kFlowDepthPacketsOffset,
            [this, flow](TimePs) { return memory_.queued_packets(flow); });
  file_.add(base + reg::kFlowLimitBytesOffset,
            [&limits](TimePs) { return saturate(limits.bytes); });
  file_.add(base + reg::kFlowLimitPacketsOffset, [&limits](TimePs) { return limits.packets; });
  const QueueMemory::Counters& counters = memory_.counters(flow);
  const auto add = [&](std::uint32_t offset, const std::uint64_t& counter) {
    file_.add_counter64(base + offset, [&counter](TimePs) { return counter; });
  };
  add(reg::kFlowWrittenPacketsLowOffset, counters.written_packets);
  add(reg::kFlowWrittenBytesLowOffset, counters.written_bytes);
  add(reg::kFlowReadPacketsLowOffset, counters.read_packets);
  add(reg::kFlowReadBytesLowOffset, counters.read_bytes);
  add(reg::kFlowDroppedPacketsLowOffset, counters.dropped_packets);
  add(reg::kFlowDroppedBytesLowOffset, counters.dropped_bytes);
}

}  // namespace docsis_vp::cm
