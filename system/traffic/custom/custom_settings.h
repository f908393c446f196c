// Declares the configuration of a host that a program adds.
#pragma once

#include <optional>
#include <string>

#include "system/scenario/schema/parameters.h"

namespace docsis_vp::system {

struct CustomSettings {
  std::string host;
  std::optional<Parameters> parameters;
};

}  // namespace docsis_vp::system
