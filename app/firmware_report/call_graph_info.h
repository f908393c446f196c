// What gcc writes beside an object: frames of functions and calls by pointer
// (-fcallgraph-info=su).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp::app {

struct CompiledFunction {
  std::string unit;   // the source that was compiled, "/src/fw/main.c"; of the linker, an object
  std::string place;  // where it is defined: "/src/fw/main.c:12:3"
  std::string name;
  std::string file;  // of a static one, without folders; empty: it is global, or the linker made it
  std::uint32_t frame_bytes = 0;
  bool unbounded = false;                  // a frame of a size that only the program knows
  std::vector<std::string> pointer_calls;  // where: "/src/fw/main.c:12:3"
};

// The source that a call by pointer is written in: "/src/fw/main.c".
std::string source_of(const std::string& place);

// Adds the functions that a file defines. Throws InputError.
void read_call_graph_info(const std::string& path, std::vector<CompiledFunction>& functions);

}  // namespace docsis_vp::app
