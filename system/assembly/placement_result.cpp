#include "system/assembly/placement_result.h"

namespace docsis_vp::system {

namespace {

const char* name_of(Placement placement) {
  return placement == Placement::kFirmware ? "firmware" : "hardware";
}

}  // namespace

PlacementResult placement_result(const ModemConfig& config, const cm::Modem& modem) {
  PlacementResult result;
  result.modem = config.name;
  result.control_law = name_of(config.control_law);
  result.drop = name_of(config.drop);
  if (const cm::IngressHold* const hold = modem.hold()) {
    result.decisions = {spread_by_decades(hold->latency_ps(), kPsPerUs),
                        spread_by_decades(hold->jitter_ps(), kPsPerUs), hold->peak_bytes(),
                        hold->departures().lost()};
  }
  if (const cm::VerdictPort* const heads = modem.heads()) {
    result.head_decisions = {spread_by_decades(heads->latency_ps(), kPsPerUs),
                             spread_by_decades(heads->service_ps(), kPsPerUs),
                             heads->late_verdicts(), heads->cut_short()};
  }
  return result;
}

}  // namespace docsis_vp::system
