// A capture is read through before it is replayed, so that its oddities can be told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/hosts/capture/capture_time.h"
#include "models/hosts/trace_source/frame_filter.h"

namespace docsis_vp::hosts {

// Times between two packets that are more than pauses. No packet for so long, or so much earlier
// than the one before in the file: a clock was set.
constexpr TimePs kLongPause = 60 * kPsPerSecond;
constexpr TimePs kClockSetBack = kPsPerSecond;

struct CaptureJump {
  double seconds = 0;  // the largest, in size
  std::uint64_t file_offset = 0;
  unsigned count = 0;
};

struct CaptureSurvey {
  std::uint64_t packets = 0;            // that the filter accepts
  std::optional<std::uint64_t> cut_at;  // the record there has no end
  CaptureJump pauses;
  CaptureJump set_back;
};

// Reads the whole file. max_gap: as in TraceSourceConfig; jumps that it closes are left out. Throws
// InputError for what cannot be replayed.
CaptureSurvey survey_capture(const std::string& file, const FrameFilter& filter,
                             std::optional<TimePs> max_gap);

}  // namespace docsis_vp::hosts
