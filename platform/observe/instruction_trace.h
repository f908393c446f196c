// Traces instructions: one line each, with time, place and disassembly.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "platform/cpu/cpu_observer.h"
#include "platform/symbols/code.h"

namespace docsis_vp::platform {

// Selects instructions in one of the places (all instructions if there is none) that start in from
// .. to-1.
struct TraceFilter {
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
  };
  std::vector<Range> ranges;
  std::vector<std::string> functions;
  TimePs from = 0;
  TimePs to = kNever;
};

// A line is "0.016000120000 cm0 0x000002d8 serve_tick+0x12        9f2d     add t5,t5,a1". Traps and
// the start of sleep have their own lines.
class InstructionTrace : public CpuObserver {
 public:
  InstructionTrace(std::ostream& to, std::string name, const ElfImage& image, TraceFilter filter);

  void on_retired(const RetiredInstruction& instruction) override;
  void on_trap(const TakenTrap& trap) override;
  void on_sleep(TimePs at) override;
  void on_reset(TimePs at) override;

 private:
  bool wants(TimePs at, std::uint32_t pc);
  std::string begin(TimePs at, std::uint32_t pc);

  std::ostream& to_;
  const std::string name_;
  CurrentCode code_;
  const TraceFilter filter_;
};

}  // namespace docsis_vp::platform
