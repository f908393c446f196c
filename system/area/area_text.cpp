#include "system/area/area_text.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace docsis_vp::system {

namespace {

using area::Block;
using area::Memory;
using area::Part;
using area::Technology;

std::string fixed(double value, int decimals) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string ranged(const area::Range& range, int decimals) {
  return fixed(range.nominal, decimals) + " (" + fixed(range.low, decimals) + " .. " +
         fixed(range.high, decimals) + ")";
}

// Writes name and columns at fixed positions.
void write_line(std::ostream& to, unsigned level, const std::string& name, double kge, double kbit,
                const std::string& mm2, const std::string& reason) {
  constexpr std::size_t kNameWidth = 44;
  std::string line = std::string(2 * level, ' ') + name;
  line.resize(std::max(line.size() + 1, kNameWidth), ' ');
  char columns[96];
  std::snprintf(columns, sizeof columns, "%10s %10s  %-9s", kge == 0 ? "" : fixed(kge, 3).c_str(),
                kbit == 0 ? "" : fixed(kbit, 2).c_str(), mm2.c_str());
  to << line << columns << reason << "\n";
}

void write_part(std::ostream& to, unsigned level, const Part& part) {
  std::string name = part.count == 1 ? "" : std::to_string(part.count) + " x ";
  name += name_of(part.shape.primitive);
  name += " " + std::to_string(part.shape.width);
  if (part.shape.other != 0) {
    name += "/" + std::to_string(part.shape.other);
  }
  write_line(to, level, name, (part.count * cost(part.shape)).kge(), 0, "", part.reason);
}

void write_memory(std::ostream& to, unsigned level, const Memory& memory,
                  const Technology& technology) {
  std::string name = memory.count == 1 ? "" : std::to_string(memory.count) + " x ";
  name += memory.name + " " + std::to_string(memory.words) + " x " + std::to_string(memory.bits);
  const area::MemoryCost each = memory_cost(memory, technology);
  const auto count = static_cast<double>(memory.count);
  constexpr double kBitsPerKbit = 1024;
  write_line(to, level, name, (memory.count * each.gates).kge(),
             count * static_cast<double>(memory.stored_bits()) / kBitsPerKbit,
             fixed(count * each.mm2.nominal, 5),
             std::string(name_of(each.kind)) + ": " + memory.reason);
}

void write_block(std::ostream& to, const Block& block, const Technology& technology, unsigned level,
                 unsigned depth) {
  const area::Figures measured = figures(block, technology);
  const std::string times = block.count == 1 ? "" : std::to_string(block.count) + " x ";
  write_line(to, level, times + block.name, all_gates(block, technology).kge(),
             measured.memory_kbit, fixed(measured.mm2.nominal, 5), block.reason);
  if (level >= depth) {
    return;
  }
  for (const Part& part : block.parts) {
    write_part(to, level + 1, part);
  }
  for (const Memory& memory : block.memories) {
    write_memory(to, level + 1, memory, technology);
  }
  for (const Block& inner : block.blocks) {
    write_block(to, inner, technology, level + 1, depth);
  }
}

void write_total(std::ostream& to, const char* name, const area::Figures& figures) {
  to << "  " << name << ": " << ranged(figures.mm2, 4) << " mm2\n";
  to << "    logic: " << ranged(figures.logic_mm2, 4) << " mm2, " << ranged(figures.logic_kge, 1)
     << " kGE\n";
  to << "    memories: " << ranged(figures.memory_mm2, 4) << " mm2, "
     << fixed(figures.memory_kbit, 1) << " kbit, of them " << fixed(figures.sram_kbit, 1)
     << " in SRAM\n";
}

}  // namespace

void write_area_text(std::ostream& to, const AreaResult& area, unsigned depth) {
  to << area.modem;
  if (area.modems > 1) {
    to << ", " << area.modems << " alike";
  }
  to << ", " << area.technology.name << ": nominal (low .. high)\n";
  write_total(to, "hardware", area.hardware_figures());
  if (const std::optional<area::Figures> cpu = area.cpu_figures()) {
    write_total(to, (area.cpu->profile + ", published, with memories, bus and devices").c_str(),
                *cpu);
    write_total(to, "together", *area.with_cpu());
  }
  to << "\n";
  write_line(to, 0, "block", 0, 0, "mm2", "reason");
  write_block(to, area.hardware, area.technology, 0, depth);
  if (area.cpu) {
    write_block(to, area.cpu->subsystem, area.technology, 0, depth);
  }
  to << "\n";
}

void write_nodes_text(std::ostream& to, const AreaResult& area,
                      const std::vector<Technology>& technologies) {
  constexpr const char* kRow = "%-8s %-30s %-30s %-26s %s\n";
  char row[160];
  std::snprintf(row, sizeof row, kRow, "node", "mm2", "mm2 with its CPU", "kGE of logic", "kbit");
  to << row;
  for (const Technology& technology : technologies) {
    AreaResult there = area;
    there.technology = technology;
    const area::Figures own = there.hardware_figures();
    const std::optional<area::Figures> both = there.with_cpu();
    std::snprintf(row, sizeof row, kRow, technology.name.c_str(), ranged(own.mm2, 4).c_str(),
                  both ? ranged(both->mm2, 4).c_str() : "", ranged(own.logic_kge, 1).c_str(),
                  fixed(own.memory_kbit, 1).c_str());
    to << row;
  }
  to << "\n";
}

void write_sensitivity_text(std::ostream& to, const std::vector<Sensitivity>& sensitivities) {
  constexpr const char* kRow = "%-18s %10s %10s %10s   %10s %10s %10s\n";
  char row[160];
  std::snprintf(row, sizeof row, kRow, "nominal, if", "half mm2", "logic kGE", "kbit", "twice mm2",
                "logic kGE", "kbit");
  to << row;
  for (const Sensitivity& each : sensitivities) {
    std::snprintf(row, sizeof row, "%-18s %+10.4f %+10.2f %+10.1f   %+10.4f %+10.2f %+10.1f\n",
                  each.quantity.c_str(), each.half.mm2.nominal, each.half.logic_kge.nominal,
                  each.half.memory_kbit, each.twice.mm2.nominal, each.twice.logic_kge.nominal,
                  each.twice.memory_kbit);
    to << row;
  }
  to << "\n";
}

}  // namespace docsis_vp::system
