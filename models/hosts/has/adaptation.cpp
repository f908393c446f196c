#include "models/hosts/has/adaptation.h"

#include <algorithm>

namespace docsis_vp::hosts {

namespace {

using Ladder = std::vector<std::uint64_t>;

unsigned top_of(const Ladder& ladder) {
  return static_cast<unsigned>(ladder.size() - 1);
}

double rate(const Ladder& ladder, unsigned level) {
  return static_cast<double>(ladder[level]);
}

// Goes one level up if the fetch is so fast that any step of the ladder is safe. Goes down to the
// rate of the last fetches if a fetch takes longer than the segment plays.
unsigned by_capacity(const HasConfig& config, const HasSituation& now) {
  const Ladder& ladder = config.ladder_bps;
  if (now.mu > 1 + largest_step(ladder)) {
    return std::min(now.level + 1, top_of(ladder));
  }
  if (now.mu >= config.mu_down) {
    return now.level;
  }
  const double carried = now.mu * rate(ladder, now.level);
  unsigned level = now.level;
  while (level > 0 && rate(ladder, level) >= carried) {
    --level;
  }
  return level;
}

// Goes down at once to the highest rate that the last fetches carried, up by one level at a time.
unsigned by_bandwidth(const HasConfig& config, const HasSituation& now) {
  const Ladder& ladder = config.ladder_bps;
  const double carried = now.mu * rate(ladder, now.level);
  if (now.level < top_of(ladder) && carried >= rate(ladder, now.level + 1)) {
    return now.level + 1;
  }
  unsigned level = now.level;
  while (level > 0 && rate(ladder, level) > carried) {
    --level;
  }
  return level;
}

// Huang et al., algorithm 1: keeps the rate until the rate map of the buffer reaches a neighbour.
unsigned by_buffer(const HasConfig& config, const HasSituation& now) {
  const Ladder& ladder = config.ladder_bps;
  const unsigned top = top_of(ladder);
  if (now.buffered <= config.reservoir) {
    return 0;
  }
  if (now.buffered >= config.reservoir + config.cushion) {
    return top;
  }
  const double part =
      static_cast<double>(now.buffered - config.reservoir) / static_cast<double>(config.cushion);
  const double line = rate(ladder, 0) + part * (rate(ladder, top) - rate(ladder, 0));
  const unsigned above = std::min(now.level + 1, top);
  const unsigned below = now.level == 0 ? 0 : now.level - 1;
  unsigned level = now.level;
  if (line >= rate(ladder, above)) {
    level = top;
    while (level > 0 && rate(ladder, level) >= line) {
      --level;  // highest rate below the map
    }
  } else if (line <= rate(ladder, below)) {
    level = 0;
    while (level < top && rate(ladder, level) <= line) {
      ++level;  // lowest rate above the map
    }
  }
  return level;
}

}  // namespace

double largest_step(const std::vector<std::uint64_t>& ladder_bps) {
  double largest = 0;
  for (unsigned i = 1; i < ladder_bps.size(); ++i) {
    const double lower = rate(ladder_bps, i - 1);
    largest = std::max(largest, (rate(ladder_bps, i) - lower) / lower);
  }
  return largest;
}

unsigned next_level(const HasConfig& config, const HasSituation& situation) {
  switch (config.rule) {
    case HasRule::kCapacity:
      return by_capacity(config, situation);
    case HasRule::kBandwidthMatch:
      return by_bandwidth(config, situation);
    case HasRule::kBufferBased:
      return by_buffer(config, situation);
    case HasRule::kMaxAlways:
      break;
  }
  return top_of(config.ladder_bps);
}

}  // namespace docsis_vp::hosts
