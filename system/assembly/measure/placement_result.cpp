#include "system/assembly/measure/placement_result.h"

#include <utility>

namespace docsis_vp::system {

namespace {

const char* name_of(cm::Placement placement) {
  return placement == cm::Placement::kFirmware ? "firmware" : "hardware";
}

PortResult port_result(cm::QueueMemory& memory, TimePs now) {
  const cm::PortSchedule& port = memory.port(now);
  const cm::PortSchedule::Counters& counters = port.counters();
  const auto share = [&port](std::uint64_t cycles) {
    return port.now() == 0 ? 0 : static_cast<double>(cycles) / static_cast<double>(port.now());
  };
  const auto us = [&memory](std::uint64_t cycles) { return to_us(memory.clock().edge(cycles)); };
  PortResult result;
  result.read_share = share(counters.read_cycles);
  result.write_share = share(counters.write_cycles);
  result.longest_read_wait_us = us(counters.longest_read_wait);
  result.longest_write_wait_us = us(counters.longest_write_wait);
  result.peak_backlog_bytes = counters.peak_backlog_bytes;
  return result;
}

}  // namespace

PlacementResult placement_result(const ModemConfig& config, cm::Modem& modem, TimePs now) {
  PlacementResult result;
  result.modem = config.name;
  result.control_law = name_of(config.control_law);
  result.drop = name_of(config.drop);
  if (const cm::IngressHold* const hold = std::as_const(modem).hold()) {
    result.decisions = {spread_by_decades(hold->latency_ps(), kPsPerUs),
                        spread_by_decades(hold->jitter_ps(), kPsPerUs), hold->peak_bytes(),
                        hold->departures().lost()};
  }
  if (const cm::VerdictPort* const heads = std::as_const(modem).heads()) {
    result.head_decisions = {spread_by_decades(heads->latency_ps(), kPsPerUs),
                             spread_by_decades(heads->service_ps(), kPsPerUs),
                             heads->late_verdicts(), heads->cut_short()};
  }
  result.port = port_result(modem.memory(), now);
  return result;
}

}  // namespace docsis_vp::system
