// Where in a MAP's interval something is already placed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace docsis_vp::cmts {

// Elements of a MAP that carry no grant: region, idle space before and behind the grants, Null.
constexpr std::uint32_t kFixedMapElements = 4;

// A stretch of minislots, counted from the allocation start.
struct Stretch {
  std::uint32_t first = 0;
  std::uint32_t length = 0;

  std::uint32_t end() const { return first + length; }
};

class MapLayout {
 public:
  // Everything from `first` to the end of the interval is free.
  void begin(std::uint32_t first, std::uint32_t interval);

  // Takes the earliest `length` free minislots on end that begin in from .. latest; none if there
  // are no such.
  std::optional<std::uint32_t> place(std::uint32_t from, std::uint32_t latest,
                                     std::uint32_t length);
  // Free stretches in order, without the first `skip` free minislots. Until the next call.
  const std::vector<Stretch>& gaps(std::uint32_t skip);
  std::uint32_t free() const { return free_; }
  // How many stretches are free.
  std::uint32_t stretches() const { return static_cast<std::uint32_t>(free_stretches_.size()); }
  // Free minislots before this one.
  std::uint32_t free_before(std::uint32_t minislot) const;

 private:
  std::vector<Stretch> free_stretches_;  // in order, none empty
  std::vector<Stretch> gaps_;
  std::uint32_t free_ = 0;
};

}  // namespace docsis_vp::cmts
