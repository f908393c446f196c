// Fills in the default of an optional key.
#pragma once

#include <optional>

namespace docsis_vp::system {

// Sets the value if the scenario does not give one.
template <class T>
void fill(std::optional<T>& value, T preset) {
  if (!value) {
    value = preset;
  }
}

}  // namespace docsis_vp::system
