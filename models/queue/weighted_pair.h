// Selects which of two queues sends next, so that they share a link by weight, byte by byte.
#pragma once

#include <cstdint>

namespace docsis_vp::queue {

// While both queues have packets, the first one gets weight : 256 - weight of the bytes, within one
// packet of each, however long that lasts: a weighted round robin with rounds as short as packets
// allow. A queue saves nothing up while it is empty.
class WeightedPair {
 public:
  // first_weight: 1..255 of 256.
  explicit WeightedPair(std::uint32_t first_weight)
      : first_(first_weight), second_(kParts - first_weight) {}

  // The first queue, or the second, was empty and no longer is.
  void first_became_busy() { lead_ = lead_ > 0 ? lead_ : 0; }
  void second_became_busy() { lead_ = lead_ < 0 ? lead_ : 0; }

  // Both have packets: whether it is the first one's turn.
  bool is_turn_of_first() const { return lead_ <= 0; }
  // One of them has sent while the other had packets too.
  void first_sent(std::uint32_t bytes) { lead_ += std::int64_t{bytes} * second_; }
  void second_sent(std::uint32_t bytes) { lead_ -= std::int64_t{bytes} * first_; }

 private:
  static constexpr std::uint32_t kParts = 256;

  std::uint32_t first_;
  std::uint32_t second_;
  std::int64_t lead_ = 0;  // of the first over its share, in bytes x 256
};

}  // namespace docsis_vp::queue
