// Builds a scenario's system and runs it. A process can build only one, because SystemC elaborates
// once.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

// clang-format off: language.h comes first, because it checks the C++ standard that others need.
#include "platform/base/language.h"
// clang-format on
#include "models/cm/modem/modem.h"
#include "models/docsis/rf.h"
#include "platform/console/text_sink.h"
#include "platform/kernel/outcome.h"
#include "system/assembly/cpu/firmware_view.h"
#include "system/results/results.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::cmts {
class Cmts;
}
namespace docsis_vp::platform {
struct ProtocolViolation;
}

namespace docsis_vp::system {

class EventObserver;
class Interventions;
class ModemUnit;
struct GdbSettings;

// A call in the wrong order throws CallOrderError (call_order.h), a std::logic_error whose one line
// names the call and the reason. It is thrown for
// - a call documented as "before the first run" after a run has started
// - a call documented as "after the last run" during a run
// - a run within a run
// - a run after a call documented as "after the last run".
// Modem indices start at 0; an index out of range throws std::out_of_range.
class System {
 public:
  // Builds everything. Throws InputError, whose message has one line, for an invalid file or value.
  // Throws std::logic_error if the process has built a System before.
  // console: receives the firmware's output; null: standard output.
  // capture_file: see capture/capture.h; empty: no capture.
  explicit System(LoadedScenario loaded, platform::TextSink* console = nullptr,
                  const std::string& capture_file = {});
  ~System();
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  // Writes timeseries.csv: a row per service flow every stats.queue_interval_s (10 ms by default),
  // and a row per flow with open TCP connections every stats.tcp_interval_s. Call it before the
  // first run. It may be called for several streams, as may write_waves().
  void write_time_series(std::ostream& to);
  // Writes the signals that match a pattern as VCD (docs/waves.md). Call it before the first run.
  // Throws InputError.
  void write_waves(std::ostream& to, const std::vector<std::string>& patterns);
  // Writes the timestamps of each stage of the packets that meet the conditions, as CSV
  // (docs/packets.md, packets/packet_filter.h). Call it before the first run. A thread writes to
  // `to` until finish_packets() or abandon_packets() has returned. Throws InputError.
  void write_packets(std::ostream& to, const std::vector<std::string>& conditions);
  // Writes the packets that meet the conditions, and the work that their modems do for them, as a
  // Perfetto trace. Call it at most once, before the first run. Throws InputError.
  void write_timeline(std::ostream& to, const std::vector<std::string>& conditions);
  // Logs the transactions at a range of a CPU's bus, such as "ram" for the first CPU or "cm1.ram"
  // for that of modem cm1. Call it before the first run. Throws InputError.
  void log_transactions(const std::string& socket, std::ostream& to);
  // Serves a modem's CPU to GDB (gdb_bench.h). Call it at most once, before the first run. Returns
  // the port. Throws InputError.
  std::uint16_t serve_gdb(const GdbSettings& settings);
  // True if a debugger killed the CPU, which ends the run.
  bool killed() const;
  // Reports the exit status to the debugger, after the last run. A second call does nothing.
  void finish_gdb(int status);
  // If firmware fails, results() then has a backtrace and the last branches that the CPU took. Call
  // it before the first run. The simulation runs slower; results do not change.
  void watch_faults();
  // Checks the rules of the TLM-2.0 base protocol at every socket of the buses (docs/tlm.md). Call
  // it before the first run. Results do not change.
  void check_tlm();
  // Returns the violations found so far (platform/bus/protocol_log.h); none without check_tlm().
  std::vector<platform::ProtocolViolation> tlm_violations() const;
  std::vector<std::string> tlm_violation_lines() const;  // the same as text
  // Adds a function that is called at each sample of the time series: every 10 ms of simulated
  // time, or as stats.queue_interval_s says. fraction: completed part of the run, 0 to 1. If the
  // function returns false, the run ends.
  void on_progress(std::function<bool(double fraction)> callback);

  // Runs for a duration, or to the end of the scenario. Both stop when the simulated system fails
  // or ends by itself. run_for() throws std::invalid_argument for a duration that overflows the
  // time. The end of run(), or the destructor, ends the simulation: it calls end_of_simulation() of
  // the modules. A later call returns at once if the scenario has ended, and throws CallOrderError
  // otherwise.
  //
  // Programs may also call sc_start(). It ends on time, but a CPU may have executed instructions
  // beyond this end, by at most its quantum (quantum_us).
  void run_for(const sc_core::sc_time& duration);
  void run();

  // Completes the capture file, or writes the rest of the waves. Can be called at any time, even
  // during a run (a size-limited recorder does this). Later packets are not captured. The wave file
  // is complete up to the present time. A later run may append to it, and a second call does not
  // complete it again, so read it before that run.
  void finish_capture();
  void finish_waves();
  // Writes the rest of the packets, after the last run. A second call does nothing.
  void finish_packets();
  // After a run without finish_packets(): ends the thread of write_packets(), so that its stream
  // may end its life before this object.
  void abandon_packets();

  // The scenario with modem groups expanded (scenario/derive/instances.h).
  const Scenario& scenario() const;
  const platform::Outcome& outcome() const;
  // Results of the run so far.
  Results results() const;

  // For observers of the CPUs (cpu_recordings.h).
  std::vector<std::unique_ptr<ModemUnit>>& modem_units();
  // For tests that read internal state.
  cm::Modem& modem(unsigned index);
  const cm::Modem& modem(unsigned index) const;
  const cmts::Cmts& cmts() const;
  // Memory and registers of a modem with a control CPU; throws InputError if it has none.
  FirmwareView firmware(unsigned modem = 0);

  // Subscribes an observer to a set of events (events.h), one bit each. Call it before the first
  // run. The observer must outlive the last run.
  void subscribe(EventObserver& observer, unsigned events);
  // Functions that act on the running system: packets, octets, faults (interventions.h).
  Interventions& interventions();

  // Adds an observer of every burst that a modem sends.
  void on_burst(const std::function<void(const docsis::UpstreamBurst&)>& observer);
  // Adds an observer of every packet that arrives at a modem.
  void on_packet(
      const std::function<void(unsigned modem, const docsis::DownstreamFrame&)>& observer);
  // Adds an observer of every packet that the CMTS reassembled.
  void on_wan_arrival(std::function<void(const Packet&)> observer);

  // packets_alive(): packets that exist. packets_in_transit(): those of them that are neither in a
  // queue of a modem or the CMTS nor at their destination.
  std::size_t packets_alive() const;
  std::size_t packets_in_transit() const;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace docsis_vp::system
