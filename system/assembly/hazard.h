// What may happen to frames of one kind on their way: to some by chance, to others by script.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/base/random.h"
#include "platform/base/time.h"

namespace docsis_vp::system {

class Hazard {
 public:
  enum class Cause : std::uint8_t { kNone, kChance, kScript };

  // stream: names its random numbers, one word for each frame if a part is struck by chance.
  Hazard(std::uint64_t seed, const std::string& stream) : random_(seed, stream) {}

  // Of all frames this part, 0 to 1, each by itself.
  void strike_part(double part) { below_ = static_cast<std::uint64_t>(part * 0x1p32); }
  // The first so many at or after a time that chance spares; of equal times in the order of calls.
  void strike_from(TimePs from, unsigned count);

  bool may_strike() const { return below_ > 0 || !script_.empty(); }
  // Decides for the next frame.
  Cause decide(TimePs at);

  // Frames so far, by either cause.
  std::uint64_t struck() const { return struck_; }

 private:
  struct Strike {
    TimePs from = 0;
    unsigned count = 0;
  };

  RandomStream random_;
  std::uint64_t below_ = 0;  // of 2^32 values
  std::vector<Strike> script_;
  std::uint64_t struck_ = 0;
};

}  // namespace docsis_vp::system
