#include "system/traffic/trace/capture_notes.h"

#include "models/hosts/trace_source/capture_survey.h"
#include "system/json/writer.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/trace/trace_filter.h"
#include "system/traffic/trace/trace_settings.h"

namespace docsis_vp::system {

namespace {

std::string jump_text(const hosts::CaptureJump& jump, const char* what, double seconds) {
  const std::string more =
      jump.count > 1 ? ", " + std::to_string(jump.count) + " times, the most" : "";
  return what + more + " by " + json_number(seconds) + " s at byte " +
         std::to_string(jump.file_offset);
}

}  // namespace

void add_capture_notes(const FlowConfig& flow, std::vector<std::string>& notes) {
  const auto& trace = settings_of<TraceSettings>(flow);
  const auto max_gap =
      trace.max_gap_s ? std::optional(from_seconds(*trace.max_gap_s)) : std::nullopt;
  const hosts::CaptureSurvey survey =
      hosts::survey_capture(trace.file, trace_filter(flow), max_gap);
  const std::string begin = flow.name + ": " + trace.file + ": ";
  if (survey.cut_at) {
    notes.push_back(begin + "ends within the packet at byte " + std::to_string(*survey.cut_at) +
                    ", the " + std::to_string(survey.packets) + " before it are replayed");
  }
  std::string jumps;
  if (survey.pauses.count > 0) {
    jumps = jump_text(survey.pauses, "its clock goes on", survey.pauses.seconds);
  }
  if (survey.set_back.count > 0) {
    jumps += jumps.empty() ? "" : ", ";
    jumps += jump_text(survey.set_back, "its clock goes back", -survey.set_back.seconds);
  }
  if (!jumps.empty()) {
    notes.push_back(begin + jumps + "; max_gap_s closes such gaps");
  }
}

}  // namespace docsis_vp::system
