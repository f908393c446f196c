#include "models/docsis/map_lead.h"

#include "models/docsis/map.h"

namespace docsis_vp::docsis {

TimePs least_map_lead(const TimingProfile& timing, const MapTransport& transport,
                      TimePs cm_map_proc_ps) {
  const std::uint64_t bytes = transport.frame_bytes + std::uint64_t{transport.channels} *
                                                          map_frame_bytes(transport.max_elements);
  const TimePs serialisation =
      static_cast<TimePs>(bytes * 8 * std::uint64_t{kPsPerSecond} / transport.downstream_bps);
  return timing.map_build_ps + serialisation + timing.downstream_latency_ps +
         timing.plant_delay_ps + cm_map_proc_ps;
}

}  // namespace docsis_vp::docsis
