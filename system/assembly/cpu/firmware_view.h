// Reads and changes the state of a modem's control CPU while simulated time stands still.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::system {

class ControlCpu;

// Names refer to the running image, also after a field update. Addresses are those of the CPU's
// bus, words are little-endian; docs/registers.md lists the devices. Reading a device register has
// no side effect.
class FirmwareView {
 public:
  explicit FirmwareView(ControlCpu& cpu) : cpu_(&cpu) {}

  // All functions throw InputError, one line: for a name unknown to the image, an offset beyond the
  // variable, an address without memory or device, or an address or offset that is not a multiple
  // of 4.
  std::uint32_t word(const std::string& variable, std::uint32_t offset_bytes = 0) const;
  std::uint32_t word_at(std::uint32_t address) const;
  // Changes memory; a device sees a write of the firmware. A device that calls wait() in
  // b_transport() is called again from a thread, at this instant, or in the next run if none is
  // active. It then repeats what it did before its first wait().
  void set_word(const std::string& variable, std::uint32_t value, std::uint32_t offset_bytes = 0);
  void set_word_at(std::uint32_t address, std::uint32_t value);

  std::uint32_t address_of(const std::string& variable, std::uint32_t offset_bytes = 0) const;
  // Position of the program: "pc 0x80000124 (main+0x12)".
  std::string position() const;

 private:
  void write_device(std::uint32_t address, std::uint32_t value);

  ControlCpu* cpu_;
};

}  // namespace docsis_vp::system
