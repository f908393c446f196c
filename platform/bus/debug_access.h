// Reads and writes memory and registers behind a bus, in no simulated time.
#pragma once

#include <cstdint>
#include <optional>
#include <tlm>

namespace docsis_vp::platform {

// An extension of transactions that no initiator of the SoC sends: a debugger, a suite.
// The caller owns it.
struct ToolAccess : tlm::tlm_extension<ToolAccess> {
  tlm::tlm_extension_base* clone() const override { return nullptr; }
  void copy_from(const tlm::tlm_extension_base&) override {}
  void free() override {}
};

// Both return how many bytes there were.
unsigned read_debug(tlm::tlm_fw_transport_if<>& bus, std::uint32_t address, unsigned char* bytes,
                    unsigned count);
unsigned write_debug(tlm::tlm_fw_transport_if<>& bus, std::uint32_t address, unsigned char* bytes,
                     unsigned count);

// A little-endian word at any address; none if not all of it is there.
std::optional<std::uint32_t> read_word(tlm::tlm_fw_transport_if<>& bus, std::uint32_t address);

// A word written as by an access of the present instant, for registers, which debug transport does
// not change. False: the bus refused it.
bool write_word(tlm::tlm_fw_transport_if<>& bus, std::uint32_t address, std::uint32_t value);

}  // namespace docsis_vp::platform
