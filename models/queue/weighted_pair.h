// Selects which of two queues sends next, so that they share a link by weight in bytes.
#pragma once

#include <cstdint>

namespace docsis_vp::queue {

// While both queues have packets, the first one gets weight : 256 - weight of the bytes, within one
// packet of each, over any duration: a weighted round robin with the shortest possible rounds. A
// queue accumulates no share while it is empty.
class WeightedPair {
 public:
  // first_weight: 1..255 of 256.
  explicit WeightedPair(std::uint32_t first_weight)
      : first_(first_weight), second_(kParts - first_weight) {}

  // Call these when the first, or the second, queue was empty and no longer is.
  void first_became_busy() { lead_ = lead_ > 0 ? lead_ : 0; }
  void second_became_busy() { lead_ = lead_ < 0 ? lead_ : 0; }

  // Returns whether it is the first queue's turn, while both have packets.
  bool is_turn_of_first() const { return lead_ <= 0; }
  // Call these when one of them has sent while the other also had packets.
  void first_sent(std::uint32_t bytes) { lead_ += std::int64_t{bytes} * second_; }
  void second_sent(std::uint32_t bytes) { lead_ -= std::int64_t{bytes} * first_; }

 private:
  static constexpr std::uint32_t kParts = 256;

  std::uint32_t first_;
  std::uint32_t second_;
  std::int64_t lead_ = 0;  // bytes of the first beyond its share, x 256
};

}  // namespace docsis_vp::queue
