// Report of a firmware failure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "system/results/interrupt_state.h"

namespace docsis_vp::system {

class JsonWriter;

// A place in a program; symbol and source are empty where the image has none.
struct CodePlace {
  std::uint32_t pc = 0;
  std::string symbol;  // "main+0x12"
  std::string source;  // "fw/docsis_pie/main.c:47"
};

struct FaultResult {
  struct Frame {
    CodePlace place;
    bool interrupted = false;  // by the frame before it, without a call
  };
  struct Branch {
    double time_s = 0;
    CodePlace from;
    CodePlace to;
  };
  std::string modem;
  std::string cause;
  double time_s = 0;
  CodePlace place;
  std::vector<Frame> backtrace;  // the innermost first
  std::vector<Branch> branches;  // the last branches, the latest last
  // State at the end of the run; empty without an interrupt controller.
  std::optional<InterruptState> interrupts;
};

void write_fault(JsonWriter& json, const FaultResult& fault);
// Text for people: cause, place, backtrace and branches, in lines without a final line feed.
std::string fault_text(const FaultResult& fault);

}  // namespace docsis_vp::system
