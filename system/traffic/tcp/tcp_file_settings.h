// Declares the configuration of TCP transfers.
#pragma once

#include <cstdint>
#include <optional>

namespace docsis_vp::system {

struct TcpFileSettings {
  std::optional<std::uint64_t> bytes;  // per file; empty: one endless transfer
  double pause_s = 0;
  std::optional<std::uint64_t> transfers;
  bool persistent = false;
};

}  // namespace docsis_vp::system
