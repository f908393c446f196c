#include "platform/bus/register_table.h"

#include <utility>

namespace docsis_vp::platform {

namespace {

// Which element lies at a distance from the first; nothing if none does.
std::optional<std::uint32_t> element_at(std::uint32_t distance, std::uint32_t count,
                                        std::uint32_t stride) {
  if (count == 1) {
    return distance == 0 ? std::optional<std::uint32_t>(0) : std::nullopt;
  }
  const std::uint32_t index = distance / stride;
  return index < count && distance % stride == 0 ? std::optional(index) : std::nullopt;
}

std::string indexed(std::string_view name, std::uint32_t count, std::uint32_t index) {
  return std::string(name) + (count == 1 ? "" : "[" + std::to_string(index) + "]");
}

std::optional<std::string> name_at(const RegisterDescription& each, std::uint32_t distance) {
  const std::uint32_t group = each.groups == 1 ? 0 : distance / each.group_stride;
  const auto index = element_at(distance - group * each.group_stride, each.count, each.stride);
  if (group >= each.groups || !index) {
    return {};
  }
  const std::string prefix =
      each.group.empty() ? "" : indexed(each.group, each.groups, group) + ".";
  return prefix + indexed(each.name, each.count, *index);
}

}  // namespace

std::optional<NamedRegister> find_register(const RegisterTable& table, std::string_view block,
                                           std::uint32_t offset) {
  for (const RegisterDescription& each : table) {
    if (each.block == block && offset >= each.offset) {
      if (std::optional<std::string> name = name_at(each, offset - each.offset)) {
        return NamedRegister{std::move(*name), each.readable, each.writable};
      }
    }
  }
  return {};
}

}  // namespace docsis_vp::platform
