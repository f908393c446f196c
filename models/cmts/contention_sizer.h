// Computes the number of request opportunities of a MAP.
#pragma once

#include <algorithm>
#include <cstdint>

namespace docsis_vp::cmts {

// Each past region had s opportunities with one request and c with more than one. A collision of
// slotted ALOHA at its best load has 2.39 stations on average (Schoute, "Dynamic Frame Length
// ALOHA", 1983), so about a = s + 2.39 c modems tried. A is the moving average of a with weight 1/8
// for the newest value. The result is twice A, rounded up. This gives half an attempt per
// opportunity, so that 1 - e^-0.5 = 39 % of the requests collide. All values are in units of
// 1/1024.
class ContentionSizer {
 public:
  // If most <= least, the number is constant.
  ContentionSizer(std::uint32_t least, std::uint32_t most)
      : least_(least), most_(std::max(least, most)) {}

  void observe(std::uint32_t successes, std::uint32_t collisions) {
    const std::uint64_t attempts = successes * kOne + collisions * kPerCollision;
    average_ = average_ - average_ / 8 + attempts / 8;
  }
  std::uint32_t least() const { return least_; }
  std::uint32_t opportunities() const {
    const std::uint64_t wanted = (2 * average_ + kOne - 1) / kOne;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(wanted, least_, most_));
  }

 private:
  static constexpr std::uint64_t kOne = 1024;
  static constexpr std::uint64_t kPerCollision = 2447;

  std::uint32_t least_;
  std::uint32_t most_;
  std::uint64_t average_ = 0;
};

}  // namespace docsis_vp::cmts
