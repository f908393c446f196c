// The laws of the registry once more, from the same sources, compiled to count: see counted.h.
#pragma once

#include <cstdint>
#include <string_view>

#include "tests/models/aqm/operations/tally.h"

namespace docsis_vp::aqm {

// State, parameters, queue and packet are the memory of the native law's. Functions that the law
// does not have must not be called.
class CountedLaw {
 public:
  explicit CountedLaw(std::string_view name);

  int enqueue(void* state, const void* params, const void* queue, const void* packet,
              std::uint32_t random) const;
  int dequeue(void* state, const void* params, const void* queue, const void* packet,
              std::uint32_t now_us) const;
  void departed(void* state, const void* params, const void* queue, const void* packet,
                std::uint32_t now_us) const;
  void update(void* state, const void* params, const void* queue, std::uint32_t now_us) const;

 private:
  const void* algorithm_;
};

}  // namespace docsis_vp::aqm
