// Counts the cycles of a hart's interrupts by their cause.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "platform/cpu/cpu.h"
#include "platform/irq/plic.h"
#include "platform/memory/elf_image.h"
#include "system/results/cpu_result.h"

namespace docsis_vp::system {

class InterruptLog {
 public:
  // It observes the end of each interrupt and each claim of a source by the hart. context: of the
  // hart at the interrupt controller.
  InterruptLog(platform::Cpu& cpu, platform::Plic& plic, unsigned context);

  // Reset of the CPU: no source is claimed.
  void reset() { claimed_ = 0; }
  // Counts up to now. image: the running image.
  std::vector<InterruptResult> results(const platform::ElfImage& image) const;

 private:
  // A line of the core; for the external line, also the claimed sources.
  struct Cause {
    platform::HartInterrupt line;
    std::uint32_t sources;

    bool operator<(const Cause& other) const {
      return line != other.line ? line < other.line : sources < other.sources;
    }
  };
  struct Tally {
    std::uint64_t served = 0;
    std::uint64_t cycles = 0;
    std::uint64_t worst_cycles = 0;
    std::uint64_t unreturned = 0;
    std::string handler_without_mret = {};
  };

  void add(platform::HartInterrupt line, std::uint64_t cycles);
  // Adds the interrupts of a line that have not returned yet.
  void add_open(platform::HartInterrupt line, const platform::ElfImage& image,
                std::map<Cause, Tally>& tallies) const;
  static std::string name_of(const Cause& cause);

  const platform::Cpu& cpu_;
  std::map<Cause, Tally> tallies_;
  std::uint32_t claimed_ = 0;  // since the last external interrupt ended, one bit per source
};

}  // namespace docsis_vp::system
