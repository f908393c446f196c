// Reads the register declarations of .rdl files as text, independently of the generator.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace docsis_vp::cm {

struct DeclaredBits {
  unsigned counters64 = 0;         // pairs of words of 64-bit counters
  std::uint32_t written_bits = 0;  // of fields that firmware writes and reads again
};

// By the name of the register file or address map, of one of each. `path`: from the root.
std::map<std::string, DeclaredBits> declared_registers(const std::string& path);

}  // namespace docsis_vp::cm
