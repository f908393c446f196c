#include "system/scenario/complete/complete_capacity.h"

#include "platform/base/errors.h"
#include "system/json/writer.h"
#include "system/scenario/derive/capacity_trace.h"

namespace docsis_vp::system {

namespace {

void check_trace(const CapacityProfileConfig& capacity, const std::string& pointer) {
  try {
    const double last_s = read_capacity_trace(capacity.file).back().time_s;
    if (capacity.repeat_s && *capacity.repeat_s <= last_s) {
      throw ConfigError(pointer + "/repeat_s", "expected more than the last time of the file, " +
                                                   json_number(last_s) + " s");
    }
  } catch (const ConfigError&) {
    throw;
  } catch (const InputError& error) {
    throw ConfigError(pointer + "/file", error.what());
  }
}

}  // namespace

void check_capacity(const CapacityProfileConfig& capacity, double channels_mbps,
                    const std::string& pointer) {
  if (capacity.kind == CapacityKind::kPhantomLoad && capacity.phantom_load_mbps >= channels_mbps) {
    throw ConfigError(pointer + "/phantom_load_mbps", "expected less than the channels carry, " +
                                                          json_number(channels_mbps) + " Mbit/s");
  }
  if (capacity.kind == CapacityKind::kAllTransitions && capacity.rates_mbps.size() < 2) {
    throw ConfigError(pointer + "/rates_mbps", "expected at least two rates");
  }
  if (capacity.kind == CapacityKind::kTrace) {
    check_trace(capacity, pointer);
  }
}

}  // namespace docsis_vp::system
