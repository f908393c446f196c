// Declares the direction of traffic: upstream or downstream.
#pragma once

#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

enum class Direction { kUpstream, kDownstream };

inline Direction opposite(Direction direction) {
  return direction == Direction::kUpstream ? Direction::kDownstream : Direction::kUpstream;
}

inline constexpr Choice<Direction> kDirections[] = {{"upstream", Direction::kUpstream},
                                                    {"downstream", Direction::kDownstream}};

}  // namespace docsis_vp::system
