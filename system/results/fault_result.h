// How firmware failed.
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
    bool interrupted = false;  // by the frame before it, which it did not call
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
  std::vector<Branch> branches;  // the last ones, the latest last
  // As the run ended; none where there is no interrupt controller.
  std::optional<InterruptState> interrupts;
};

void write_fault(JsonWriter& json, const FaultResult& fault);
// For people: cause, place, backtrace and branches, in lines, without the last one's end.
std::string fault_text(const FaultResult& fault);

}  // namespace docsis_vp::system
