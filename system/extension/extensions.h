// Holds the additions of a program to the platform: algorithms, hosts, hardware blocks. The code
// that loads a scenario passes it on, see docs/extending.md.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// clang-format off: before what needs the standard that it asks for.
#include "platform/base/language.h"
// clang-format on
#include "models/aqm/registry.h"
#include "models/queue/law_class.h"

namespace docsis_vp::system {

struct BlockKind;
struct HostKind;

// A value: copies share their contents. Names are letters, digits, '_' and '-'. All add functions
// throw std::invalid_argument for an invalid or used name, and for an unusable object.
class Extensions {
 public:
  // Prefix of the name where a scenario chooses an algorithm: "custom:gate".
  static constexpr std::string_view kCustom = "custom:";

  // Adds an algorithm in C, or a C++ class by algorithm_of(). All pointers in it must outlive all
  // systems.
  Extensions& add_law(const aqm_algorithm& law);
  template <class Law>
  Extensions& add_law(const char* name) {
    return add_law(queue::algorithm_of<Law>(name));
  }
  Extensions& add_host(const std::string& name, HostKind kind);
  Extensions& add_block(const std::string& name, BlockKind kind);

  // Throw ConfigError at the pointer for an unknown name. law: name with "custom:".
  std::shared_ptr<const aqm_algorithm> law(const std::string& name,
                                           const std::string& pointer) const;
  const HostKind& host(const std::string& name, const std::string& pointer) const;
  const BlockKind& block(const std::string& name, const std::string& pointer) const;

 private:
  std::map<std::string, std::shared_ptr<const aqm_algorithm>> laws_;
  std::map<std::string, std::shared_ptr<const HostKind>> hosts_;
  std::map<std::string, std::shared_ptr<const BlockKind>> blocks_;
};

}  // namespace docsis_vp::system
