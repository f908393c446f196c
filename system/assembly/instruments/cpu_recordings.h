// Records the execution of a system's CPUs: traces, commit logs, profiles, coverage.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "platform/observe/call_profile.h"
#include "platform/observe/instruction_trace.h"
#include "platform/observe/line_coverage.h"
#include "system/assembly/modem/find_cpu.h"

namespace docsis_vp::system {

// Selects what to trace.
struct TraceOptions {
  // Functions, or ranges such as 0x100:0x40; none: everything.
  std::vector<std::string> places;
  TimePs from = 0;
  TimePs to = kNever;
};

// Records are requested before the first run; later requests throw CallOrderError (call_order.h).
// cpu: "cm0" or "cm0.cpu1"; empty: the first modem with a CPU (find_cpu.h). Throws InputError if
// there is none; `option` names the source of the request. Streams must live until finish().
class CpuRecordings {
 public:
  explicit CpuRecordings(std::vector<std::unique_ptr<ModemUnit>>& modems) : modems_(modems) {}

  void commit_log(const std::string& option, const std::string& cpu, std::ostream& to);
  void trace(const std::string& option, const std::string& cpu, std::ostream& to,
             const TraceOptions& options);
  void callgrind(const std::string& option, const std::string& cpu, std::ostream& to);
  void coverage(const std::string& option, const std::string& cpu, std::ostream& to);
  // Enables flat_profile().
  void profile(const std::string& option, const std::string& cpu);

  // Call it after the run: writes the remaining records.
  void finish();
  // Table of the ten functions with the most cycles; empty unless requested.
  std::string flat_profile() const;
  // {"cpu": "...", "cycles": ..., "functions": [{"name": "...", "cycles": ..., "instructions": ...,
  // "calls": ...}, ...]}, all functions; empty without profile().
  std::string profile_json() const;

 private:
  struct Profiled {
    ModemUnit* unit;
    unsigned hart;
    std::unique_ptr<platform::CallProfile> profile;
    std::ostream* to;  // null: only the table is requested
  };
  struct Covered {
    std::unique_ptr<platform::LineCoverage> coverage;
    std::ostream* to;
  };

  Profiled& profiled(const FoundHart& cpu);
  // The one of profile(), or null.
  const Profiled* shown() const;

  std::vector<std::unique_ptr<ModemUnit>>& modems_;
  std::vector<std::unique_ptr<platform::CpuObserver>> logs_;
  std::vector<Profiled> profiles_;
  std::vector<Covered> covered_;
  const platform::CallProfile* shown_ = nullptr;  // of the flat profile
};

}  // namespace docsis_vp::system
