// Random numbers for corner cases: of every width, and beside values at which behaviour changes.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "platform/base/random.h"

namespace docsis_vp::rtl {

constexpr std::uint32_t kVectors = 1'000'000;

class Vectors {
 public:
  explicit Vectors(std::string_view name) : random_(8, name) {}

  bool one_in(std::uint64_t n) { return random_.below(n) == 0; }
  std::uint32_t any() { return random_.next_u32(); }
  std::uint32_t up_to(std::uint64_t most) {
    return static_cast<std::uint32_t>(random_.below(most + 1));
  }
  // Small ones as often as large ones.
  std::uint32_t of_any_width(std::uint32_t most) {
    const std::uint32_t value = any() >> random_.below(32);
    return value <= most ? value : up_to(most);
  }
  // One of the values, or next to it, at most `most`; wraps below 0 to `most`.
  std::uint32_t beside(std::initializer_list<std::uint64_t> values, std::uint32_t most) {
    const std::uint64_t value = values.begin()[random_.below(values.size())] + random_.below(3) - 1;
    return value <= most ? static_cast<std::uint32_t>(value) : most;
  }
  // A time within a few microseconds of another one, which may lie beyond the wrap.
  std::uint32_t near(std::uint32_t time_us) { return time_us + up_to(6) - 3; }

 private:
  RandomStream random_;
};

}  // namespace docsis_vp::rtl
