// Declares the parts of a System. Only the sources of System include this.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/cmts/cmts.h"
#include "platform/bus/protocol_log.h"
#include "platform/kernel/outcome.h"
#include "system/assembly/capture/capture.h"
#include "system/assembly/event_hub.h"
#include "system/assembly/instruments/call_order.h"
#include "system/assembly/instruments/gdb_bench.h"
#include "system/assembly/instruments/instruments.h"
#include "system/assembly/interventions.h"
#include "system/assembly/last_line.h"
#include "system/assembly/measure/channel_meter.h"
#include "system/assembly/measure/downstream_meter.h"
#include "system/assembly/measure/fault_reports.h"
#include "system/assembly/modem/channel_changes.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/assembly/modem/observed_sink.h"
#include "system/assembly/modem/rf_plant.h"
#include "system/assembly/packets/packet_log.h"
#include "system/assembly/run_control.h"
#include "system/assembly/series/rate_meter.h"
#include "system/assembly/series/sampler.h"
#include "system/assembly/series/time_series.h"
#include "system/assembly/series/timed_actions.h"
#include "system/assembly/system.h"
#include "system/assembly/traffic/traffic.h"

namespace docsis_vp::system {

class System::Parts {
 public:
  using HostClock = std::chrono::steady_clock;

  Parts(LoadedScenario scenario, platform::TextSink& screen, const std::string& capture_file);

  const LoadedScenario written;
  const LoadedScenario loaded;  // with modem groups expanded
  const std::vector<AreaResult> areas;
  // Outlives the objects that report to it; none: no checks.
  std::optional<platform::ProtocolLog> protocol;
  const HostClock::time_point wall_start = HostClock::now();
  const double cpu_start = cpu_seconds();
  LastLine console;
  platform::Outcome outcome;
  Traffic traffic;
  TimeSeries series;
  ObservedSink wan;
  ObservedSink lan;
  std::unique_ptr<Capture> capture;  // inserted between neighbouring blocks; null: none
  RfPlant plant;
  std::vector<std::unique_ptr<ModemUnit>> modems;
  cmts::Cmts cmts;
  DownstreamMeter downstream;
  ChannelMeter channels;
  std::unique_ptr<Sampler> downstream_sampler;
  std::optional<RateMeter> downstream_rates;  // present if the time series needs it
  TimedActions at_warmup;
  std::unique_ptr<ChannelChanges> changes;
  RunControl control;
  CallOrder order;
  std::vector<std::unique_ptr<Waves>> waves;
  std::unique_ptr<PacketLog> packets;    // null: packets are not traced
  std::unique_ptr<GdbBench> gdb;         // null: no CPU is served
  std::unique_ptr<FaultReports> faults;  // null: not watched
  std::unique_ptr<Interventions> interventions;
  std::unique_ptr<EventHub> hub;  // null: no subscription
  std::vector<std::function<bool(double)>> progress;

  ModemUnit& modem(unsigned index) const;
  // Creates the object at the first call.
  PacketLog& packet_log();
  // call: name of the public call, for example "run()".
  void run_until(TimePs time, const char* call);
  Results results() const;
  std::vector<ServiceFlowResult> service_flows(TimePs now) const;
  Network::Entrances entrances(unsigned index);

  double cpu_s = 0;
  double wall_s = 0;

 private:
  static double cpu_seconds();

  std::vector<std::uint64_t> lost_at_warmup_;  // lost bytes by upstream flow
  void sample_downstream();
  PlantLoss plant_loss(cmts::UpstreamFlow flow) const;
  // Returns one line that describes how the simulated system failed; empty if it did not.
  std::optional<std::string> error() const;
  std::string how_it_ended() const;
};

}  // namespace docsis_vp::system
