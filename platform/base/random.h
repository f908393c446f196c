// Draws random numbers from named streams; each queue and flow has its own.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace docsis_vp {

// xoshiro256++ (Blackman, Vigna 2019), seeded by SplitMix64 from the run's seed and the stream's
// name. Streams of different names are independent, so adding a module shifts no other stream.
class RandomStream {
 public:
  // name: a path such as "aqm/cm0/us0/0".
  RandomStream(std::uint64_t seed, std::string_view name);

  std::uint64_t next_u64();
  std::uint32_t next_u32() { return static_cast<std::uint32_t>(next_u64() >> 32); }

  // Uniform in 0..bound-1 without bias; bound > 0.
  std::uint64_t below(std::uint64_t bound);
  // Uniform in low..high, both included.
  std::int64_t between(std::int64_t low, std::int64_t high);
  // Uniform in [0, 1), 53 bits.
  double uniform() { return static_cast<double>(next_u64() >> 11) * 0x1p-53; }

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace docsis_vp
