#include "models/cm/request_engine/request_engine_register_file.h"

#include <algorithm>

#include "models/cm/request_engine/request_engine_registers.h"

namespace docsis_vp::cm {

namespace {

namespace reg = request_engine_registers;

// A register holds 32 bits.
std::uint32_t saturate(std::uint64_t value) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, UINT32_MAX));
}

}  // namespace

RequestEngineRegisterFile::RequestEngineRegisterFile(const sc_core::sc_module_name& name,
                                                     const RequestEngine& engine, unsigned flows)
    : sc_module(name), engine_(engine), file_("file") {
  file_.add(reg::kFlowCountOffset, [flows](TimePs) { return flows; });
  for (unsigned flow = 0; flow < flows; ++flow) {
    const std::uint32_t base = reg::kFlowOffset + flow * reg::kFlowStride;
    file_.add(base + reg::kFlowOutstandingBytesOffset,
              [this, flow](TimePs) { return saturate(engine_.ledger(flow).outstanding()); });
    file_.add(base + reg::kFlowAcknowledgedBytesOffset,
              [this, flow](TimePs) { return saturate(engine_.acknowledged_bytes(flow)); });
    file_.add(base + reg::kFlowGrantedBytesOffset,
              [this, flow](TimePs) { return saturate(engine_.ledger(flow).granted()); });
    file_.add(base + reg::kFlowContendingOffset,
              [this, flow](TimePs) { return engine_.contending(flow) ? 1U : 0U; });
    const RequestEngine::FlowCounters& counters = engine_.counters(flow);
    const auto add = [&](std::uint32_t offset, const std::uint64_t& counter) {
      file_.add_counter64(base + offset, [&counter](TimePs) { return counter; });
    };
    add(reg::kFlowContentionRequestsLowOffset, counters.contention_requests);
    add(reg::kFlowPolledRequestsLowOffset, counters.polled_requests);
    add(reg::kFlowPiggybackRequestsLowOffset, counters.piggyback_requests);
    add(reg::kFlowRequestedBytesLowOffset, counters.requested_bytes);
    add(reg::kFlowLostRequestsLowOffset, counters.lost_requests);
    add(reg::kFlowGiveupDropsLowOffset, counters.giveup_drops);
  }
}

}  // namespace docsis_vp::cm
