// Applies a scenario's events to the control CPU of a modem: forced interrupts, flipped bits, a
// stalled bus, resets, firmware updates, console input.
#pragma once

#include <string>
#include <vector>

#include "models/cm/modem/modem.h"
#include "platform/memory/elf_image.h"
#include "system/assembly/cpu/control_cpu.h"
#include "system/assembly/cpu/cpu_recovery.h"
#include "system/assembly/series/timed_actions.h"
#include "system/results/results.h"
#include "system/scenario/derive/bit_flip_target.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system {

class CpuFaults : private cm::CommitObserver {
 public:
  // actions: run before everything else at their instants. All arguments must outlive the object.
  // recovery: of this CPU; null if it has none. Throws InputError for an image that cannot be read
  // and for an address without memory or device.
  CpuFaults(const LoadedScenario& loaded, unsigned modem_index, cm::Modem& modem, ControlCpu& cpu,
            CpuRecovery* recovery, TimedActions& actions);

  // Adds an event, now or later. It refers to the firmware and symbols that earlier events
  // installed. Throws as the constructor.
  void add(const EventConfig& event);

  // Returns the events so far, in order of time. An absence of the law that has not ended counts
  // until now.
  std::vector<EventResult> events() const;

 private:
  struct Absence {
    std::size_t event;  // index in events_
    TimePs since;
  };
  struct Fault {
    EventConfig event;
    BitFlipTarget target;   // for a flipped bit
    std::size_t image = 0;  // index in images_ of the image that runs at that time
  };

  Fault prepared(const EventConfig& event);
  void inject(std::size_t index);
  void flip(const Fault& fault, EventResult& result);
  void update(const Fault& fault, EventResult& result);
  void flip_register(unsigned number, std::uint32_t mask, EventResult& result);
  void flip_word(std::uint32_t address, bool is_memory, std::uint32_t mask, EventResult& result);
  // Ends the absence of a firmware law.
  void committed(unsigned flow, TimePs at) override;
  // Packets in the queues and waiting in front of them.
  std::uint64_t waiting_packets() const;

  const std::string directory_;
  const ControlCpuConfig config_;
  cm::Modem& modem_;
  ControlCpu& cpu_;
  CpuRecovery* const recovery_;
  TimedActions& actions_;
  std::vector<platform::ElfImage> images_;  // the boot image, then the updates
  std::vector<Fault> faults_;
  std::vector<EventResult> events_;
  std::vector<Absence> absences_;  // open absences of the law
  bool observes_commits_ = false;
};

}  // namespace docsis_vp::system
