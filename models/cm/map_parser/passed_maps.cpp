// Reports skipped MAPs to the sinks.
#include <utility>

#include "models/cm/map_parser/map_parser.h"

namespace docsis_vp::cm {

// In the order of the last MAPs of the channels.
void MapParser::tell_passed() {
  telling_ = true;
  while (const Passed* const next = first_passed()) {
    const auto channel = static_cast<unsigned>(next - passed_.data());
    const Passed passed = std::exchange(passed_[channel], {});
    const docsis::Minislot near = channels_[channel].at(passed.arrived);
    const MapSummary last = summary_of(channel, *passed.last, near);
    for (MapSink* sink : sinks_) sink->on_maps_passed(last, passed.maps);
  }
  telling_ = false;
}

const MapParser::Passed* MapParser::first_passed() const {
  const Passed* first = nullptr;
  for (const Passed& passed : passed_) {
    if (passed.maps > 0 && (first == nullptr || passed.arrived < first->arrived)) {
      first = &passed;
    }
  }
  return first;
}

}  // namespace docsis_vp::cm
