// A modem with all that belongs to it: faults, verdicts, samples, its control CPU.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "models/cm/modem/modem.h"
#include "platform/kernel/outcome.h"
#include "system/assembly/control_cpu.h"
#include "system/assembly/cpu_faults.h"
#include "system/assembly/cpu_recovery.h"
#include "system/assembly/fault_injector.h"
#include "system/assembly/load_meter.h"
#include "system/assembly/sampler.h"
#include "system/assembly/timed_actions.h"
#include "system/assembly/verdict_log.h"
#include "system/results/results.h"
#include "system/scenario/load.h"

namespace docsis_vp::system {

// Packets of a flow that the CMTS could not put together.
struct PlantLoss {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;
  std::uint64_t bytes_at_warmup = 0;
};

class ModemUnit {
 public:
  // rf: its end of the plant. Throws InputError.
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
  // Somebody who wants to see every verdict.
  void show_verdicts(cm::VerdictObserver& observer) { verdicts_.show_to(observer); }

  // Now or later: does something to the modem before all else at the instant.
  void act_at(TimePs at, std::function<void()> action) { before_.add(at, std::move(action)); }

  // As a scenario's, now or later, of what goes wrong on the plant or strikes the CPU. Throws
  // InputError.
  void add_event(const EventConfig& event);

  std::uint16_t sid_of(unsigned flow) const;
  ServiceFlowResult result(unsigned flow, const PlantLoss& lost, TimePs now) const;
  std::vector<EventResult> events() const;

 private:
  struct AtWarmup {
    std::uint64_t sent_bytes = 0;
    std::uint64_t injected_bytes = 0;  // of these, lost by script
  };

  LoadCounts load_counts(unsigned flow, TimePs at);
  void set_fault_rules(const RfConfig& rf);
  void script(const Scenario& scenario);
  void add_cpu_fault(const EventConfig& event);

  const TimePs warmup_;
  const std::uint8_t data_iuc_;  // at the beginning
  FaultInjector injector_;
  cm::Modem modem_;
  VerdictLog verdicts_;
  std::vector<AtWarmup> at_warmup_;  // by flow
  LoadMeter loads_;
  Sampler sampler_;
  TimedActions before_;  // precede all else at their instant
  TimedActions after_;
  std::vector<EventResult> misses_;
  std::unique_ptr<ControlCpu> cpu_;
  std::unique_ptr<CpuRecovery> recovery_;  // if the scenario wants one
  std::unique_ptr<CpuFaults> cpu_faults_;  // if there is a CPU
};

// How far the CPUs of these may be apart. Where one of them ends a run, it goes on for so long:
// then all are where they would be had they never been apart.
TimePs how_far_apart(const std::vector<std::unique_ptr<ModemUnit>>& modems);

}  // namespace docsis_vp::system
