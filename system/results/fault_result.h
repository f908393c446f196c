// Declares the report of a firmware failure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "system/results/interrupt_state.h"

namespace docsis_vp::system {

// A place in a program. symbol and source are empty if the image does not have them.
struct CodePlace {
  std::uint32_t pc = 0;
  std::string symbol;  // "main+0x12"
  std::string source;  // "fw/docsis_pie/main.c:47"

  std::string pc_text() const;  // "0x0000012c"

  template <class Table>
  static void describe(Table& table) {
    using This = CodePlace;
    table.object("code_place", "A place in a program.");
    table.one_line();
    table.field(
        "pc", [](const This& place) { return place.pc_text(); }, "", "Hexadecimal.");
    table.field(
        "symbol", [](const This& place) { return if_any(place.symbol); }, "",
        "Function and offset; null: the image names none.");
    table.field(
        "source", [](const This& place) { return if_any(place.source); }, "",
        "File and line; null: the image names none.");
  }

 private:
  static std::optional<std::string> if_any(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
  }
};

struct FaultResult {
  struct Frame {
    CodePlace place;
    // It was interrupted by the frame before it, instead of calling that frame.
    bool interrupted = false;

    template <class Table>
    static void describe(Table& table) {
      table.object("frame", "A function that was being called.");
      table.one_line();
      table.part(CodePlace(), &Frame::place);
      table.field("interrupted", &Frame::interrupted, "",
                  "An interrupt led to the frame before it.");
    }
  };
  struct Branch {
    double time_s = 0;
    CodePlace from;
    CodePlace to;

    template <class Table>
    static void describe(Table& table) {
      table.object("branch", "A branch that was taken.");
      table.one_line();
      table.field("time_s", &Branch::time_s, "s", "Time of the branch.");
      table.field("from", &Branch::from, "", "Place of the branch.");
      table.field("to", &Branch::to, "", "Target.");
    }
  };
  std::string modem;
  std::string cause;
  double time_s = 0;
  CodePlace place;
  std::vector<Frame> backtrace;  // the innermost first
  std::vector<Branch> branches;  // the last branches; the latest comes last
  // State at the end of the run; empty without an interrupt controller.
  std::optional<InterruptState> interrupts;

  template <class Table>
  static void describe(Table& table) {
    using This = FaultResult;
    table.object("fault", "How firmware failed.");
    table.field("modem", &This::modem, "", "The modem's name.");
    table.field("cause", &This::cause, "", "Cause.");
    table.field("time_s", &This::time_s, "s", "Time of the failure.");
    table.part(CodePlace(), &This::place);
    table.field("interrupts", &This::interrupts, "",
                "State at the end; null: no interrupt controller.");
    table.field("backtrace", &This::backtrace, "", "Frames, the innermost first.");
    table.field("branches", &This::branches, "", "Last branches, the latest last.");
  }
};

// Returns lines for a terminal: cause, place, backtrace and branches. The last line has no line
// feed.
std::string fault_text(const FaultResult& fault);

}  // namespace docsis_vp::system
