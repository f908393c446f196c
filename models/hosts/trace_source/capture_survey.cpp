#include "models/hosts/trace_source/capture_survey.h"

#include <cmath>

#include "models/hosts/trace_source/capture_clock.h"
#include "models/hosts/trace_source/chosen_frames.h"

namespace docsis_vp::hosts {

namespace {

void note_jump(CaptureJump& jump, EpochPs step, std::uint64_t file_offset) {
  const double seconds = static_cast<double>(step) / static_cast<double>(kPsPerSecond);
  if (std::abs(seconds) > std::abs(jump.seconds)) {
    jump.seconds = seconds;
    jump.file_offset = file_offset;
  }
  ++jump.count;
}

}  // namespace

CaptureSurvey survey_capture(const std::string& file, const FrameFilter& filter,
                             std::optional<TimePs> max_gap) {
  CaptureSurvey survey;
  ChosenFrames frames(file, filter);
  CaptureClock clock(max_gap);
  while (const std::optional<ChosenFrames::Frame> frame = frames.next()) {
    ++survey.packets;
    clock.next(frame->time);
    const EpochPs step = clock.step();
    if (!clock.closed_gap() && step > kLongPause) {
      note_jump(survey.pauses, step, frame->file_offset);
    } else if (!clock.closed_gap() && step < -EpochPs{kClockSetBack}) {
      note_jump(survey.set_back, step, frame->file_offset);
    }
  }
  survey.cut_at = frames.reader().cut_at();
  return survey;
}

}  // namespace docsis_vp::hosts
