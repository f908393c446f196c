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

}  // namespace docsis_vp::cmts
