// Declares the configuration of a custom hardware block of a modem.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "system/scenario/schema/parameters.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

struct BlockConfig {
  std::string name;
  std::string kind;
  std::string address;
  std::optional<unsigned> interrupt;
  std::optional<Parameters> parameters;

  // In a complete scenario: its address range on the bus.
  std::uint32_t base = 0;
  std::uint32_t size_bytes = 0;
};

const Table<BlockConfig>& block_table();

}  // namespace docsis_vp::system
