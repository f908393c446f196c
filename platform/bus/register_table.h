// Lists the registers of blocks, and whether they may be read and written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace docsis_vp::platform {

// A register, or a group of arrays of registers: groups[i].name[j].
struct RegisterDescription {
  std::string_view block;  // name of its range on the bus
  std::string_view group;  // empty: the register belongs to the block itself
  std::string_view name;
  std::uint32_t offset = 0;  // of the first register, in bytes from the block's base
  std::uint32_t groups = 1;
  std::uint32_t group_stride = 0;  // bytes
  std::uint32_t count = 1;
  std::uint32_t stride = 0;  // bytes
  bool readable = true;
  bool writable = true;
};

using RegisterTable = std::vector<RegisterDescription>;

struct NamedRegister {
  std::string name;  // "timeout", "flow[3].depth_bytes"
  bool readable = true;
  bool writable = true;
};

// Returns the register at an offset, a multiple of 4; nothing if the table has none there.
std::optional<NamedRegister> find_register(const RegisterTable& table, std::string_view block,
                                           std::uint32_t offset);

}  // namespace docsis_vp::platform
