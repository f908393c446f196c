#include "system/scenario/check/flow_notes.h"

namespace docsis_vp::system {

std::vector<std::string> notes_on_flows(const Scenario& scenario) {
  std::vector<std::string> notes;
  for (const FlowConfig& flow : scenario.flows) {
    const TrafficKind& kind = row_of(flow.kind);
    if (kind.add_notes != nullptr) {
      kind.add_notes(flow, notes);
    }
  }
  return notes;
}

}  // namespace docsis_vp::system
