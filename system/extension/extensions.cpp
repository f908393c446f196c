#include "system/extension/extensions.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "platform/base/errors.h"
#include "platform/base/suggestion.h"
#include "system/extension/hardware_block.h"
#include "system/extension/host.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint32_t kBlockPageBytes = 0x1000;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

void require(bool holds, const std::string& name, const char* expected) {
  if (!holds) {
    throw std::invalid_argument("extension \"" + name + "\": expected " + expected);
  }
}

template <class Kind>
void insert(std::map<std::string, std::shared_ptr<const Kind>>& kinds, const std::string& name,
            Kind kind) {
  require(!name.empty() && std::all_of(name.begin(), name.end(), is_name_character), name,
          "a name of letters, digits, '_' and '-'");
  const bool is_new = kinds.emplace(name, std::make_shared<const Kind>(std::move(kind))).second;
  require(is_new, name, "a name that is not taken");
}

template <class Kind>
const std::shared_ptr<const Kind>& find(
    const std::map<std::string, std::shared_ptr<const Kind>>& kinds, const std::string& name,
    const char* what, const std::string& pointer) {
  const auto found = kinds.find(name);
  if (found != kinds.end()) {
    return found->second;
  }
  if (kinds.empty()) {
    throw ConfigError(pointer, "unknown " + std::string(what) + " \"" + name +
                                   "\": this program adds none to the platform's own");
  }
  std::vector<std::string_view> names;
  for (const auto& [known, kind] : kinds) {
    names.emplace_back(known);
  }
  throw ConfigError(pointer,
                    "unknown " + std::string(what) + " \"" + name + "\"" + suggestion(name, names));
}

}  // namespace

Extensions& Extensions::add_law(const aqm_algorithm& law) {
  const std::string name = law.name != nullptr ? law.name : "";
  require(law.options != nullptr && aqm_count_options(law.options) <= AQM_OPTIONS_MAX, name,
          "a list of options, at most 24");
  require(law.params_bytes <= AQM_PARAMS_BYTES_MAX && law.table_bytes <= AQM_TABLE_BYTES_MAX &&
              law.state_bytes <= AQM_REGISTER_BYTES_MAX + law.table_bytes,
          name, "parameters and state of at most 160 and 128 bytes, beside a table of 4096");
  require(law.params_init != nullptr && law.state_init != nullptr && law.enqueue != nullptr, name,
          "params_init, state_init and enqueue");
  const bool is_periodic = law.update != nullptr;
  require(is_periodic == (law.update_interval_us != nullptr) &&
              is_periodic == (law.queue_delay_us != nullptr),
          name, "update, update_interval_us and queue_delay_us, or none of them");
  require(!is_periodic || law.state_bytes >= sizeof(aqm_law), name,
          "a state that begins with its aqm_law");
  require(law.id >= queue::kFirstCustomId, name, "an id from 128 on");
  insert(laws_, name, law);
  return *this;
}

Extensions& Extensions::add_host(const std::string& name, HostKind kind) {
  require(static_cast<bool>(kind.make), name, "a function that makes the host");
  insert(hosts_, name, std::move(kind));
  return *this;
}

Extensions& Extensions::add_block(const std::string& name, BlockKind kind) {
  require(static_cast<bool>(kind.make), name, "a function that makes the block");
  require(kind.size_bytes != 0 && kind.size_bytes % kBlockPageBytes == 0, name,
          "a size that is a multiple of 4096 bytes");
  insert(blocks_, name, std::move(kind));
  return *this;
}

std::shared_ptr<const aqm_algorithm> Extensions::law(const std::string& name,
                                                     const std::string& pointer) const {
  return find(laws_, name.substr(kCustom.size()), "custom algorithm", pointer);
}

const HostKind& Extensions::host(const std::string& name, const std::string& pointer) const {
  return *find(hosts_, name, "host", pointer);
}

const BlockKind& Extensions::block(const std::string& name, const std::string& pointer) const {
  return *find(blocks_, name, "block", pointer);
}

}  // namespace docsis_vp::system
