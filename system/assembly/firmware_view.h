// What runs on a modem's control CPU, looked at and changed while simulated time stands still.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::system {

class ControlCpu;

// Of the image that runs: after a field update names are those of the new one. Addresses are those
// of the CPU's bus, little-endian words; docs/registers.md has the devices'. Looking at a device's
// register has no side effect.
class FirmwareView {
 public:
  explicit FirmwareView(ControlCpu& cpu) : cpu_(&cpu) {}

  // All throw InputError, one line, for a name that the image does not have, an offset beyond the
  // variable, an address where nothing is, or an address or offset that is no multiple of 4.
  std::uint32_t word(const std::string& variable, std::uint32_t offset_bytes = 0) const;
  std::uint32_t word_at(std::uint32_t address) const;
  // Memory is changed; a device takes it as a write of the firmware. A device that calls wait() in
  // b_transport() is called again by a thread, at this instant but with the next run if there is
  // none now; what it does before its first wait() it does twice.
  void set_word(const std::string& variable, std::uint32_t value, std::uint32_t offset_bytes = 0);
  void set_word_at(std::uint32_t address, std::uint32_t value);

  std::uint32_t address_of(const std::string& variable, std::uint32_t offset_bytes = 0) const;
  // Where it stands: "pc 0x80000124 (main+0x12)".
  std::string position() const;

 private:
  void write_device(std::uint32_t address, std::uint32_t value);

  ControlCpu* cpu_;
};

}  // namespace docsis_vp::system
