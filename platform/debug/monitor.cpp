#include "platform/debug/monitor.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <utility>

#include "platform/bus/debug_access.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

namespace {

constexpr std::uint32_t kShownWordBytes = 4;

std::string blocks(Interconnect& bus) {
  std::string names;
  for (const AddressRange& range : bus.ranges()) {
    if (!bus.is_memory(range.name)) {
      names.append(" ").append(range.name);
    }
  }
  return names;
}

}  // namespace

void Monitor::add(const std::string& name, const std::string& help, Run run) {
  commands_.push_back({name, help, std::move(run)});
}

std::string Monitor::run(std::string_view line) const {
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string name(line.substr(0, end));
  const std::size_t rest = std::min(line.find_first_not_of(' ', end), line.size());
  for (const Command& command : commands_) {
    if (command.name == name) {
      return command.run(std::string(line.substr(rest)));
    }
  }
  std::string text = name == "help" ? "" : "unknown command \"" + name + "\"; there are\n";
  for (const Command& command : commands_) {
    text.append("monitor ").append(command.name).append(": ").append(command.help).append("\n");
  }
  return text;
}

std::string present_time() {
  char text[40];
  const TimePs now = now_ps();
  std::snprintf(text, sizeof text, "%" PRId64 ".%012" PRId64 " s", now / kPsPerSecond,
                now % kPsPerSecond);
  return text;
}

std::string register_dump(Interconnect& bus, const std::string& block, const RegisterTable& table) {
  const std::vector<AddressRange> ranges = bus.ranges();
  const auto range = std::find_if(ranges.begin(), ranges.end(),
                                  [&block](const auto& each) { return each.name == block; });
  if (range == ranges.end() || bus.is_memory(block)) {
    return "no block \"" + block + "\"; there are" + blocks(bus) + "\n";
  }
  const bool is_described = std::any_of(table.begin(), table.end(),
                                        [&block](const auto& each) { return each.block == block; });
  std::string text;
  const auto base = static_cast<std::uint32_t>(range->base);
  for (std::uint32_t offset = 0; offset < range->size; offset += kShownWordBytes) {
    const std::optional<std::uint32_t> word = read_word(bus, base + offset);
    if (!word) {
      continue;
    }
    constexpr std::size_t kColumn = 32;
    std::string name = find_register(table, block, offset).value_or(NamedRegister()).name;
    name.resize(is_described ? std::max(name.size(), kColumn) : 0, ' ');
    char place[40];
    std::snprintf(place, sizeof place, "0x%08" PRIx32 " +0x%04" PRIx32 " ", base + offset, offset);
    char value[32];
    std::snprintf(value, sizeof value, "0x%08" PRIx32 " %" PRIu32 "\n", *word, *word);
    text += place + name + (is_described ? " " : "") + value;
  }
  return text;
}

}  // namespace docsis_vp::platform
