// Which way something goes.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace docsis_vp::system {

enum class Direction { kUpstream, kDownstream };

inline Direction opposite(Direction direction) {
  return direction == Direction::kUpstream ? Direction::kDownstream : Direction::kUpstream;
}

inline std::vector<std::pair<std::string_view, Direction>> direction_names() {
  return {{"upstream", Direction::kUpstream}, {"downstream", Direction::kDownstream}};
}

}  // namespace docsis_vp::system
