#include "system/area/technology_file.h"

#include <stdexcept>

#include "platform/base/errors.h"
#include "system/json/node.h"
#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

using area::Figure;
using area::Technology;

constexpr double kLeast = 1e-9;
constexpr double kMost = 1e9;

const Table<Figure>& figure_table() {
  static const Table<Figure> table = [] {
    Table<Figure> t("figure", "A figure with its range.");
    t.number("low", &Figure::low, kLeast, kMost).required().says("Lowest possible value.");
    t.number("nominal", &Figure::nominal, kLeast, kMost).required().says("Value used for totals.");
    t.number("high", &Figure::high, kLeast, kMost).required().says("Highest possible value.");
    t.string("source", &Figure::source).required().says("Source of the figure.");
    return t;
  }();
  return table;
}

const Table<Technology::Periphery>& periphery_table() {
  using Periphery = Technology::Periphery;
  static const Table<Periphery> table = [] {
    Table<Periphery> t("periphery",
                       "Periphery of an SRAM macro beside its bit cells, in NAND2 gates.");
    t.integer("ports", &Periphery::ports, 1, 2).required().says("Ports of the macro.");
    const auto figure = [&t](std::string_view name, Figure Periphery::*member,
                             std::string_view says) {
      t.object(name, member, figure_table()).required().says(says);
    };
    figure("column_ge", &Periphery::column_ge, "Per column of cells.");
    figure("row_ge", &Periphery::row_ge, "Per row of cells.");
    figure("control_ge", &Periphery::control_ge, "Per macro.");
    return t;
  }();
  return table;
}

const Table<Technology>& technology_table() {
  static const Table<Technology> table = [] {
    Table<Technology> t("technology", "Silicon areas of gates and memory bits.");
    t.string("name", &Technology::name).required().says("Name of the technology.");
    const auto figure = [&t](std::string_view name, Figure Technology::*member,
                             std::string_view says) {
      t.object(name, member, figure_table()).required().says(says);
    };
    figure("gate_um2", &Technology::gate_um2, "Area of a NAND2, drive 1.");
    figure("bit_cell_um2", &Technology::bit_cell_um2,
           "Area of a bit cell: six transistors, one port.");
    figure("gate_factor", &Technology::gate_factor, "Ratio of synthesised to counted gates.");
    figure("utilization_percent", &Technology::utilization_percent,
           "Share of the placed area that gates use.");
    figure("two_ports_factor", &Technology::two_ports_factor,
           "Area of a bit cell with two ports, relative to one port.");
    figure("sram_array_percent", &Technology::sram_array_percent,
           "Share of bit cells in the area of their array.");
    t.list("sram_periphery", &Technology::sram_periphery, periphery_table())
        .required()
        .says("Periphery for one port, and for two.");
    return t;
  }();
  return table;
}

void check_order(const Figure& figure, const std::string& pointer) {
  if (figure.low > figure.nominal) {
    throw ConfigError(pointer + "/low", "expected at most the nominal value");
  }
  if (figure.nominal > figure.high) {
    throw ConfigError(pointer + "/high", "expected at least the nominal value");
  }
}

void check_percent(const Figure& figure, const std::string& pointer) {
  if (figure.high > 100) {
    throw ConfigError(pointer + "/high", "expected at most 100 %");
  }
}

// A memory with more ports is never smaller, at any end of the range.
void check_no_less(const Figure& two, const Figure& one, const std::string& pointer) {
  if (two.low < one.low || two.nominal < one.nominal || two.high < one.high) {
    throw ConfigError(pointer, "expected at least the value for one port");
  }
}

void check_periphery(const Technology& technology) {
  const auto& all = technology.sram_periphery;
  if (all.size() != 2 || all[0].ports != 1 || all[1].ports != 2) {
    throw ConfigError("/sram_periphery", "expected two elements, for one port and for two");
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string pointer = "/sram_periphery/" + std::to_string(i);
    check_order(all[i].column_ge, pointer + "/column_ge");
    check_order(all[i].row_ge, pointer + "/row_ge");
    check_order(all[i].control_ge, pointer + "/control_ge");
  }
  if (technology.two_ports_factor.low < 1) {
    throw ConfigError("/two_ports_factor/low", "expected at least 1");
  }
  check_no_less(all[1].column_ge, all[0].column_ge, "/sram_periphery/1/column_ge");
  check_no_less(all[1].row_ge, all[0].row_ge, "/sram_periphery/1/row_ge");
  check_no_less(all[1].control_ge, all[0].control_ge, "/sram_periphery/1/control_ge");
}

void check(const Technology& technology) {
  check_order(technology.gate_um2, "/gate_um2");
  check_order(technology.bit_cell_um2, "/bit_cell_um2");
  check_order(technology.gate_factor, "/gate_factor");
  check_order(technology.two_ports_factor, "/two_ports_factor");
  check_order(technology.utilization_percent, "/utilization_percent");
  check_percent(technology.utilization_percent, "/utilization_percent");
  check_order(technology.sram_array_percent, "/sram_array_percent");
  check_percent(technology.sram_array_percent, "/sram_array_percent");
  check_periphery(technology);
}

Technology read(const JsonNode& root) {
  if (root.kind != JsonNode::Kind::kObject) {
    throw InputError(root.place.text() + ": expected a technology, an object, got " + shown(root));
  }
  Technology technology;
  PlaceTable places;
  places[""] = root.place;
  try {
    technology_table().read(root, "", &technology, places);
    check(technology);
  } catch (const ConfigError& error) {
    throw explained(error, places, "technology");
  }
  return technology;
}

}  // namespace

Technology parse_technology(std::string_view text, const std::string& origin) {
  return read(parse_json(text, origin));
}

Technology technology_of(const ModemConfig& modem) {
  if (modem.technology_file) {
    return read(parse_json_file(*modem.technology_file));
  }
  const std::string name = name_in(kTechnologyNodes, modem.technology);
  for (const area::BuiltInTechnology& each : area::built_in_technologies()) {
    if (each.name == name) {
      return parse_technology(each.text, each.name + ".json");
    }
  }
  throw std::logic_error("technology without its data");
}

void check_technologies(const LoadedScenario& loaded) {
  const std::vector<ModemConfig>& modems = loaded.scenario.modems;
  for (std::size_t i = 0; i < modems.size(); ++i) {
    try {
      technology_of(modems[i]);
    } catch (const InputError& error) {
      throw loaded.explain(
          ConfigError("/modems/" + std::to_string(i) + "/technology_file", error.what()));
    }
  }
}

}  // namespace docsis_vp::system
