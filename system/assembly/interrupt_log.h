// How many cycles interrupts took, by what they were for.
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
  // It is told of each interrupt that ends, and of each source that is claimed.
  InterruptLog(platform::Cpu& cpu, platform::Plic& plic);

  // With the CPU: nothing is claimed.
  void reset() { claimed_ = 0; }
  // Up to now. image: what the CPU runs.
  std::vector<InterruptResult> results(const platform::ElfImage& image) const;

 private:
  // A line of the core; of the external one, the sources that were claimed as well.
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
  // Interrupts of a line that have not returned, at the time of the results.
  void add_open(platform::HartInterrupt line, const platform::ElfImage& image,
                std::map<Cause, Tally>& tallies) const;
  static std::string name_of(const Cause& cause);

  const platform::Cpu& cpu_;
  std::map<Cause, Tally> tallies_;
  std::uint32_t claimed_ = 0;  // since an external interrupt ended, one bit per source
};

}  // namespace docsis_vp::system
