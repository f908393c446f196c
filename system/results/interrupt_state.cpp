#include "system/results/interrupt_state.h"

#include "system/json/writer.h"
#include "system/results/format.h"

namespace docsis_vp::system {

namespace {

std::string since(const char* what, const std::optional<double>& time_s) {
  return time_s ? std::string(", ") + what + " since " + json_number(*time_s) + " s" : "";
}

const char* enabled_text(bool enabled) {
  return enabled ? "enabled" : "not enabled";
}

std::string line_text(const InterruptState::Line& line) {
  const std::string pending = since("pending", line.pending_since_s);
  return line.name + " interrupt " + enabled_text(line.enabled) +
         (pending.empty() ? ", not pending" : pending);
}

std::string source_text(const InterruptState::Source& source, std::uint32_t threshold) {
  std::string text = source.name + " " + enabled_text(source.enabled);
  text += ", priority " + std::to_string(source.priority);
  text += source.priority <= threshold ? " not above the threshold of " + std::to_string(threshold)
                                       : "";
  text += source.raised ? ", raised" : "";
  return text + since("pending", source.pending_since_s) +
         since("claimed and not completed", source.in_service_since_s);
}

}  // namespace

std::string interrupt_state_text(const InterruptState& state, const std::string& separator) {
  std::string text = state.masked_since_s ? "masked since " + json_number(*state.masked_since_s) +
                                                " s, mstatus.MIE " + (state.mstatus_mie ? "1" : "0")
                                          : "taken";
  for (const InterruptState::Line& line : state.lines) {
    text.append(separator).append(line_text(line));
  }
  for (const InterruptState::Source& source : state.sources) {
    text.append(separator).append(source_text(source, state.threshold));
  }
  return text;
}

}  // namespace docsis_vp::system
