#include "system/area/technology_file.h"

#include <stdexcept>

#include "platform/base/errors.h"
#include "system/json/node.h"
#include "system/scenario/table.h"

namespace docsis_vp::system {

namespace {

using area::Figure;
using area::Technology;

constexpr double kLeast = 1e-9;
constexpr double kMost = 1e9;

const Table<Figure>& figure_table() {
  static const Table<Figure> table = [] {
    Table<Figure> t("figure", "A figure as a range.");
    t.number("low", &Figure::low, kLeast, kMost).required().says("The least it may be.");
    t.number("nominal", &Figure::nominal, kLeast, kMost).required().says("What it is taken for.");
    t.number("high", &Figure::high, kLeast, kMost).required().says("The most it may be.");
    t.string("source", &Figure::source).required().says("Where it comes from.");
    return t;
  }();
  return table;
}

const Table<Technology::Efficiency>& efficiency_table() {
  using Efficiency = Technology::Efficiency;
  static const Table<Efficiency> table = [] {
    Table<Efficiency> t("efficiency", "Share of bit cells in the area of an SRAM macro.");
    t.number("kbit", &Efficiency::kbit, kLeast, kMost).required().says("Size of the macro.");
    t.object("percent", &Efficiency::percent, figure_table()).required().says("The share.");
    return t;
  }();
  return table;
}

const Table<Technology>& technology_table() {
  static const Table<Technology> table = [] {
    Table<Technology> t("technology", "What gates and bits measure on silicon.");
    t.string("name", &Technology::name).required().says("Its name.");
    const auto figure = [&t](std::string_view name, Figure Technology::*member,
                             std::string_view says) {
      t.object(name, member, figure_table()).required().says(says);
    };
    figure("gate_um2", &Technology::gate_um2, "NAND2, drive 1.");
    figure("bit_cell_um2", &Technology::bit_cell_um2, "Six transistors, one port.");
    figure("gate_factor", &Technology::gate_factor, "What a flow makes of counted gates.");
    figure("utilization_percent", &Technology::utilization_percent, "Of the placed area.");
    figure("two_ports_factor", &Technology::two_ports_factor, "Of a macro, against one port.");
    t.list("sram_efficiency", &Technology::sram_efficiency, efficiency_table())
        .required()
        .says("By size, the smallest first.");
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

void check(const Technology& technology) {
  check_order(technology.gate_um2, "/gate_um2");
  check_order(technology.bit_cell_um2, "/bit_cell_um2");
  check_order(technology.gate_factor, "/gate_factor");
  check_order(technology.two_ports_factor, "/two_ports_factor");
  check_order(technology.utilization_percent, "/utilization_percent");
  check_percent(technology.utilization_percent, "/utilization_percent");
  const auto& sizes = technology.sram_efficiency;
  if (sizes.empty()) {
    throw ConfigError("/sram_efficiency", "expected at least one size");
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::string pointer = "/sram_efficiency/" + std::to_string(i);
    check_order(sizes[i].percent, pointer + "/percent");
    check_percent(sizes[i].percent, pointer + "/percent");
    if (i > 0 && sizes[i].kbit <= sizes[i - 1].kbit) {
      throw ConfigError(pointer + "/kbit", "expected more than the size before it");
    }
  }
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

std::string_view name_of(TechnologyNode node) {
  switch (node) {
    case TechnologyNode::k65Nm:
      return "65nm";
    case TechnologyNode::k40Nm:
      return "40nm";
    case TechnologyNode::k16Nm:
      return "16nm";
    case TechnologyNode::k7Nm:
      return "7nm";
    case TechnologyNode::k28Nm:
      break;
  }
  return "28nm";
}

}  // namespace

Technology parse_technology(std::string_view text, const std::string& origin) {
  return read(parse_json(text, origin));
}

Technology technology_of(const ModemConfig& modem) {
  if (modem.technology_file) {
    return read(parse_json_file(*modem.technology_file));
  }
  const std::string_view name = name_of(modem.technology);
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
