// A client of HTTP adaptive streaming.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "system/scenario/table.h"

namespace docsis_vp::system {

enum class HasRuleChoice { kCapacity, kBandwidthMatch, kMaxAlways, kBufferBased };

struct HasSettings {
  HasRuleChoice rule = HasRuleChoice::kCapacity;
  std::vector<double> rates_mbps = {0.5, 1, 2, 3, 4, 5};
  double segment_s = 4;
  double buffer_s = 240;
  std::optional<double> refill_below_s;
  unsigned start_segments = 2;
  unsigned resume_segments = 2;
  std::optional<std::uint64_t> segments;
  unsigned mu_samples = 1;
  double mu_down = 0.67;
  double least_between_changes_s = 0;
  double reservoir_s = 90;
  double cushion_s = 126;
};

const Table<HasSettings>& has_table();

}  // namespace docsis_vp::system
