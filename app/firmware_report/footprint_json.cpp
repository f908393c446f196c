#include "app/firmware_report/footprint.h"
#include "app/firmware_report/memory_use.h"
#include "app/firmware_report/places.h"
#include "system/json/writer.h"

namespace docsis_vp::app {

namespace {

using system::JsonWriter;
using Layout = JsonWriter::Layout;

void write_sizes(JsonWriter& json, const LinkedImage& image) {
  const MemoryUse use = memory_use(image);
  json.key("sizes").begin_object();
  json.field("rom_bytes", use.rom_bytes).field("ram_bytes", use.ram_bytes);
  json.field("code_bytes", use.code_bytes).field("constant_bytes", use.constant_bytes);
  json.field("initialized_bytes", use.initialized_bytes);
  json.field("zeroed_bytes", use.zeroed_bytes).field("stack_bytes", use.stack_bytes);
  json.end_object();
  json.key("sections").begin_array();
  for (const ImageSection& section : image.sections()) {
    json.begin_object(Layout::kInline).field("name", std::string_view(section.name));
    json.field("address", section.address).field("bytes", section.bytes);
    json.field("writable", section.writable).field("stored", section.stored).end_object();
  }
  json.end_array();
  json.key("symbols").begin_array();
  for (const ImageSymbol& symbol : largest_symbols(image, image.symbols().size())) {
    json.begin_object(Layout::kInline).field("name", demangled(symbol.name));
    json.field("kind", symbol.is_function ? "function" : "variable");
    json.field("section", std::string_view(image.section_at(symbol.address)->name));
    json.field("bytes", symbol.bytes).end_object();
  }
  json.end_array();
}

void write_stack(JsonWriter& json, const Footprint& footprint) {
  const StackBound& stack = footprint.stack;
  json.key("stack").begin_object();
  json.field("reserved_bytes", footprint.reserved_stack_bytes).field("bound_bytes", stack.bytes);
  json.key("unbounded").begin_array();
  for (const std::string& reason : stack.unbounded) {
    json.string(shortened(reason, footprint.sources));
  }
  json.end_array();
  json.field("nesting", stack.nesting);
  json.key("roots").begin_array();
  for (const StackRoot& root : stack.roots) {
    json.begin_object().field("kind", name_of(root.kind));
    json.field("function", std::string_view(root.function)).field("bytes", root.bytes);
    json.key("deepest").begin_array();
    for (const StackFrame& frame : root.deepest) {
      json.begin_object(Layout::kInline).field("function", std::string_view(frame.function));
      json.field("bytes", frame.bytes).end_object();
    }
    json.end_array().end_object();
  }
  json.end_array().end_object();
}

}  // namespace

std::string footprint_json(const Footprint& footprint, const LinkedImage& image) {
  constexpr unsigned kSchema = 1;
  JsonWriter json;
  json.begin_object().field("schema", kSchema);
  json.field("image", std::string_view(footprint.image));
  json.field("optimization", std::string_view(footprint.optimization));
  json.key("options").begin_array(Layout::kInline);
  for (const std::string& option : footprint.options) {
    json.string(option);
  }
  json.end_array();
  write_sizes(json, image);
  write_stack(json, footprint);
  json.end_object();
  return json.text() + "\n";
}

}  // namespace docsis_vp::app
