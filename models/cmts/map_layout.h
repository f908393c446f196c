// Keeps track of the free minislots of a MAP's interval.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace docsis_vp::cmts {

// Number of MAP elements that are not grants: region, idle space before and after the grants, Null.
constexpr std::uint32_t kFixedMapElements = 4;

// Consecutive minislots, counted from the allocation start.
struct Stretch {
  std::uint32_t first = 0;
  std::uint32_t length = 0;

  std::uint32_t end() const { return first + length; }
};

class MapLayout {
 public:
  // Frees all minislots from `first` to the end of the interval.
  void begin(std::uint32_t first, std::uint32_t interval);

  // Allocates the earliest `length` consecutive free minislots that begin in from .. latest. Empty
  // if there are none.
  std::optional<std::uint32_t> place(std::uint32_t from, std::uint32_t latest,
                                     std::uint32_t length);
  // Returns the free stretches in order, without the first `skip` free minislots. Valid until the
  // next call.
  const std::vector<Stretch>& gaps(std::uint32_t skip);
  std::uint32_t free() const { return free_; }
  // Number of free stretches.
  std::uint32_t stretches() const { return static_cast<std::uint32_t>(free_stretches_.size()); }
  // Number of free minislots before this one.
  std::uint32_t free_before(std::uint32_t minislot) const;

 private:
  std::vector<Stretch> free_stretches_;  // in order, none empty
  std::vector<Stretch> gaps_;
  std::uint32_t free_ = 0;
};

}  // namespace docsis_vp::cmts
