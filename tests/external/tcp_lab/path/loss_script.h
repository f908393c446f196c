// Selects the data segments that a path loses: the same ones for every sender.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace docsis_vp::tcp_lab {

// A data segment as the path sees it.
struct Segment {
  std::uint64_t index;         // which one of the stream, from 0: offset / segment size
  std::uint64_t transmission;  // which data segment on this path, from 0, repetitions included
  unsigned repetition;         // of the segment: 0 is its first transmission
  double elapsed_ms;           // since the first one
};

// The first transmission of these segments.
struct LoseFirst {
  std::vector<std::uint64_t> indices;
};

// Every period-th transmission, repetitions included.
struct LoseEvery {
  std::uint64_t period;
};

// Each transmission with this probability, decided by the segment and its repetition alone: a
// sender that is a little ahead or behind loses the same segments.
struct LoseAtRandom {
  double probability;
  std::uint64_t seed;
};

// Everything for a while.
struct LoseDuring {
  double from_ms;
  double to_ms;
};

using LossRule = std::variant<LoseFirst, LoseEvery, LoseAtRandom, LoseDuring>;
// Lost is what any rule loses.
using LossScript = std::vector<LossRule>;

bool loses(const LossScript& script, const Segment& segment);
std::string describe(const LossScript& script);

}  // namespace docsis_vp::tcp_lab
