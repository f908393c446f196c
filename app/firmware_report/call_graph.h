// Builds the call graph of an image: functions with their frames and their possible callees.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/firmware_report/call_graph_info.h"
#include "app/firmware_report/known_calls.h"
#include "app/firmware_report/linked_image.h"
#include "app/firmware_report/machine_code.h"

namespace docsis_vp::app {

struct GraphFunction {
  std::string name;
  std::uint32_t frame_bytes = 0;
  std::vector<std::size_t> calls;      // functions of the graph, each once
  std::vector<std::string> unbounded;  // reasons if its own frame or calls are unbounded
  unsigned frames = 1;                 // simultaneous frames, by direct recursion
  bool returns_from_trap = false;
  bool enables_interrupts = false;
  bool begins_stack = false;
};

struct CallGraph {
  std::vector<GraphFunction> functions;
  std::map<std::uint32_t, std::size_t> by_address;
};

CallGraph call_graph(const LinkedImage& image, const std::vector<CompiledFunction>& compiled,
                     const KnownCalls& known);

}  // namespace docsis_vp::app
