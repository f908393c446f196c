// Declared and measured costs of the registry's laws.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/aqm/registry.h"

namespace docsis_vp::fw {

// On the control CPU, profile "ibex-small".
struct FirmwareCost {
  struct Cycles {
    std::uint32_t mean = 0;
    std::uint32_t longest = 0;
  };
  std::uint32_t bytes = 0;  // code and constants of what runs per packet and per period
  Cycles enqueue;
  Cycles dequeue;
  Cycles departed;
  Cycles update;
};

// Runs the script of tests/fw/equivalence; `law` of the registry.
FirmwareCost firmware_cost(const aqm_algorithm& law);

// Additions, multiplications, divisions and comparisons.
struct OperationCounts {
  std::uint32_t per_packet = 0;  // enqueue, dequeue and departed
  std::uint32_t per_period = 0;
  std::uint32_t multiplications_per_packet = 0;
  std::uint32_t words_per_packet = 0;  // of memory, read and written
};
OperationCounts declared_operations(const aqm_algorithm& law);
// Counted with the law's options as usual.
OperationCounts usual_operations(const aqm_algorithm& law);

}  // namespace docsis_vp::fw
