// Bounds the stack of a program: the deepest chain of calls, and of interrupts on top of it.
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

// A chain of calls with a root of its own.
struct StackRoot {
  enum class Kind { kProgram, kInterrupt, kAnew, kOwnStack };
  Kind kind = Kind::kProgram;
  std::string function;
  std::optional<std::uint32_t> bytes;  // empty: unbounded
  std::vector<StackFrame> deepest;     // from the root downwards
};

struct StackBound {
  std::optional<std::uint32_t> bytes;  // of the program's stack, interrupts included
  std::vector<std::string> unbounded;  // reasons if unbounded, each once
  unsigned nesting = 1;                // simultaneous handlers
  std::vector<StackRoot> roots;
};

// Frames come from gcc, or from the instructions of code that gcc did not compile. Calls come from
// the instructions; calls by pointer from `known`. A handler is a function that returns by mret.
StackBound stack_bound(const LinkedImage& image, const std::vector<CompiledFunction>& compiled,
                       const KnownCalls& known);

}  // namespace docsis_vp::app
