// Declares the observer interface for the functions that a CPU executes.
#pragma once

#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// A range of addresses, both ends included.
struct CodeRange {
  std::uint32_t first = 0;
  std::uint32_t last = UINT32_MAX;

  bool contains(std::uint32_t pc) const { return pc >= first && pc <= last; }
  friend bool operator==(const CodeRange& a, const CodeRange& b) {
    return a.first == b.first && a.last == b.last;
  }
};

// It slows the simulation far less than a CpuObserver: the CPU still runs blocks of instructions
// and stops only at transitions between functions. Observation changes no result. All calls except
// on_reset() come from the CPU's thread.
class FunctionObserver {
 public:
  virtual ~FunctionObserver() = default;
  // Returns the range of the function at this address; if there is none, the address alone. The
  // answer must not change between two resets.
  virtual CodeRange function_at(std::uint32_t pc) const = 0;
  // Called before the instruction at pc starts if the previous instruction since the last sleep or
  // reset belongs to another function.
  virtual void on_function(TimePs at, std::uint32_t pc) = 0;
  virtual void on_sleep(TimePs) {}
  virtual void on_reset(TimePs) {}
};

}  // namespace docsis_vp::platform
