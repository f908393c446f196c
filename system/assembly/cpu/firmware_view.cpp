#include "system/assembly/cpu/firmware_view.h"

#include <sysc/kernel/sc_spawn.h>

#include <array>
#include <cstdio>
#include <cstring>

#include "platform/base/errors.h"
#include "platform/bus/debug_access.h"
#include "system/assembly/cpu/control_cpu.h"

namespace docsis_vp::system {

namespace {

constexpr unsigned kVariableBytes = 4;

std::string shown_address(std::uint32_t address) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "0x%08x", address);
  return text.data();
}

[[noreturn]] void refuse(std::uint32_t address) {
  throw InputError("firmware: there is no memory and no register at " + shown_address(address));
}

void require_aligned(std::uint32_t address) {
  if (address % kVariableBytes != 0) {
    throw InputError("firmware: words lie at multiples of 4, there is none at " +
                     shown_address(address));
  }
}

}  // namespace

std::uint32_t FirmwareView::address_of(const std::string& variable,
                                       std::uint32_t offset_bytes) const {
  const platform::ElfImage::Symbol* const symbol = cpu_->image().symbol(variable);
  if (symbol == nullptr) {
    throw InputError("firmware: the image has no symbol \"" + variable + "\"");
  }
  if (offset_bytes % kVariableBytes != 0) {
    throw InputError("firmware: " + variable +
                     ": expected an offset in bytes, a multiple of 4, got " +
                     std::to_string(offset_bytes));
  }
  const std::uint64_t end = std::uint64_t{offset_bytes} + kVariableBytes;
  if (symbol->size_bytes != 0 && end > symbol->size_bytes) {
    throw InputError("firmware: " + variable + " has " + std::to_string(symbol->size_bytes) +
                     " bytes, there is no word at offset " + std::to_string(offset_bytes));
  }
  return symbol->address + offset_bytes;
}

std::uint32_t FirmwareView::word(const std::string& variable, std::uint32_t offset_bytes) const {
  return word_at(address_of(variable, offset_bytes));
}

std::uint32_t FirmwareView::word_at(std::uint32_t address) const {
  require_aligned(address);
  const std::optional<std::uint32_t> word = platform::read_word(cpu_->bus(), address);
  if (!word) {
    refuse(address);
  }
  return *word;
}

void FirmwareView::set_word(const std::string& variable, std::uint32_t value,
                            std::uint32_t offset_bytes) {
  set_word_at(address_of(variable, offset_bytes), value);
}

void FirmwareView::set_word_at(std::uint32_t address, std::uint32_t value) {
  require_aligned(address);
  std::array<unsigned char, kVariableBytes> bytes{};
  std::memcpy(bytes.data(), &value, kVariableBytes);
  if (platform::write_debug(cpu_->bus(), address, bytes.data(), kVariableBytes) != kVariableBytes) {
    write_device(address, value);
  }
}

// Only a thread may call a target that calls wait(), and threads run only while time advances.
void FirmwareView::write_device(std::uint32_t address, std::uint32_t value) {
  const auto write = [cpu = cpu_, address, value] {
    if (!platform::write_word(cpu->bus(), address, value)) {
      refuse(address);
    }
  };
  try {
    write();
  } catch (const platform::BlockingCallError&) {
    sc_core::sc_spawn(write);
  }
}

std::string FirmwareView::position() const {
  return cpu_->position();
}

}  // namespace docsis_vp::system
