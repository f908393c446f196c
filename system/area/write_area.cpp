#include "system/area/write_area.h"

#include "system/results/area_view.h"
#include "system/results/result_table.h"

namespace docsis_vp::system {

namespace {

using area::Block;
using area::Figures;
using area::Memory;
using area::MemoryCost;
using area::Part;
using area::Technology;

struct RangeView : area::Range {
  explicit RangeView(const area::Range& range) : area::Range(range) {}

  template <class Table>
  static void describe(Table& table) {
    using This = RangeView;
    table.object("range", "A figure and how far it may be off.");
    table.one_line();
    table.field(
        "low", [](const This& r) { return r.low; }, "", "The least.");
    table.field(
        "nominal", [](const This& r) { return r.nominal; }, "", "The usual one.");
    table.field(
        "high", [](const This& r) { return r.high; }, "", "The most.");
  }
};

struct PartView {
  const Part* part;

  template <class Table>
  static void describe(Table& table) {
    using This = PartView;
    table.object("primitive", "Alike primitives of a block.");
    table.one_line();
    table.field(
        "primitive", [](const This& p) { return name_of(p.part->shape.primitive); }, "",
        "Its kind.");
    table.field(
        "width", [](const This& p) { return p.part->shape.width; }, "bits", "Its width.");
    table
        .field(
            "other", [](const This& p) { return p.part->shape.other; }, "",
            "Words, ways, places or outputs.")
        .only_if("a primitive of two sizes",
                 [](const This& p) { return p.part->shape.other != 0; });
    table.field(
        "count", [](const This& p) { return p.part->count; }, "", "Number of them.");
    table.field(
        "ge_each", [](const This& p) { return cost(p.part->shape).ge(); }, "GE",
        "Counted gates of one.");
    table.field(
        "ge", [](const This& p) { return (p.part->count * cost(p.part->shape)).ge(); }, "GE",
        "Counted gates of all.");
    table.field(
        "reason", [](const This& p) { return std::string_view(p.part->reason); }, "", "Purpose.");
  }
};

struct MemoryView {
  const Memory* memory;
  MemoryCost each;

  template <class Table>
  static void describe(Table& table) {
    using This = MemoryView;
    table.object("memory", "Alike memories of a block.");
    table.one_line();
    table.field(
        "name", [](const This& m) { return std::string_view(m.memory->name); }, "", "Its name.");
    table.field(
        "words", [](const This& m) { return m.memory->words; }, "", "Words of one.");
    table.field(
        "bits", [](const This& m) { return m.memory->bits; }, "bits", "Bits of a word.");
    table.field(
        "ports", [](const This& m) { return m.memory->ports; }, "", "Number of ports, 1 or 2.");
    table.field(
        "count", [](const This& m) { return m.memory->count; }, "", "Number of them.");
    table.field(
        "kind", [](const This& m) { return name_of(m.each.kind); }, "",
        "Kind of cells: the smallest.");
    table.field(
        "kbit",
        [](const This& m) {
          return static_cast<double>(m.memory->count * m.memory->stored_bits()) / 1024;
        },
        "kbit", "Bits of all.");
    const char* const kCells = "memories made of cells, or flip-flops beside a macro";
    const auto has_gates = [](const This& m) { return m.each.gates.hundredths != 0; };
    table
        .field(
            "ge_each", [](const This& m) { return m.each.gates.ge(); }, "GE",
            "Counted gates of one.")
        .only_if(kCells, has_gates);
    table
        .field(
            "ge", [](const This& m) { return (m.memory->count * m.each.gates).ge(); }, "GE",
            "Counted gates of all.")
        .only_if(kCells, has_gates);
    table.field(
        "mm2",
        [](const This& m) { return RangeView(static_cast<double>(m.memory->count) * m.each.mm2); },
        "mm2", "Area of all.");
    table.field(
        "reason", [](const This& m) { return std::string_view(m.memory->reason); }, "", "Purpose.");
  }
};

// Declares the figures of an object.
template <class This, class Table>
void describe_ranges_of_parts(Table& table) {
  table.field(
      "logic_kge", [](const This& v) { return RangeView(v.figures.logic_kge); }, "kGE",
      "Logic without memories.");
  table.field(
      "logic_mm2", [](const This& v) { return RangeView(v.figures.logic_mm2); }, "mm2",
      "Logic without memories, placed.");
  table.field(
      "memory_kbit", [](const This& v) { return v.figures.memory_kbit; }, "kbit",
      "Memories, whatever they are made of.");
  table.field(
      "memory_mm2", [](const This& v) { return RangeView(v.figures.memory_mm2); }, "mm2",
      "Memories, placed.");
}

struct FiguresView {
  Figures figures;

  template <class Table>
  static void describe(Table& table) {
    using This = FiguresView;
    table.object("area_figures", "Area of hardware.");
    table.field(
        "kge", [](const This& v) { return RangeView(v.figures.kge); }, "kGE",
        "Logic, and memories made of cells.");
    table.field(
        "sram_kbit", [](const This& v) { return v.figures.sram_kbit; }, "kbit",
        "Bits of SRAM macros.");
    table.field(
        "mm2", [](const This& v) { return RangeView(v.figures.mm2); }, "mm2",
        "Logic and memories, placed.");
    describe_ranges_of_parts<This>(table);
  }
};

std::optional<FiguresView> view_of(const std::optional<Figures>& figures) {
  return figures ? std::optional(FiguresView{*figures}) : std::nullopt;
}

// `ge` is exact: `count` times the sum of the gates of all parts.
struct BlockView {
  const Block* block;
  const Technology* technology;
  Figures figures;

  BlockView(const Block& of, const Technology& by)
      : block(&of), technology(&by), figures(area::figures(of, by)) {}

  static std::vector<BlockView> all(const std::vector<Block>& blocks,
                                    const Technology& technology) {
    std::vector<BlockView> views;
    for (const Block& each : blocks) {
      views.emplace_back(each, technology);
    }
    return views;
  }

  template <class Table>
  static void describe(Table& table) {
    using This = BlockView;
    table.object("block", "Hardware, and the blocks within.");
    table.field(
        "name", [](const This& v) { return std::string_view(v.block->name); }, "", "Its name.");
    table.field(
        "reason", [](const This& v) { return std::string_view(v.block->reason); }, "", "Purpose.");
    table.field(
        "count", [](const This& v) { return v.block->count; }, "",
        "Number of blocks that are alike.");
    table.field(
        "ge", [](const This& v) { return all_gates(*v.block, *v.technology).ge(); }, "GE",
        "Counted gates of all, exactly.");
    table.field(
        "kge", [](const This& v) { return RangeView(v.figures.kge); }, "kGE",
        "Logic, and memories made of cells.");
    table.field(
        "register_bits", [](const This& v) { return totals(*v.block).stored_bits; }, "bits",
        "Bits in flip-flops of primitives.");
    table.field(
        "sram_kbit", [](const This& v) { return v.figures.sram_kbit; }, "kbit",
        "Bits of SRAM macros.");
    table.field(
        "mm2", [](const This& v) { return RangeView(v.figures.mm2); }, "mm2",
        "Logic and memories, placed.");
    describe_ranges_of_parts<This>(table);
    table.field(
        "primitives",
        [](const This& v) {
          std::vector<PartView> views;
          for (const Part& part : v.block->parts) {
            views.push_back({&part});
          }
          return views;
        },
        "", "Primitives outside inner blocks.");
    table.field(
        "memories",
        [](const This& v) {
          std::vector<MemoryView> views;
          for (const Memory& memory : v.block->memories) {
            views.push_back({&memory, memory_cost(memory, *v.technology)});
          }
          return views;
        },
        "", "Memories outside inner blocks.");
    table.field(
        "blocks", [](const This& v) { return all(v.block->blocks, *v.technology); }, "",
        "Inner blocks.");
  }
};

struct CpuAreaView {
  const AreaResult* area;

  template <class Table>
  static void describe(Table& table) {
    using This = CpuAreaView;
    table.object("cpu_area", "A control CPU, its memories and what is around it.");
    table.field(
        "profile", [](const This& v) { return std::string_view(v.area->cpu->profile); }, "",
        "Its profile.");
    table.field(
        "core_kge",
        [](const This& v) {
          const std::optional<area::Range>& core = v.area->cpu->core_kge;
          return core ? std::optional(RangeView(*core)) : std::nullopt;
        },
        "kGE", "Published size; null: the profile has none.");
    table.field(
        "subsystem",
        [](const This& v) { return BlockView(v.area->cpu->subsystem, v.area->technology); }, "",
        "Everything but the core.");
  }
};

struct NodeView {
  std::string technology;
  FiguresView hardware;
  std::optional<FiguresView> with_cpu;

  template <class Table>
  static void describe(Table& table) {
    table.object("node", "The same hardware in another technology.");
    table.field("technology", &NodeView::technology, "", "Its name.");
    table.part(FiguresView(), &NodeView::hardware);
    table.field("with_cpu", &NodeView::with_cpu, "", "With the CPU; null: its size is not known.");
  }
};

struct SensitivityView {
  const Sensitivity* sensitivity;

  template <class Table>
  static void describe(Table& table) {
    using This = SensitivityView;
    table.object("sensitivity", "Area at half and twice of a quantity.");
    table.field(
        "quantity", [](const This& v) { return std::string_view(v.sensitivity->quantity); }, "",
        "Name of the quantity.");
    table.field(
        "half", [](const This& v) { return FiguresView{v.sensitivity->half}; }, "",
        "Difference from the modem as it is.");
    table.field(
        "twice", [](const This& v) { return FiguresView{v.sensitivity->twice}; }, "",
        "Difference from the modem as it is.");
  }
};

}  // namespace

template <class Table>
void AreaView::describe(Table& table) {
  using This = AreaView;
  table.object("area", "Blocks of equal modems, and their area.");
  table.field(
      "modem", [](const This& v) { return std::string_view(v.area->modem); }, "",
      "Name of modems that are alike.");
  table.field(
      "modems", [](const This& v) { return v.area->modems; }, "",
      "Number of them; figures are of one.");
  table.field(
      "technology", [](const This& v) { return std::string_view(v.area->technology.name); }, "",
      "Its name.");
  table.field(
      "total_kge", [](const This& v) { return RangeView(v.figures.kge); }, "kGE",
      "Logic, and memories made of cells.");
  table.field(
      "sram_kbit", [](const This& v) { return v.figures.sram_kbit; }, "kbit",
      "Bits of SRAM macros.");
  table.field(
      "mm2", [](const This& v) { return RangeView(v.figures.mm2); }, "mm2",
      "Logic and memories, placed.");
  describe_ranges_of_parts<This>(table);
  table.field(
      "cpu",
      [](const This& v) { return v.area->cpu ? std::optional(CpuAreaView{v.area}) : std::nullopt; },
      "", "The control CPU; null: there is none.");
  table.field(
      "with_cpu", [](const This& v) { return view_of(v.area->with_cpu()); }, "",
      "With the CPU; null: none, or its size is not known.");
  table
      .field(
          "nodes",
          [](const This& v) {
            std::vector<NodeView> views;
            for (const Technology& technology : v.details->nodes) {
              AreaResult there = *v.area;
              there.technology = technology;
              views.push_back(
                  {technology.name, {there.hardware_figures()}, view_of(there.with_cpu())});
            }
            return views;
          },
          "", "Other technologies.")
      .only("`docsis-vp area --nodes`");
  table
      .field(
          "sensitivity",
          [](const This& v) {
            std::vector<SensitivityView> views;
            for (const Sensitivity& each : v.details->sensitivities) {
              views.push_back({&each});
            }
            return views;
          },
          "", "Area at half and twice of quantities.")
      .only("`docsis-vp area --sensitivity`");
  table.field(
      "blocks",
      [](const This& v) { return BlockView::all(v.area->hardware.blocks, v.area->technology); }, "",
      "Blocks of the data path.");
}

template void AreaView::describe(ResultTableOf<AreaView>& table);

std::vector<AreaView> views_of(const std::vector<AreaResult>& areas) {
  static const AreaDetails none;
  std::vector<AreaView> views;
  for (const AreaResult& area : areas) {
    views.push_back({&area, &none, area.hardware_figures()});
  }
  return views;
}

void write_area(JsonWriter& json, const AreaResult& area, const AreaDetails& details) {
  const AreaView view{&area, &details, area.hardware_figures()};
  result_table<AreaView>().write(json, &view);
}

}  // namespace docsis_vp::system
