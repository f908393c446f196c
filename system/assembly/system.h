// A scenario, built and ready to run. One per process: SystemC elaborates once.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

// clang-format off: before what needs the standard that it asks for.
#include "platform/base/language.h"
// clang-format on
#include "models/cm/modem/modem.h"
#include "models/docsis/rf.h"
#include "platform/console/text_sink.h"
#include "platform/kernel/outcome.h"
#include "system/assembly/firmware_view.h"
#include "system/results/results.h"
#include "system/scenario/load.h"

namespace docsis_vp::cmts {
class Cmts;
}

namespace docsis_vp::system {

class EventObserver;
class Interventions;
class ModemUnit;
struct GdbSettings;

// Functions that have to come before the first run throw std::logic_error after it. Modems count
// from 0; a number that no modem has throws std::out_of_range.
class System {
 public:
  // Builds everything. Throws InputError, one line, if a file or a value will not do, and
  // std::logic_error if the process has built a System before.
  // console: where the firmware's text goes; the program's standard output if null.
  // capture_file: see capture/capture.h; none if empty.
  explicit System(LoadedScenario loaded, platform::TextSink* console = nullptr,
                  const std::string& capture_file = {});
  ~System();
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  // timeseries.csv, one row per service flow every 10 ms; before the first run. Series and waves
  // may go to several streams.
  void write_time_series(std::ostream& to);
  // Waves as VCD, of the signals that match a pattern (docs/waves.md); before the first run. Throws
  // InputError.
  void write_waves(std::ostream& to, const std::vector<std::string>& patterns);
  // What reaches a socket of a CPU's bus, "ram" or "cm1.ram"; before the first run. Throws
  // InputError.
  void log_transactions(const std::string& socket, std::ostream& to);
  // Serves a modem's CPU to GDB (gdb_bench.h); before the first run. Returns the port. Throws
  // InputError.
  std::uint16_t serve_gdb(const GdbSettings& settings);
  // A debugger killed the CPU, and with it the run.
  bool killed() const;
  // After the last run: tells the debugger the status that the program exits with.
  void finish_gdb(int status);
  // Before the first run: lets results() say how firmware failed, with backtrace and branches. The
  // CPUs then take the host longer; no result changes.
  void watch_faults();
  // Called every 10 ms of simulated time with the part of the run that is over; false ends it. Of
  // several functions each is called.
  void on_progress(std::function<bool(double fraction)> callback);

  // Runs on for a duration, or to the end of the scenario; both stop when the simulated system
  // fails or ends by itself. Throws std::invalid_argument for a duration that overflows the time.
  // The end of run(), or else the destructor, ends the simulation: modules are told by
  // end_of_simulation(), and later calls that ask for more time throw std::logic_error.
  //
  // Programs may also call sc_start() themselves. CPUs then may be ahead of its end by a quantum.
  void run_for(const sc_core::sc_time& duration);
  void run();

  // After the last run: gives the capture its name.
  void finish_capture();
  // After the last run: writes the rest of the waves. A second call does nothing.
  void finish_waves();

  // Modem by modem (scenario/instances.h).
  const Scenario& scenario() const;
  const platform::Outcome& outcome() const;
  // Of the run so far.
  Results results() const;

  // For what watches their CPUs (cpu_recordings.h).
  std::vector<std::unique_ptr<ModemUnit>>& modem_units();
  // For tests that look inside.
  cm::Modem& modem(unsigned index);
  const cm::Modem& modem(unsigned index) const;
  const cmts::Cmts& cmts() const;
  // Of a modem with a control CPU; throws InputError if it has none.
  FirmwareView firmware(unsigned modem = 0);

  // Tells somebody what happens, of what Events (events.h) name; before the first run. The observer
  // must outlive the system's last run.
  void subscribe(EventObserver& observer, unsigned events);
  // What is done to it as it runs: packets, octets, faults (interventions.h).
  Interventions& interventions();

  // Shown every burst that a modem sends.
  void on_burst(const std::function<void(const docsis::UpstreamBurst&)>& observer);
  // Shown every packet that comes down to a modem, and to which.
  void on_packet(
      const std::function<void(unsigned modem, const docsis::DownstreamFrame&)>& observer);
  // Shown every packet that the CMTS put together.
  void on_wan_arrival(std::function<void(const Packet&)> observer);

  // Packets that exist at all, and those that neither wait in a queue of modem or CMTS nor have
  // arrived.
  std::size_t packets_alive() const;
  std::size_t packets_in_transit() const;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace docsis_vp::system
