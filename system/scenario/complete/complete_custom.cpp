#include "system/scenario/complete/complete_custom.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "models/cm/soc_registers.h"
#include "platform/base/errors.h"
#include "system/extension/hardware_block.h"
#include "system/extension/host.h"

namespace docsis_vp::system {

namespace {

namespace map = cm::soc_registers;

// Address range for custom blocks, between the modem's own devices.
constexpr std::uint32_t kFirstAddress = map::kClintBase + 0x10000;
constexpr std::uint32_t kEndAddress = map::kPlicBase;
constexpr std::uint32_t kAddressPageBytes = 0x1000;

ParameterSpec spec_of(const aqm_option& option) {
  ParameterSpec spec;
  spec.name = option.name;
  switch (option.kind) {
    case AQM_SWITCH:
      spec.usual = option.initial != 0;
      break;
    case AQM_CHOICE:
      spec.usual = std::string(option.choices[option.initial]);
      for (const char* const* name = option.choices; *name != nullptr; ++name) {
        spec.choices.emplace_back(*name);
      }
      break;
    case AQM_NUMBER:
      spec.usual = option.initial / scale_of(option);
      spec.low = option.low / scale_of(option);
      spec.high = option.high / scale_of(option);
      break;
  }
  return spec;
}

std::uint32_t value_of(const aqm_option& option, const ParameterValue& value) {
  if (const bool* on = std::get_if<bool>(&value)) {
    return *on ? 1 : 0;
  }
  if (const double* number = std::get_if<double>(&value)) {
    return static_cast<std::uint32_t>(std::llround(*number * scale_of(option)));
  }
  std::uint32_t index = 0;
  while (std::get<std::string>(value) != option.choices[index]) {
    ++index;
  }
  return index;
}

// Parses the address, decimal or with 0x.
std::uint32_t address_of(const BlockConfig& block, std::uint32_t size_bytes,
                         const std::string& pointer) {
  char* end = nullptr;
  const unsigned long long address = std::strtoull(block.address.c_str(), &end, 0);
  const bool is_number = !block.address.empty() && *end == '\0';
  if (!is_number || address % kAddressPageBytes != 0 || address < kFirstAddress ||
      address + size_bytes > kEndAddress) {
    char range[64];
    std::snprintf(range, sizeof range, "0x%08x to 0x%08x", kFirstAddress, kEndAddress - size_bytes);
    throw ConfigError(pointer, std::string("expected a multiple of 0x1000 from ") + range +
                                   ", got \"" + block.address + "\"");
  }
  return static_cast<std::uint32_t>(address);
}

bool overlap(const BlockConfig& a, const BlockConfig& b) {
  return a.base < std::uint64_t{b.base} + b.size_bytes &&
         b.base < std::uint64_t{a.base} + a.size_bytes;
}

// Compares with the blocks before it.
void check_neighbours(const std::vector<BlockConfig>& blocks, std::size_t index,
                      const std::string& pointer) {
  const BlockConfig& block = blocks[index];
  for (std::size_t i = 0; i < index; ++i) {
    if (blocks[i].name == block.name) {
      throw ConfigError(pointer + "/name", "another block is called \"" + block.name + "\"");
    }
    if (overlap(blocks[i], block)) {
      throw ConfigError(pointer + "/address", "overlaps the block " + blocks[i].name);
    }
    if (block.interrupt && blocks[i].interrupt == block.interrupt) {
      throw ConfigError(pointer + "/interrupt", "is the source of the block " + blocks[i].name);
    }
  }
}

}  // namespace

bool is_custom(const AqmConfig& aqm) {
  return aqm.algorithm && aqm.algorithm->rfind(Extensions::kCustom, 0) == 0;
}

void find_custom_law(AqmConfig& aqm, const Extensions& extensions, const std::string& pointer) {
  if (is_custom(aqm)) {
    aqm.custom = extensions.law(*aqm.algorithm, pointer + "/algorithm");
  }
}

void complete_custom_aqm(AqmConfig& aqm, const std::string& pointer) {
  if (!aqm.options.empty()) {
    throw ConfigError(pointer + "/" + std::string(aqm.options.begin()->first),
                      *aqm.algorithm + " has its own parameters, under \"parameters\"");
  }
  std::vector<ParameterSpec> specs;
  for (const aqm_option* option = aqm.custom->options; option->name != nullptr; ++option) {
    specs.push_back(spec_of(*option));
  }
  if (!aqm.parameters) {
    aqm.parameters.emplace();
  }
  aqm.parameters->settle(specs, *aqm.algorithm, pointer + "/parameters");
}

std::vector<std::uint32_t> custom_option_values(const AqmConfig& aqm) {
  std::vector<std::uint32_t> values;
  for (const aqm_option* option = aqm.custom->options; option->name != nullptr; ++option) {
    values.push_back(value_of(*option, aqm.parameters->values.at(option->name)));
  }
  return values;
}

void complete_blocks(ModemConfig& modem, const Extensions& extensions, const std::string& pointer) {
  if (!modem.blocks.empty() && !modem.has_cpu()) {
    throw ConfigError(pointer + "/blocks",
                      "are on the bus of the CPU, which is there with a control_law of firmware");
  }
  for (std::size_t i = 0; i < modem.blocks.size(); ++i) {
    BlockConfig& block = modem.blocks[i];
    const std::string at = pointer + "/blocks/" + std::to_string(i);
    const BlockKind& kind = extensions.block(block.kind, at + "/kind");
    block.size_bytes = kind.size_bytes;
    block.base = address_of(block, kind.size_bytes, at + "/address");
    if (!block.parameters) {
      block.parameters.emplace();
    }
    block.parameters->settle(kind.parameters, block.kind, at + "/parameters");
    check_neighbours(modem.blocks, i, at);
  }
}

}  // namespace docsis_vp::system
