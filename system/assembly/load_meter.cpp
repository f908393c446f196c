#include "system/assembly/load_meter.h"

#include <algorithm>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system {

// A reset of the CPU begins its count anew, and its last instruction may end after the sample.
double LoadMeter::Cycles::load_since(const Cycles& before) const {
  if (busy <= before.busy || all == before.all) {
    return 0;
  }
  return std::min(1.0,
                  static_cast<double>(busy - before.busy) / static_cast<double>(all - before.all));
}

void LoadMeter::add_to(QueueSample& sample, cm::Modem& modem, const ControlCpu* cpu, unsigned flow,
                       TimePs at) {
  if (at != at_) {
    measure(modem, cpu);
    at_ = at;
    missed_.resize(modem.flows());
  }
  const std::uint64_t missed = modem.builder().flow(flow).missed;
  if (port_load_) {
    sample.port_load = port_load_;
    sample.cpu_load = cpu_load_;
    sample.missed_grants = missed - missed_[flow];
  }
  missed_[flow] = missed;
}

void LoadMeter::measure(cm::Modem& modem, const ControlCpu* cpu) {
  const TimePs now = platform::now_ps();
  const cm::PortSchedule& port = modem.memory().port(now);
  const Cycles port_now = {port.counters().read_cycles + port.counters().write_cycles, port.now()};
  Cycles cpu_now;
  if (cpu != nullptr) {
    cpu_now = {cpu->cpu().counters().cycles_busy, cpu->cpu().clock().cycle_at(now)};
  }
  if (at_ >= 0) {
    port_load_ = port_now.load_since(port_);
    if (cpu != nullptr) {
      cpu_load_ = cpu_now.load_since(cpu_);
    }
  }
  port_ = port_now;
  cpu_ = cpu_now;
}

}  // namespace docsis_vp::system
