// Counts how often each source line of a firmware ran.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "platform/cpu/cpu_observer.h"
#include "platform/symbols/code.h"

namespace docsis_vp::platform {

// A line's count is the number of entries from another line, plus repeats of its first statement.
// The return of a called function, inlined or not, is no entry. Copies of a line, in inlined
// functions or unrolled loops, add up. If one instruction of the line ran more often, as in a loop
// of inline assembly, its count is the line's. Lines without code have no count. The counts of
// successive images add up by file and line.
class LineCoverage : public CpuObserver {
 public:
  explicit LineCoverage(const ElfImage& image) : code_(image) {}

  void on_retired(const RetiredInstruction& instruction) override;
  void on_trap(const TakenTrap& trap) override;
  void on_reset(TimePs at) override;

  // Writes the format of geninfo (its manual page, "Tracefile format"). Call after the run.
  void write(std::ostream& to);

 private:
  struct File {
    std::map<std::uint32_t, std::uint64_t> lines;
    std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> functions;  // line, calls
  };
  // Number of a line within one copy of a function; 0: no line.
  using LineCopy = std::uint32_t;
  struct LineCopyKey {
    std::uint32_t file;
    std::uint32_t line;
    std::uint32_t copy;
    bool operator<(const LineCopyKey& other) const {
      return std::tie(file, line, copy) < std::tie(other.file, other.line, other.copy);
    }
  };
  // An instruction of the image.
  struct Place {
    std::uint64_t ran = 0;
    LineCopy line_copy = 0;
    LineCopy above = 0;        // line copy of the previous address
    std::uint32_t column = 0;  // see DebugInfo::Row
    bool begins_statement = false;
  };
  // Number of entries of a line copy.
  struct Entries {
    std::uint64_t count = 0;
    std::uint32_t column = 0;  // of the last one
  };
  // The previous instruction.
  struct Last {
    LineCopy line_copy = 0;
    std::uint32_t pc = 0;
    bool returned = false;
  };

  Place place_of(std::uint32_t pc);
  LineCopy line_copy_of(const LineCopyKey& key);
  LineCopy line_copy_of_row(const DebugInfo::Row& row);
  LineCopy caller_of(LineCopy from, LineCopy to);
  void enter(const Place& place, std::uint32_t pc);
  void add_up();

  CurrentCode code_;
  std::unordered_map<std::uint32_t, Place> places_;  // by address
  std::map<LineCopyKey, LineCopy> line_copies_;
  std::vector<LineCopyKey> keys_ = {{}};  // by line copy
  std::vector<Entries> entered_ = {{}};   // by line copy
  Last last_;
  std::vector<Last> interrupted_;  // by traps
  std::map<std::string, File> files_;
};

}  // namespace docsis_vp::platform
