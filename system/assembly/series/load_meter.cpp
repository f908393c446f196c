#include "system/assembly/series/load_meter.h"

#include <algorithm>

#include "system/assembly/series/time_series.h"

namespace docsis_vp::system {

namespace {

// A reset of the CPU restarts its count, and its last instruction may end after the sample.
double load(const BusyCycles& before, const BusyCycles& now) {
  if (now.busy <= before.busy || now.all == before.all) {
    return 0;
  }
  return std::min(
      1.0, static_cast<double>(now.busy - before.busy) / static_cast<double>(now.all - before.all));
}

}  // namespace

void LoadMeter::add_to(QueueSample& sample, unsigned flow, const LoadCounts& counts, TimePs at) {
  if (at != at_) {
    if (at_ >= 0) {
      port_load_ = load(last_.port, counts.port);
      if (counts.cpu && last_.cpu) {
        cpu_load_ = load(*last_.cpu, *counts.cpu);
      }
    }
    last_ = counts;
    at_ = at;
  }
  if (port_load_) {
    sample.port_load = port_load_;
    sample.cpu_load = cpu_load_;
    sample.missed_grants = counts.missed - missed_[flow];
  }
  missed_[flow] = counts.missed;
}

}  // namespace docsis_vp::system
