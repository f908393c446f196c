// Reads gcc's call-graph files beside the objects: frames of functions and calls by pointer
// (-fcallgraph-info=su).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp::app {

struct CompiledFunction {
  std::string unit;   // compiled source, "/src/fw/main.c"; an object if the linker made it
  std::string place;  // place of its definition: "/src/fw/main.c:12:3"
  std::string name;
  std::string file;  // of a static function, without folders; empty: global, or made by the linker
  std::uint32_t frame_bytes = 0;
  bool unbounded = false;                  // the frame's size is known at run time only
  std::vector<std::string> pointer_calls;  // places: "/src/fw/main.c:12:3"
};

// Source that contains a call by pointer: "/src/fw/main.c".
std::string source_of(const std::string& place);

// Adds the functions that a file defines. Throws InputError.
void read_call_graph_info(const std::string& path, std::vector<CompiledFunction>& functions);

}  // namespace docsis_vp::app
