#include "system/results/write_area.h"

namespace docsis_vp::system {

namespace {

using Layout = JsonWriter::Layout;
using area::Block;
using area::Figures;
using area::Memory;
using area::Part;
using area::Range;
using area::Technology;

void write_range(JsonWriter& json, const char* key, const Range& range) {
  json.key(key).begin_object(Layout::kInline);
  json.field("low", range.low).field("nominal", range.nominal).field("high", range.high);
  json.end_object();
}

void write_part(JsonWriter& json, const Part& part) {
  const area::Gates each = cost(part.shape);
  json.begin_object(Layout::kInline);
  json.field("primitive", name_of(part.shape.primitive)).field("width", part.shape.width);
  if (part.shape.other != 0) {
    json.field("other", part.shape.other);
  }
  json.field("count", part.count).field("ge_each", each.ge());
  json.field("ge", (part.count * each).ge()).field("reason", part.reason).end_object();
}

void write_memory(JsonWriter& json, const Memory& memory, const Technology& technology) {
  json.begin_object(Layout::kInline);
  json.field("name", memory.name).field("words", memory.words).field("bits", memory.bits);
  json.field("ports", memory.ports).field("count", memory.count);
  const area::MemoryCost each = memory_cost(memory, technology);
  json.field("kind", name_of(each.kind));
  json.field("kbit", static_cast<double>(memory.count * memory.stored_bits()) / 1024);
  if (each.gates.hundredths != 0) {
    json.field("ge_each", each.gates.ge()).field("ge", (memory.count * each.gates).ge());
  }
  write_range(json, "mm2", static_cast<double>(memory.count) * each.mm2);
  json.field("reason", memory.reason).end_object();
}

void write_parts_of_figures(JsonWriter& json, const Figures& figures) {
  write_range(json, "logic_kge", figures.logic_kge);
  write_range(json, "logic_mm2", figures.logic_mm2);
  json.field("memory_kbit", figures.memory_kbit);
  write_range(json, "memory_mm2", figures.memory_mm2);
}

// `ge` is exact: `count` times the sum over the block's contents.
void write_block(JsonWriter& json, const Block& block, const Technology& technology) {
  const Figures measured = figures(block, technology);
  json.begin_object();
  json.field("name", block.name).field("reason", block.reason).field("count", block.count);
  json.field("ge", all_gates(block, technology).ge());
  write_range(json, "kge", measured.kge);
  json.field("register_bits", totals(block).stored_bits).field("sram_kbit", measured.sram_kbit);
  write_range(json, "mm2", measured.mm2);
  write_parts_of_figures(json, measured);
  json.key("primitives").begin_array();
  for (const Part& part : block.parts) {
    write_part(json, part);
  }
  json.end_array();
  json.key("memories").begin_array();
  for (const Memory& memory : block.memories) {
    write_memory(json, memory, technology);
  }
  json.end_array();
  json.key("blocks").begin_array();
  for (const Block& inner : block.blocks) {
    write_block(json, inner, technology);
  }
  json.end_array();
  json.end_object();
}

void write_figures(JsonWriter& json, const Figures& figures) {
  write_range(json, "kge", figures.kge);
  json.field("sram_kbit", figures.sram_kbit);
  write_range(json, "mm2", figures.mm2);
  write_parts_of_figures(json, figures);
}

void write_figures_or_null(JsonWriter& json, const std::optional<Figures>& figures) {
  if (!figures) {
    json.null();
    return;
  }
  json.begin_object();
  write_figures(json, *figures);
  json.end_object();
}

void write_cpu(JsonWriter& json, const AreaResult& area) {
  if (!area.cpu) {
    json.key("cpu").null();
    return;
  }
  json.key("cpu").begin_object();
  json.field("profile", area.cpu->profile);
  json.key("core_kge");
  if (const std::optional<Range>& core = area.cpu->core_kge) {
    json.begin_object(Layout::kInline).field("low", core->low).field("nominal", core->nominal);
    json.field("high", core->high).end_object();
  } else {
    json.null();
  }
  json.key("subsystem");
  write_block(json, area.cpu->subsystem, area.technology);
  json.end_object();
}

void write_nodes(JsonWriter& json, const AreaResult& area,
                 const std::vector<Technology>& technologies) {
  json.key("nodes").begin_array();
  for (const Technology& technology : technologies) {
    AreaResult there = area;
    there.technology = technology;
    json.begin_object().field("technology", technology.name);
    write_figures(json, there.hardware_figures());
    json.key("with_cpu");
    write_figures_or_null(json, there.with_cpu());
    json.end_object();
  }
  json.end_array();
}

void write_sensitivities(JsonWriter& json, const std::vector<Sensitivity>& sensitivities) {
  json.key("sensitivity").begin_array();
  for (const Sensitivity& each : sensitivities) {
    json.begin_object().field("quantity", each.quantity).key("half");
    write_figures_or_null(json, each.half);
    json.key("twice");
    write_figures_or_null(json, each.twice);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_area(JsonWriter& json, const AreaResult& area, const AreaDetails& details) {
  const Figures hardware = area.hardware_figures();
  json.begin_object();
  json.field("modem", area.modem).field("modems", area.modems);
  json.field("technology", area.technology.name);
  write_range(json, "total_kge", hardware.kge);
  json.field("sram_kbit", hardware.sram_kbit);
  write_range(json, "mm2", hardware.mm2);
  write_parts_of_figures(json, hardware);
  write_cpu(json, area);
  json.key("with_cpu");
  write_figures_or_null(json, area.with_cpu());
  if (!details.nodes.empty()) {
    write_nodes(json, area, details.nodes);
  }
  if (!details.sensitivities.empty()) {
    write_sensitivities(json, details.sensitivities);
  }
  json.key("blocks").begin_array();
  for (const Block& block : area.hardware.blocks) {
    write_block(json, block, area.technology);
  }
  json.end_array();
  json.end_object();
}

}  // namespace docsis_vp::system
