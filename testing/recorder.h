// Writes the recording of a failed test, in the process that repeats it.
#pragma once

#include <chrono>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "testing/recording.h"

namespace docsis_vp::system {
class System;
}

namespace docsis_vp::testing {

// Writes capture.pcapng, waves.vcd, timeseries.csv and results.json into the order's folder, and
// notes.txt if a part is missing. Capture and waves end at the order's size limit. At its time
// limit the recorder ends the process. If a signal such as SIGSEGV ends the process, the recorder
// completes its files first.
class Recorder {
 public:
  explicit Recorder(RecordingOrder order);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  ~Recorder();

  // Capture file for the system's constructor.
  std::string capture_file() const;
  // Call before the first run. trace: the growing text of timeseries.csv. The recorder outlives the
  // system.
  void begin(system::System& system, const std::ostringstream& trace);
  // Call after the last run; a second call does nothing. Throws InputError if a file cannot be
  // written.
  void finish();
  void finish_if_possible() noexcept;

 private:
  using Clock = std::chrono::steady_clock;

  std::string file(const char* name) const { return order_.folder + "/" + name; }
  std::uintmax_t bytes_written();
  std::string simulated_time() const;
  void look_at_limits();
  void end_capture_and_waves();
  static void on_crash(int signal);

  const RecordingOrder order_;
  const std::optional<Clock::time_point> time_is_up_at_;
  system::System* system_ = nullptr;
  const std::ostringstream* trace_ = nullptr;
  std::ofstream waves_;
  bool capture_has_ended_ = false;
  bool finished_ = false;
};

}  // namespace docsis_vp::testing
