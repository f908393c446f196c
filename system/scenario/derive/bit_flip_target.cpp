#include "system/scenario/derive/bit_flip_target.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "models/cm/soc_registers.h"
#include "platform/base/errors.h"

namespace docsis_vp::system {

namespace {

namespace map = cm::soc_registers;

constexpr std::uint32_t kFlippedWordBytes = 4;
constexpr std::uint32_t kRegisterBlockBytes = 0x10000;
constexpr std::uint32_t kInterruptControllerBytes = 0x400000;

// RISC-V ELF psABI, "Integer Register Convention".
constexpr std::array<std::string_view, 32> kAbiNames = {
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

std::optional<unsigned> register_named(const std::string& name) {
  if (name == "pc") {
    return BitFlipTarget::kPc;
  }
  for (unsigned i = 1; i < kAbiNames.size(); ++i) {  // x0 stores no bit
    if (name == kAbiNames[i] || name == "x" + std::to_string(i)) {
      return i;
    }
  }
  return {};
}

// Parses a decimal number, or a hexadecimal one with 0x; the whole text must match.
std::optional<std::uint32_t> number_in(const std::string& text) {
  if (text.empty() || text.find_first_of("+- ") != std::string::npos) {
    return {};
  }
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text.c_str(), &end, 0);
  if (*end != 0 || value > UINT32_MAX) {
    return {};
  }
  return static_cast<std::uint32_t>(value);
}

// Accepts a number, a symbol, or a symbol with an offset in bytes.
std::optional<std::uint32_t> address_in(const std::string& text, const platform::ElfImage& image) {
  if (const auto plain = number_in(text)) {
    return plain;
  }
  const std::size_t plus = std::min(text.find('+'), text.size());
  const platform::ElfImage::Symbol* const symbol = image.symbol(text.substr(0, plus));
  const auto behind =
      plus == text.size() ? std::optional<std::uint32_t>(0) : number_in(text.substr(plus + 1));
  if (symbol == nullptr || !behind) {
    return {};
  }
  return symbol->address + *behind;
}

bool holds(std::uint32_t base, std::uint32_t bytes, std::uint32_t address) {
  return address >= base && address - base <= bytes - kFlippedWordBytes;
}

bool is_device(std::uint32_t address) {
  constexpr std::uint32_t kBlocks[] = {
      map::kExitDeviceBase,  map::kConsoleBase,      map::kWatchdogBase,
      map::kAqmEngineBase,   map::kQueueMemoryBase,  map::kShaperBase,
      map::kMapParserBase,   map::kBurstBuilderBase, map::kRequestEngineBase,
      map::kIngressHoldBase, map::kVerdictPortBase,  map::kBackgroundLoadBase,
      map::kClintBase};
  return holds(map::kPlicBase, kInterruptControllerBytes, address) ||
         std::any_of(std::begin(kBlocks), std::end(kBlocks), [address](std::uint32_t base) {
           return holds(base, kRegisterBlockBytes, address);
         });
}

}  // namespace

BitFlipTarget bit_flip_target(const EventConfig& event, const ControlCpuConfig& cpu,
                              const platform::ElfImage& image, const std::string& pointer) {
  if (event.address.has_value() == event.cpu_register.has_value()) {
    throw ConfigError(pointer, "expected either an address or a register");
  }
  BitFlipTarget target;
  if (event.cpu_register) {
    target.cpu_register = register_named(*event.cpu_register);
    if (!target.cpu_register) {
      throw ConfigError(
          pointer + "/register",
          "expected pc, x1 to x31 or its name in the ABI, got \"" + *event.cpu_register + "\"");
    }
    return target;
  }
  const auto address = address_in(*event.address, image);
  if (!address) {
    throw ConfigError(pointer + "/address",
                      "expected an address, a symbol of the firmware, or a symbol and an offset "
                      "as in states+4, got \"" +
                          *event.address + "\"");
  }
  target.address = *address;
  target.is_memory = cpu.has_memory_at(*address, kFlippedWordBytes);
  if (*address % kFlippedWordBytes != 0 || (!target.is_memory && !is_device(*address))) {
    throw ConfigError(pointer + "/address",
                      "expected a word of ROM, of RAM or of a device (docs/registers.md), got \"" +
                          *event.address + "\"");
  }
  return target;
}

}  // namespace docsis_vp::system
