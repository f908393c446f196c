// How many cycles interrupts took, by what they were for.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "platform/cpu/cpu.h"
#include "platform/irq/plic.h"
#include "system/results/cpu_result.h"

namespace docsis_vp::system {

class InterruptLog {
 public:
  // It is told of each interrupt that ends, and of each source that is claimed.
  InterruptLog(platform::Cpu& cpu, platform::Plic& plic);

  std::vector<InterruptResult> results() const;

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
  };

  void add(platform::HartInterrupt line, std::uint64_t cycles);
  static std::string name_of(const Cause& cause);

  std::map<Cause, Tally> tallies_;
  std::uint32_t claimed_ = 0;  // since an external interrupt ended, one bit per source
};

}  // namespace docsis_vp::system
