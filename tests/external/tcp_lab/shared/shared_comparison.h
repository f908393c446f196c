// Compares model and measurements of transfers that share a bottleneck, within tolerances.
#pragma once

#include <string>
#include <vector>

#include "tests/external/tcp_lab/shared/shared_observer.h"

namespace docsis_vp::tcp_lab {

struct SharedFigure {
  std::string name;
  double measured;
  double model;
  double limit;  // of the difference, in the figure's own unit

  double difference() const { return model - measured; }
  bool holds() const { return difference() <= limit && -difference() <= limit; }
};

// Goodput of all together within 5 %; the first one's share within 15 points; p50 of the queueing
// delay, and the periods of the first BBR's ProbeBW and ProbeRTT, within 15 %. The queueing delay
// has, besides, the time of three packets or 1 ms: less is below what the kernel's timers and the
// relay can tell. A period that the kernel did not show twice is left out.
std::vector<SharedFigure> compare_shared(const SharedCase& c, const SharedFigures& measured,
                                         const SharedFigures& model);

}  // namespace docsis_vp::tcp_lab
