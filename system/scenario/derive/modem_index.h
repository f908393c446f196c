// Finds a modem by its name.
#pragma once

#include <map>
#include <string>

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Maps names to indices, for a scenario with every modem listed.
class ModemIndex {
 public:
  explicit ModemIndex(const Scenario& scenario) {
    for (const ModemConfig& modem : scenario.modems) {
      index_.emplace(modem.name, static_cast<unsigned>(index_.size()));
    }
  }
  unsigned of(const std::string& name) const { return index_.at(name); }

 private:
  std::map<std::string, unsigned> index_;
};

}  // namespace docsis_vp::system
