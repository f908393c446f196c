// Holds the extensions of a program to the platform: algorithms, hosts, hardware blocks. The
// program passes the object to the functions that load a scenario; see docs/extending.md.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// clang-format off: language.h checks the C++ standard that the later headers need.
#include "platform/base/language.h"
// clang-format on
#include "models/aqm/registry.h"
#include "models/queue/law_class.h"

namespace docsis_vp::system {

struct BlockKind;
struct HostKind;

// A value type: copies share their contents. Names consist of letters, digits, '_' and '-'. All add
// functions throw std::invalid_argument for an invalid or used name, and for an unusable object.
class Extensions {
 public:
  // Prefix of the name with which a scenario selects an algorithm: "custom:gate".
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

  // Throw ConfigError at the pointer for an unknown name. law: its name, beginning with "custom:".
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
