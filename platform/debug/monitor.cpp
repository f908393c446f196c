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

// Memory is behind one: direct access is granted.
bool is_memory(Interconnect& bus, std::uint64_t base) {
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(base);
  tlm::tlm_dmi dmi;
  return bus.get_direct_mem_ptr(payload, dmi);
}

std::string blocks(Interconnect& bus) {
  std::string names;
  for (const AddressRange& range : bus.ranges()) {
    if (!is_memory(bus, range.base)) {
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

std::string register_dump(Interconnect& bus, const std::string& block) {
  const std::vector<AddressRange> ranges = bus.ranges();
  const auto range = std::find_if(ranges.begin(), ranges.end(),
                                  [&block](const auto& each) { return each.name == block; });
  if (range == ranges.end() || is_memory(bus, range->base)) {
    return "no block \"" + block + "\"; there are" + blocks(bus) + "\n";
  }
  std::string text;
  const auto base = static_cast<std::uint32_t>(range->base);
  for (std::uint32_t offset = 0; offset < range->size; offset += kShownWordBytes) {
    std::uint32_t word = 0;
    unsigned char bytes[kShownWordBytes] = {};
    if (read_debug(bus, base + offset, bytes, kShownWordBytes) != kShownWordBytes) {
      continue;
    }
    std::memcpy(&word, bytes, sizeof word);
    char line[64];
    std::snprintf(line, sizeof line,
                  "0x%08" PRIx32 " +0x%04" PRIx32 " 0x%08" PRIx32 " %" PRIu32 "\n", base + offset,
                  offset, word, word);
    text += line;
  }
  return text;
}

}  // namespace docsis_vp::platform
