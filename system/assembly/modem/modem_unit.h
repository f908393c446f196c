// Owns a modem with its fault injection, verdict log, sampler and control CPU.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "models/cm/modem/modem.h"
#include "platform/kernel/outcome.h"
#include "system/assembly/cpu/control_cpu.h"
#include "system/assembly/cpu/cpu_faults.h"
#include "system/assembly/cpu/cpu_recovery.h"
#include "system/assembly/faults/fault_injector.h"
#include "system/assembly/series/load_meter.h"
#include "system/assembly/series/rate_meter.h"
#include "system/assembly/series/sampler.h"
#include "system/assembly/series/timed_actions.h"
#include "system/assembly/series/verdict_log.h"
#include "system/results/results.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system {

// Packets of a flow that the CMTS could not reassemble.
struct PlantLoss {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;
  std::uint64_t bytes_at_warmup = 0;
};

class ModemUnit {
 public:
  // rf: the modem's end of the plant. Throws InputError.
  ModemUnit(const LoadedScenario& loaded, unsigned index, const FlowTable& flows,
            docsis::UpstreamTransmitter& rf, PacketSink& lan, TimeSeries& series,
            platform::TextSink& console, platform::Outcome& outcome);

  cm::Modem& modem() { return modem_; }
  const cm::Modem& modem() const { return modem_; }
  FaultInjector& port() { return injector_; }
  const FaultInjector& port() const { return injector_; }
  Sampler& sampler() { return sampler_; }
  const ControlCpu* cpu() const { return cpu_.get(); }
  ControlCpu* cpu() { return cpu_.get(); }
  // Adds an observer of every verdict.
  void observe_verdicts(cm::VerdictObserver& observer) { verdicts_.add_observer(observer); }

  // Runs an action on the modem, now or later, before everything else at the instant.
  void act_at(TimePs at, std::function<void()> action) { before_.add(at, std::move(action)); }

  // Adds a plant or CPU event as in the scenario, now or later. Throws InputError.
  void add_event(const EventConfig& event);

  std::uint16_t sid_of(unsigned flow) const;
  ServiceFlowResult result(unsigned flow, const PlantLoss& lost, TimePs now) const;
  std::vector<EventResult> events() const;

 private:
  struct AtWarmup {
    std::uint64_t sent_bytes = 0;
    std::uint64_t injected_bytes = 0;  // part of sent_bytes that a script lost
  };

  LoadCounts load_counts(unsigned flow, TimePs at);
  DrainCounts drain_counts(unsigned flow);
  void set_fault_rules(const RfConfig& rf);
  void script(const Scenario& scenario);
  void add_cpu_fault(const EventConfig& event);

  const TimePs warmup_;
  const std::uint8_t data_iuc_;  // initial data IUC
  FaultInjector injector_;
  cm::Modem modem_;
  VerdictLog verdicts_;
  std::vector<AtWarmup> at_warmup_;  // by flow
  LoadMeter loads_;
  std::optional<RateMeter> rates_;  // present if the time series needs it
  Sampler sampler_;
  TimedActions before_;  // actions that run before everything else at their instant
  TimedActions after_;
  std::vector<EventResult> misses_;
  std::unique_ptr<ControlCpu> cpu_;
  std::unique_ptr<CpuRecovery> recovery_;  // null: none in the scenario
  std::unique_ptr<CpuFaults> cpu_faults_;  // null: no CPU
};

// Largest time by which the CPUs of these modems may be apart. If one of them ends the run, the run
// continues for this time: then all CPUs are where they would be without the difference.
TimePs max_cpu_lead(const std::vector<std::unique_ptr<ModemUnit>>& modems);

}  // namespace docsis_vp::system
