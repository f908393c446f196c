// State of the interrupts at one moment: masked, enabled and pending, and since when.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace docsis_vp::system {

class JsonWriter;

struct InterruptState {
  // A line of the hart: software, timer, external.
  struct Line {
    std::string name;
    bool enabled = false;                   // by its bit of mie
    std::optional<double> pending_since_s;  // empty: not pending
  };
  // A source of the interrupt controller.
  struct Source {
    std::string name;
    bool enabled = false;
    std::uint32_t priority = 0;
    bool raised = false;                       // the block asserts its line
    std::optional<double> pending_since_s;     // empty: not pending, or claimed
    std::optional<double> in_service_since_s;  // claimed at that time and not completed
  };

  bool mstatus_mie = false;
  std::optional<double> masked_since_s;  // empty: enabled interrupts are taken
  std::uint32_t threshold = 0;
  std::vector<Line> lines;
  std::vector<Source> sources;  // enabled, raised, pending or in service
};

void write_interrupt_state(JsonWriter& json, const InterruptState& state);
// Text for people, one line each for hart, lines and sources, joined by the separator.
std::string interrupt_state_text(const InterruptState& state, const std::string& separator);

}  // namespace docsis_vp::system
