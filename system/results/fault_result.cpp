#include "system/results/fault_result.h"

#include "system/json/writer.h"
#include "system/results/format.h"

namespace docsis_vp::system {

namespace {

using Layout = JsonWriter::Layout;

std::string hex_of(std::uint32_t value) {
  return format("0x%08x", value);
}

void write_place(JsonWriter& json, const CodePlace& place) {
  json.field("pc", hex_of(place.pc));
  json.key("symbol");
  place.symbol.empty() ? json.null() : json.string(place.symbol);
  json.key("source");
  place.source.empty() ? json.null() : json.string(place.source);
}

std::string text_of(const CodePlace& place) {
  return hex_of(place.pc) + (place.symbol.empty() ? "" : " " + place.symbol) +
         (place.source.empty() ? "" : " (" + place.source + ")");
}

}  // namespace

void write_fault(JsonWriter& json, const FaultResult& fault) {
  json.begin_object();
  json.field("modem", fault.modem).field("cause", fault.cause).field("time_s", fault.time_s);
  write_place(json, fault.place);
  json.key("interrupts");
  if (fault.interrupts) {
    write_interrupt_state(json, *fault.interrupts);
  } else {
    json.null();
  }
  json.key("backtrace").begin_array();
  for (const FaultResult::Frame& frame : fault.backtrace) {
    json.begin_object(Layout::kInline);
    write_place(json, frame.place);
    json.field("interrupted", frame.interrupted).end_object();
  }
  json.end_array();
  json.key("branches").begin_array();
  for (const FaultResult::Branch& branch : fault.branches) {
    json.begin_object(Layout::kInline).field("time_s", branch.time_s);
    json.key("from").begin_object(Layout::kInline);
    write_place(json, branch.from);
    json.end_object().key("to").begin_object(Layout::kInline);
    write_place(json, branch.to);
    json.end_object().end_object();
  }
  json.end_array().end_object();
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
