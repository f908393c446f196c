// How deep a program's stack can get: the deepest chain of calls, and of interrupts on top of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/firmware_report/call_graph_info.h"
#include "app/firmware_report/known_calls.h"
#include "app/firmware_report/linked_image.h"

namespace docsis_vp::app {

struct StackFrame {
  std::string function;
  std::uint32_t bytes = 0;
};

// A chain of calls that begins by itself.
struct StackRoot {
  enum class Kind { kProgram, kInterrupt, kAnew, kOwnStack };
  Kind kind = Kind::kProgram;
  std::string function;
  std::optional<std::uint32_t> bytes;  // none: unbounded
  std::vector<StackFrame> deepest;     // from the root on
};

struct StackBound {
  std::optional<std::uint32_t> bytes;  // of the program's stack with all that interrupts it
  std::vector<std::string> unbounded;  // why not, each reason once
  unsigned nesting = 1;                // handlers at once
  std::vector<StackRoot> roots;
};

// Frames are gcc's, of what it did not compile those that the instructions take; calls are those of
// the instructions, and of pointers those that are known. A handler is what returns by mret.
StackBound stack_bound(const LinkedImage& image, const std::vector<CompiledFunction>& compiled,
                       const KnownCalls& known);

}  // namespace docsis_vp::app
