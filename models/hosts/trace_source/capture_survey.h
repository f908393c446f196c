// Surveys a capture before its replay, and reports irregularities.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/hosts/capture/capture_time.h"
#include "models/hosts/trace_source/frame_filter.h"

namespace docsis_vp::hosts {

// Thresholds for a reported pause between two packets, and for a clock that was set back.
constexpr TimePs kLongPause = 60 * kPsPerSecond;
constexpr TimePs kClockSetBack = kPsPerSecond;

struct CaptureJump {
  double seconds = 0;  // largest jump by magnitude
  std::uint64_t file_offset = 0;
  unsigned count = 0;
};

struct CaptureSurvey {
  std::uint64_t packets = 0;            // accepted by the filter
  std::optional<std::uint64_t> cut_at;  // offset of an incomplete record
  CaptureJump pauses;
  CaptureJump set_back;
};

// Reads the whole file. max_gap: as in TraceSourceConfig; jumps that it closes are not reported.
// Throws InputError for packets that cannot be replayed.
CaptureSurvey survey_capture(const std::string& file, const FrameFilter& filter,
                             std::optional<TimePs> max_gap);

}  // namespace docsis_vp::hosts
