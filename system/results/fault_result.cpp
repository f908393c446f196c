#include "system/results/fault_result.h"

#include "system/json/writer.h"
#include "system/results/format.h"

namespace docsis_vp::system {

namespace {

std::string text_of(const CodePlace& place) {
  return place.pc_text() + (place.symbol.empty() ? "" : " " + place.symbol) +
         (place.source.empty() ? "" : " (" + place.source + ")");
}

}  // namespace

std::string CodePlace::pc_text() const {
  return format("0x%08x", pc);
}

std::string fault_text(const FaultResult& fault) {
  std::string text = "fault of " + fault.modem + " at " + json_number(fault.time_s) +
                     " s: " + fault.cause + "\n  at " + text_of(fault.place) + "\n";
  if (fault.interrupts) {
    text += "interrupts " + interrupt_state_text(*fault.interrupts, "\n  ") + "\n";
  }
  text += "backtrace\n";
  for (std::size_t i = 0; i < fault.backtrace.size(); ++i) {
    const FaultResult::Frame& frame = fault.backtrace[i];
    text.append(format("  #%-2zu ", i)).append(frame.interrupted ? "interrupted " : "");
    text.append(text_of(frame.place)).append("\n");
  }
  text += format("last %zu branches, the latest last\n", fault.branches.size());
  for (const FaultResult::Branch& branch : fault.branches) {
    text.append(format("  %.9f s  ", branch.time_s)).append(text_of(branch.from));
    text.append(" -> ").append(text_of(branch.to)).append("\n");
  }
  text.pop_back();
  return text;
}

}  // namespace docsis_vp::system
