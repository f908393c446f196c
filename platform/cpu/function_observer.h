// Declares the observer interface for the functions that a CPU executes.
#pragma once

#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// Addresses from first to last.
struct CodeRange {
  std::uint32_t first = 0;
  std::uint32_t last = UINT32_MAX;

  bool contains(std::uint32_t pc) const { return pc >= first && pc <= last; }
  friend bool operator==(const CodeRange& a, const CodeRange& b) {
    return a.first == b.first && a.last == b.last;
  }
};

// Costs the host little beside CpuObserver: the CPU goes on in blocks of instructions and stops
// where one function leads to another. Observation changes no result. All calls except on_reset()
// come from the CPU's thread.
class FunctionObserver {
 public:
  virtual ~FunctionObserver() = default;
  // Range of the function with this address; the address alone if it belongs to none. Between two
  // resets it must not change.
  virtual CodeRange function_at(std::uint32_t pc) const = 0;
  // Called before the instruction at pc starts, if the instruction before it, since the last sleep
  // or reset, lies outside the function at pc.
  virtual void on_function(TimePs at, std::uint32_t pc) = 0;
  virtual void on_sleep(TimePs) {}
  virtual void on_reset(TimePs) {}
};

}  // namespace docsis_vp::platform
