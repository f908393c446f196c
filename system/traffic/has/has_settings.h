// Declares the configuration of a client of HTTP adaptive streaming.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/hosts/has/has_config.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

enum class HasPreset { kClemson2015, kClemson2014 };

// Absent or empty fields take the preset's values in complete_has().
struct HasSettings {
  HasPreset preset = HasPreset::kClemson2015;
  std::optional<hosts::HasRule> rule;
  std::vector<double> rates_mbps;
  std::optional<double> segment_s;
  std::optional<double> buffer_s;
  std::optional<double> refill_below_s;
  unsigned start_segments = 2;
  unsigned resume_segments = 2;
  std::optional<std::uint64_t> segments;
  unsigned mu_samples = 1;
  double mu_down = 0.67;
  std::optional<double> least_between_changes_s;
  std::optional<double> reservoir_s;
  std::optional<double> cushion_s;
};

// Fills in the defaults and checks combinations. Throws ConfigError below the pointer.
void complete_has(HasSettings& has, const std::string& pointer);
const Table<HasSettings>& has_table();

}  // namespace docsis_vp::system
