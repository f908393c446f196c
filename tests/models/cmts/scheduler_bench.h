// A whole CMTS between the fakes of bench.h, run MAP by MAP.
#pragma once

#include "platform/base/errors.h"
#include "tests/models/cmts/bench.h"

namespace docsis_vp::cmts {

struct SchedulerBench {
  explicit SchedulerBench(const CmtsConfig& settings)
      : config(settings),
        plant(config),
        cmts(sc_core::sc_gen_unique_name("cmts"), config, plant, wan) {}

  const docsis::ChannelGeometry& channel(unsigned index = 0) const { return plant.geometry(index); }
  void send(docsis::UpstreamBurst burst) { cmts.upstream().receive(std::move(burst)); }
  // Runs until so many MAPs were built.
  const ReceivedMap& map(std::size_t number) {
    while (plant.maps.size() <= number) {
      run_until(platform::now_ps() + config.timing.map_interval_ps / 4);
    }
    return plant.maps[number];
  }

  CmtsConfig config;
  RecordingPlant plant;
  RecordingSink wan;
  Cmts cmts;
};

// A grant or a poll, and the MAP that it is in.
struct PlacedInterval {
  TimePs start = 0;
  std::uint32_t minislots = 0;
  docsis::MapElement element;
  const ReceivedMap* map = nullptr;
};

// The polls of a SID, or its grants, in all MAPs so far.
inline std::vector<PlacedInterval> intervals(const SchedulerBench& bench, std::uint16_t sid,
                                             bool polls) {
  std::vector<PlacedInterval> found;
  for (const ReceivedMap& map : bench.plant.maps) {
    for (const docsis::MapElement& element : map.map.elements) {
      const bool is_poll = element.iuc == docsis::kIucRequest;
      if (element.sid != sid || is_poll != polls || element.length == 0) continue;
      found.push_back({bench.channel(map.channel).start(map.first + element.offset), element.length,
                       element, &map});
    }
  }
  return found;
}

inline unsigned in_us(TimePs time) {
  return static_cast<unsigned>(time / kPsPerUs);
}

inline void set_polls(UpstreamFlowConfig& flow, TimePs interval, TimePs jitter) {
  flow.scheduling.nominal_polling_interval_us = in_us(interval);
  flow.scheduling.tolerated_poll_jitter_us = in_us(jitter);
}

// Unsolicited grants of so many bytes; `silent_after` of UGS-AD.
inline void set_grants(UpstreamFlowConfig& flow, unsigned bytes, TimePs interval, TimePs jitter,
                       unsigned per_interval, unsigned silent_after) {
  flow.scheduling.unsolicited_grant_bytes = bytes;
  flow.scheduling.nominal_grant_interval_us = in_us(interval);
  flow.scheduling.tolerated_grant_jitter_us = in_us(jitter);
  flow.scheduling.grants_per_interval = per_interval;
  flow.scheduling.silent_after_grants = silent_after;
}

// One channel whose first flow has this type; its MAPs begin at 0.
inline CmtsConfig with_type(docsis::SchedulingType type) {
  CmtsConfig config = one_channel("docsis30");
  config.map_phase_ps = 0;
  config.flows[0].scheduling.type = type;
  return config;
}

}  // namespace docsis_vp::cmts
