// What the CPUs of a system write down as they run: traces, commit logs, profiles, coverage.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "platform/observe/call_profile.h"
#include "platform/observe/instruction_trace.h"
#include "platform/observe/line_coverage.h"
#include "system/assembly/modem_unit.h"

namespace docsis_vp::system {

// What to trace, as a user says it.
struct TraceWishes {
  // Functions, or ranges such as 0x100:0x40; none: everything.
  std::vector<std::string> places;
  TimePs from = 0;
  TimePs to = kNever;
};

// All before the first run. modem: by name; empty: the first that has a CPU. Throws InputError if
// there is none, `option` says where. Streams must live until finish().
class CpuRecordings {
 public:
  explicit CpuRecordings(std::vector<std::unique_ptr<ModemUnit>>& modems) : modems_(modems) {}

  void commit_log(const std::string& option, const std::string& modem, std::ostream& to);
  void trace(const std::string& option, const std::string& modem, std::ostream& to,
             const TraceWishes& wishes);
  void callgrind(const std::string& option, const std::string& modem, std::ostream& to);
  void coverage(const std::string& option, const std::string& modem, std::ostream& to);
  // For flat_profile().
  void profile(const std::string& option, const std::string& modem);

  // After the run: writes what is not written yet.
  void finish();
  // The ten functions that took most, as a table; empty if nobody asked for it.
  std::string flat_profile() const;

 private:
  struct Profiled {
    ModemUnit* unit;
    std::unique_ptr<platform::CallProfile> profile;
    std::ostream* to;  // null: only the table is wanted
  };
  struct Covered {
    std::unique_ptr<platform::LineCoverage> coverage;
    std::ostream* to;
  };

  Profiled& profiled(ModemUnit& unit);

  std::vector<std::unique_ptr<ModemUnit>>& modems_;
  std::vector<std::unique_ptr<platform::CpuObserver>> logs_;
  std::vector<Profiled> profiles_;
  std::vector<Covered> covered_;
  ModemUnit* shown_ = nullptr;  // in the flat profile
};

}  // namespace docsis_vp::system
