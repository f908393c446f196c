// Declares the state of the interrupts at one moment: masked, enabled and pending, and since when.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace docsis_vp::system {

struct InterruptState {
  // A line of the hart: software, timer, external.
  struct Line {
    std::string name;
    bool enabled = false;                   // by its bit in mie
    std::optional<double> pending_since_s;  // empty: not pending

    template <class Table>
    static void describe(Table& table) {
      table.object("interrupt_line", "A line of the hart: software, timer, external.");
      table.one_line();
      table.field("name", &Line::name, "", "Name.");
      table.field("enabled", &Line::enabled, "", "Its bit of mie is set.");
      table.field("pending_since_s", &Line::pending_since_s, "s", "Time; null: it is not pending.");
    }
  };
  // A source of the interrupt controller.
  struct Source {
    std::string name;
    bool enabled = false;
    std::uint32_t priority = 0;
    bool raised = false;                    // the block requests an interrupt
    std::optional<double> pending_since_s;  // empty: not pending, or already claimed
    // Time of the claim; empty: not claimed, or completed.
    std::optional<double> in_service_since_s;

    template <class Table>
    static void describe(Table& table) {
      table.object("interrupt_source", "A source of the interrupt controller.");
      table.one_line();
      table.field("name", &Source::name, "", "Name.");
      table.field("enabled", &Source::enabled, "", "The controller lets it through.");
      table.field("priority", &Source::priority, "", "Priority; served if above the threshold.");
      table.field("raised", &Source::raised, "", "The block holds its line up.");
      table.field("pending_since_s", &Source::pending_since_s, "s",
                  "Time; null: not pending, or claimed.");
      table.field("in_service_since_s", &Source::in_service_since_s, "s",
                  "Time of the claim; null: completed.");
    }
  };

  bool mstatus_mie = false;
  std::optional<double> masked_since_s;  // empty: enabled interrupts are taken
  std::uint32_t threshold = 0;
  std::vector<Line> lines;
  std::vector<Source> sources;  // sources that are enabled, raised, pending or in service

  template <class Table>
  static void describe(Table& table) {
    using This = InterruptState;
    table.object("interrupt_state", "Which interrupts are masked, enabled and pending.");
    table.field("mstatus_mie", &This::mstatus_mie, "", "The hart takes interrupts.");
    table.field("masked_since_s", &This::masked_since_s, "s", "Time; null: interrupts are taken.");
    table.field("threshold", &This::threshold, "", "Threshold of the interrupt controller.");
    table.field("lines", &This::lines, "", "Lines of the hart.");
    table.field("sources", &This::sources, "", "Sources enabled, raised, pending or in service.");
  }
};

// Returns text for a terminal, one line each for the hart, its lines and the sources, joined by the
// separator.
std::string interrupt_state_text(const InterruptState& state, const std::string& separator);

}  // namespace docsis_vp::system
