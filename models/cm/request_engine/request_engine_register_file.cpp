#include "models/cm/request_engine/request_engine_register_file.h"

#include "models/cm/request_engine/request_engine_registers.h"

namespace docsis_vp::cm {

namespace {

namespace request_reg = request_engine_registers;

}  // namespace

RequestEngineRegisterFile::RequestEngineRegisterFile(const sc_core::sc_module_name& name,
                                                     const RequestEngine& engine, unsigned flows)
    : sc_module(name), engine_(engine), file_("file") {
  file_.add(request_reg::kFlowCountOffset, [flows](TimePs) { return flows; });
  for (unsigned flow = 0; flow < flows; ++flow) {
    const std::uint32_t base = request_reg::kFlowOffset + flow * request_reg::kFlowStride;
    file_.add(base + request_reg::kFlowOutstandingBytesOffset, [this, flow](TimePs) {
      return platform::saturate_u32(engine_.ledger(flow).outstanding());
    });
    file_.add(base + request_reg::kFlowAcknowledgedBytesOffset, [this, flow](TimePs) {
      return platform::saturate_u32(engine_.acknowledged_bytes(flow));
    });
    file_.add(base + request_reg::kFlowGrantedBytesOffset, [this, flow](TimePs) {
      return platform::saturate_u32(engine_.ledger(flow).granted());
    });
    file_.add(base + request_reg::kFlowContendingOffset,
              [this, flow](TimePs) { return engine_.contending(flow) ? 1U : 0U; });
    const RequestEngine::FlowCounters& counters = engine_.counters(flow);
    const auto add = [&](std::uint32_t offset, const std::uint64_t& counter) {
      file_.add_counter64(base + offset, [&counter](TimePs) { return counter; });
    };
    add(request_reg::kFlowContentionRequestsLowOffset, counters.contention_requests);
    add(request_reg::kFlowPolledRequestsLowOffset, counters.polled_requests);
    add(request_reg::kFlowPiggybackRequestsLowOffset, counters.piggyback_requests);
    add(request_reg::kFlowRequestedBytesLowOffset, counters.requested_bytes);
    add(request_reg::kFlowLostRequestsLowOffset, counters.lost_requests);
    add(request_reg::kFlowGiveupDropsLowOffset, counters.giveup_drops);
  }
}

}  // namespace docsis_vp::cm
