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
  // A line of one copy of a function; 0: no line.
  using Part = std::uint32_t;
  struct PartKey {
    std::uint32_t file;
    std::uint32_t line;
    std::uint32_t copy;
    bool operator<(const PartKey& other) const {
      return std::tie(file, line, copy) < std::tie(other.file, other.line, other.copy);
    }
  };
  // An instruction.
  struct Place {
    std::uint64_t ran = 0;
    Part part = 0;
    Part above = 0;            // of the instruction at the address before
    std::uint32_t column = 0;  // see DebugInfo::Row
    bool begins_statement = false;
  };
  // How often a part was entered.
  struct Entries {
    std::uint64_t count = 0;
    std::uint32_t column = 0;  // of the last one
  };
  // The instruction that ran last.
  struct Last {
    Part part = 0;
    std::uint32_t pc = 0;
    bool returned = false;
  };

  Place place_of(std::uint32_t pc);
  Part part_of(const PartKey& key);
  Part part_of_row(const DebugInfo::Row& row);
  Part caller_of(Part from, Part to);
  void enter(const Place& place, std::uint32_t pc);
  void add_up();

  CurrentCode code_;
  std::unordered_map<std::uint32_t, Place> places_;  // by address
  std::map<PartKey, Part> parts_;
  std::vector<PartKey> keys_ = {{}};     // by part
  std::vector<Entries> entered_ = {{}};  // by part
  Last last_;
  std::vector<Last> interrupted_;  // by traps
  std::map<std::string, File> files_;
};

}  // namespace docsis_vp::platform
