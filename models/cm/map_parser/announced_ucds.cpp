// Selects the UCD of a channel by which MAPs are parsed.
#include <algorithm>
#include <string>

#include "models/cm/map_parser/map_parser.h"
#include "platform/base/errors.h"

namespace docsis_vp::cm {

namespace {

// Compares UCD counts, which wrap.
bool is_newer(const docsis::ChannelGeometry& announced, const docsis::ChannelGeometry& in_force) {
  const int ahead = announced.parameters().ucd_count - in_force.parameters().ucd_count;
  return static_cast<std::int8_t>(ahead) > 0;
}

}  // namespace

void MapParser::learn_ucd(unsigned channel, const docsis::ChannelParameters& parameters) {
  const docsis::ChannelGeometry announced(parameters);
  if (!channels_[channel].can_become(announced)) {
    throw InputError(std::string(name()) + ": a change of channel " + parameters.name +
                     " needs another UCD count and minislots that stay where they are");
  }
  do_deferred_work();
  if (is_newer(announced, channels_[channel])) {
    announced_[channel].push_back(announced);
    ++ucds_to_come_;
  }
  deferral_changed();
}

// Does nothing unless the UCD is announced.
void MapParser::put_in_force(std::size_t channel, std::uint8_t ucd_count) {
  if (ucds_to_come_ == 0) return;  // fast exit without reading the channel
  docsis::ChannelGeometry& geometry = channels_[channel];
  std::vector<docsis::ChannelGeometry>& announced = announced_[channel];
  const auto named = std::find_if(announced.begin(), announced.end(), [&](const auto& ucd) {
    return ucd.parameters().ucd_count == ucd_count;
  });
  if (named == announced.end()) return;
  geometry = *named;
  const auto is_past = [&](const auto& ucd) { return !is_newer(ucd, geometry); };
  const auto past = std::remove_if(announced.begin(), announced.end(), is_past);
  ucds_to_come_ -= static_cast<std::size_t>(announced.end() - past);
  announced.erase(past, announced.end());
}

}  // namespace docsis_vp::cm
