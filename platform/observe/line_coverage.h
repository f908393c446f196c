// Which lines of a firmware ran, and how often.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <unordered_map>

#include "platform/cpu/cpu_observer.h"
#include "platform/symbols/code.h"

namespace docsis_vp::platform {

// A line ran as often as the instruction of it that ran most; lines without code do not count.
// Images that ran one after the other count together, by file and line.
class LineCoverage : public CpuObserver {
 public:
  explicit LineCoverage(const ElfImage& image) : code_(image) {}

  void on_retired(const RetiredInstruction& instruction) override { ++counts_[instruction.pc]; }
  void on_reset(TimePs at) override;

  // As geninfo writes it (its manual page, "Tracefile format"). After the run.
  void write(std::ostream& to);

 private:
  struct File {
    std::map<std::uint32_t, std::uint64_t> lines;
    std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> functions;  // line, calls
  };
  void add_up();

  CurrentCode code_;
  std::unordered_map<std::uint32_t, std::uint64_t> counts_;  // by address
  std::map<std::string, File> files_;
};

}  // namespace docsis_vp::platform
