// Reads and writes memory and registers behind a bus without using simulated time.
#pragma once

#include <cstdint>
#include <optional>
#include <tlm>

namespace docsis_vp::platform {

// Marks transactions of a debugger or a test suite, which is no initiator of the SoC. The caller
// owns the extension.
struct ToolAccess : tlm::tlm_extension<ToolAccess> {
  tlm::tlm_extension_base* clone() const override { return nullptr; }
  void copy_from(const tlm::tlm_extension_base&) override {}
  void free() override {}
};

// Both return the number of bytes that the target transferred.
unsigned read_debug(tlm::tlm_fw_transport_if<>& bus, std::uint32_t address, unsigned char* bytes,
                    unsigned count);
unsigned write_debug(tlm::tlm_fw_transport_if<>& bus, std::uint32_t address, unsigned char* bytes,
                     unsigned count);

// Returns the little-endian word at any address; nothing if the target lacks a part of it.
std::optional<std::uint32_t> read_word(tlm::tlm_fw_transport_if<>& bus, std::uint32_t address);

// Writes a word as an access of the present instant does. Use it for registers, which debug
// transport does not change. Returns false if the bus refused it.
bool write_word(tlm::tlm_fw_transport_if<>& bus, std::uint32_t address, std::uint32_t value);

}  // namespace docsis_vp::platform
