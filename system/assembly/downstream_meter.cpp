#include "system/assembly/downstream_meter.h"

#include "system/assembly/modem_index.h"
#include "system/assembly/units.h"

namespace docsis_vp::system {

DownstreamMeter::DownstreamMeter(const Scenario& scenario, const cmts::Downstream& downstream)
    : downstream_(downstream),
      warmup_(from_seconds(scenario.stats.warmup_s)),
      sent_at_warmup_(scenario.modems.size()) {
  const ModemIndex modems(scenario);
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (flow.direction == Direction::kDownstream) {
      sent_at_warmup_[modems.of(flow.modem)].push_back(0);
    }
  }
}

void DownstreamMeter::begin() {
  for (unsigned modem = 0; modem < sent_at_warmup_.size(); ++modem) {
    for (unsigned flow = 0; flow < sent_at_warmup_[modem].size(); ++flow) {
      sent_at_warmup_[modem][flow] = downstream_.counters(modem, flow).sent.bytes;
    }
  }
}

ServiceFlowResult DownstreamMeter::result(const ServiceFlowConfig& config, unsigned modem,
                                          unsigned flow, TimePs now) const {
  const auto& counters = downstream_.counters(modem, flow);
  ServiceFlowResult result;
  result.modem = config.modem;
  result.name = config.name;
  result.direction = "downstream";
  result.offered = amount(counters.offered);
  result.sent = amount(counters.sent);
  result.aqm_drops = amount(counters.aqm_drops);
  result.aqm_marks = amount(counters.aqm_marks);
  result.buffer_drops = amount(counters.buffer_drops);
  result.queued = amount(counters.queued);
  result.queue_delay_ms = spread(counters.queue_delay_ps, kPsPerMs);
  if (now > warmup_) {
    const std::uint64_t bytes = counters.sent.bytes - sent_at_warmup_[modem][flow];
    result.sent_mbps = 8e-6 * static_cast<double>(bytes) / to_seconds(now - warmup_);
    result.utilization = result.sent_mbps / config.max_sustained_rate_mbps;
  }
  return result;
}

}  // namespace docsis_vp::system
