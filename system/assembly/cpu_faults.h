// What a scenario does to the control CPU of a modem: forced interrupts, flipped bits, a bus that
// stands still, resets, other firmware, something typed at its console.
#pragma once

#include <string>
#include <vector>

#include "models/cm/modem/modem.h"
#include "platform/memory/elf_image.h"
#include "system/assembly/control_cpu.h"
#include "system/assembly/cpu_recovery.h"
#include "system/assembly/timed_actions.h"
#include "system/results/results.h"
#include "system/scenario/bit_flip_target.h"
#include "system/scenario/load.h"

namespace docsis_vp::system {

class CpuFaults : private cm::CommitObserver {
 public:
  // actions: precede all else at their instants. Everything must outlive the strikes. Throws
  // InputError for an image that cannot be read and for an address without anything behind it.
  // recovery: of the CPU; null if it has none.
  CpuFaults(const LoadedScenario& loaded, unsigned modem_index, cm::Modem& modem, ControlCpu& cpu,
            CpuRecovery* recovery, TimedActions& actions);

  // One more, now or later; of firmware and symbols those count that the events before made.
  // Throws likewise.
  void add(const EventConfig& event);

  // What was done, in order of time.
  const std::vector<EventResult>& events() const { return events_; }

 private:
  struct Absence {
    std::size_t event;  // of events_
    TimePs since;
  };
  struct Fault {
    EventConfig event;
    BitFlipTarget target;   // of a flipped bit
    std::size_t image = 0;  // that runs by then, or from then on
  };

  Fault prepared(const EventConfig& event);
  void inject(std::size_t index);
  void flip(const Fault& fault, EventResult& result);
  void update(const Fault& fault, EventResult& result);
  void flip_register(unsigned number, std::uint32_t mask, EventResult& result);
  void flip_word(std::uint32_t address, bool is_memory, std::uint32_t mask, EventResult& result);
  // A law that firmware computes was away until now.
  void committed(unsigned flow, TimePs at) override;
  // Packets in the queues and before them.
  std::uint64_t waiting_packets() const;

  const std::string directory_;
  const CpuConfig config_;
  cm::Modem& modem_;
  ControlCpu& cpu_;
  CpuRecovery* const recovery_;
  TimedActions& actions_;
  std::vector<platform::ElfImage> images_;  // the one it boots from, then the updates
  std::vector<Fault> faults_;
  std::vector<EventResult> events_;
  std::vector<Absence> absences_;  // of the law, so far
  bool observes_commits_ = false;
};

}  // namespace docsis_vp::system
