// Which lines of a firmware ran, and how often.
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

// A line ran as often as it was entered: from another line, or again at its first statement; not
// when a function that it calls returns, inlined or not. Copies of a line, in functions that were
// inlined or loops that were unrolled, count together. A line of which an instruction ran more
// often, as in a loop of inline assembly, ran as often as that. Lines without code do not count.
// Images that ran one after the other count together, by file and line.
class LineCoverage : public CpuObserver {
 public:
  explicit LineCoverage(const ElfImage& image) : code_(image) {}

  void on_retired(const RetiredInstruction& instruction) override;
  void on_trap(const TakenTrap& trap) override;
  void on_reset(TimePs at) override;

  // As geninfo writes it (its manual page, "Tracefile format"). After the run.
  void write(std::ostream& to);

 private:
  struct File {
    std::map<std::uint32_t, std::uint64_t> lines;
    std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> functions;  // line, calls
  };
  // The number of a line within one copy of a function; 0: no line.
  using LineCopy = std::uint32_t;
  struct LineCopyKey {
    std::uint32_t file;
    std::uint32_t line;
    std::uint32_t copy;
    bool operator<(const LineCopyKey& other) const {
      return std::tie(file, line, copy) < std::tie(other.file, other.line, other.copy);
    }
  };
  // An instruction.
  struct Place {
    std::uint64_t ran = 0;
    LineCopy line_copy = 0;
    LineCopy above = 0;        // of the instruction at the address before
    std::uint32_t column = 0;  // see DebugInfo::Row
    bool begins_statement = false;
  };
  // How often a line copy was entered.
  struct Entries {
    std::uint64_t count = 0;
    std::uint32_t column = 0;  // of the last one
  };
  // The instruction that ran last.
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
