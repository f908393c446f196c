#include "models/area/technology.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace docsis_vp::area {

namespace {

constexpr double kUm2PerMm2 = 1e6;
constexpr double kBitsPerKbit = 1024;
constexpr double kPercent = 100;
constexpr double kBankBits = 256 * kBitsPerKbit;  // engineering choice: rows and columns of 512
// The smallest macro that periphery was fitted to has 64 words of 16 bits: a smaller memory takes
// one of that size.
constexpr double kFewestColumns = 64;
constexpr double kFewestRows = 16;

const Technology::Periphery& periphery_of(std::uint32_t ports, const Technology& technology) {
  for (const Technology::Periphery& each : technology.sram_periphery) {
    if (each.ports == (ports > 1 ? 2 : 1)) {
      return each;
    }
  }
  throw std::logic_error("the technology " + technology.name + " lacks an SRAM of so many ports");
}

// um2 of a macro at one end of the figures' range.
struct Macro {
  double cell;  // with its share of the array's overhead
  double column;
  double row;
  double control;

  // Cells, periphery, and columns and rows that fit the bits: the fewest columns are a word. Where
  // no word forbids it columns c and rows bits / c take least at c^2 = bits row / column.
  double of(double bits, double word) const {
    const double columns = std::max(word, std::sqrt(bits * row / column));
    return cell * bits + column * columns + row * bits / columns + control;
  }
  double um2(double stored, double wide) const {
    const double word = std::max(wide, kFewestColumns);
    const double bits = std::max(stored, kFewestRows * word);
    return bits <= kBankBits ? of(bits, word) : bits / kBankBits * of(kBankBits, word);
  }
};

double sram_mm2_at(const Memory& memory, const Technology& technology, double Range::*end,
                   double Range::*other_end) {
  const Technology::Periphery& periphery = periphery_of(memory.ports, technology);
  const double gate = technology.gate_um2.*end;
  const double ports = memory.ports > 1 ? technology.two_ports_factor.*end : 1;
  const Macro macro{
      technology.bit_cell_um2.*end * ports * kPercent / technology.sram_array_percent.*other_end,
      periphery.column_ge.*end * gate, periphery.row_ge.*end * gate,
      periphery.control_ge.*end * gate};
  return macro.um2(static_cast<double>(memory.stored_bits()), memory.bits) / kUm2PerMm2;
}

Range least(const Range& a, const Range& b) {
  return {std::min(a.low, b.low), std::min(a.nominal, b.nominal), std::min(a.high, b.high)};
}

}  // namespace

const char* name_of(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::kFlipFlops:
      return "flip_flops";
    case MemoryKind::kLatches:
      return "latches";
    case MemoryKind::kSram:
      break;
  }
  return "sram";
}

Range sram_mm2(const Memory& memory, const Technology& technology) {
  return {sram_mm2_at(memory, technology, &Range::low, &Range::high),
          sram_mm2_at(memory, technology, &Range::nominal, &Range::nominal),
          sram_mm2_at(memory, technology, &Range::high, &Range::low)};
}

MemoryCost memory_cost(const Memory& memory, const Technology& technology) {
  const Gates copy = memory.is_state ? cost(flip_flops(memory.bits)) : Gates{};
  const Gates flip_flop = flip_flop_cost(memory);
  const Gates latch = latch_cost(memory);
  const MemoryCost kinds[] = {
      {MemoryKind::kFlipFlops, flip_flop, gates_mm2(flip_flop, technology)},
      {MemoryKind::kLatches, latch, gates_mm2(latch, technology)},
      {MemoryKind::kSram, copy, sram_mm2(memory, technology) + gates_mm2(copy, technology)}};
  MemoryCost best = kinds[0];
  for (const MemoryCost& kind : kinds) {
    const Range all = least(best.mm2, kind.mm2);
    if (kind.mm2.nominal < best.mm2.nominal) {
      best = kind;
    }
    best.mm2 = all;
  }
  return best;
}

Range kge(Gates gates, const Technology& technology) {
  return gates.kge() * technology.gate_factor;
}

Range gates_mm2(Gates gates, const Technology& technology) {
  return placed_mm2(kge(gates, technology), technology);
}

Range placed_mm2(const Range& placed, const Technology& technology) {
  const Range& gate = technology.gate_um2;
  const Range& used = technology.utilization_percent;
  const double scale = 1000 * kPercent / kUm2PerMm2;
  return {scale * placed.low * gate.low / used.high,
          scale * placed.nominal * gate.nominal / used.nominal,
          scale * placed.high * gate.high / used.low};
}

namespace {

struct MemorySum {
  const Technology& technology;
  Gates cells{};
  std::uint64_t sram_bits = 0;
  Range mm2{};

  void add(const Block& of, std::uint64_t instances) {
    instances *= of.count;
    for (const Memory& memory : of.memories) {
      const std::uint64_t number = instances * memory.count;
      const MemoryCost each = memory_cost(memory, technology);
      cells = cells + number * each.gates;
      sram_bits += each.kind == MemoryKind::kSram ? number * memory.stored_bits() : 0;
      mm2 = mm2 + static_cast<double>(number) * each.mm2;
    }
    for (const Block& inner : of.blocks) {
      add(inner, instances);
    }
  }
};

MemorySum memories_of(const Block& block, const Technology& technology) {
  MemorySum sum{technology};
  sum.add(block, 1);
  return sum;
}

}  // namespace

Gates all_gates(const Block& block, const Technology& technology) {
  return totals(block).gates + memories_of(block, technology).cells;
}

Figures figures(const Block& block, const Technology& technology) {
  const MemorySum memories = memories_of(block, technology);
  const Totals all = totals(block);
  Figures measured;
  measured.kge = kge(all.gates + memories.cells, technology);
  measured.logic_kge = kge(all.gates, technology);
  measured.sram_kbit = static_cast<double>(memories.sram_bits) / kBitsPerKbit;
  measured.memory_kbit = static_cast<double>(all.memory_bits) / kBitsPerKbit;
  measured.logic_mm2 = gates_mm2(all.gates, technology);
  measured.memory_mm2 = memories.mm2;
  measured.mm2 = measured.logic_mm2 + measured.memory_mm2;
  return measured;
}

Figures operator+(const Figures& a, const Figures& b) {
  return {a.kge + b.kge,
          a.logic_kge + b.logic_kge,
          a.sram_kbit + b.sram_kbit,
          a.memory_kbit + b.memory_kbit,
          a.mm2 + b.mm2,
          a.logic_mm2 + b.logic_mm2,
          a.memory_mm2 + b.memory_mm2};
}

Figures operator-(const Figures& a, const Figures& b) {
  return {a.kge - b.kge,
          a.logic_kge - b.logic_kge,
          a.sram_kbit - b.sram_kbit,
          a.memory_kbit - b.memory_kbit,
          a.mm2 - b.mm2,
          a.logic_mm2 - b.logic_mm2,
          a.memory_mm2 - b.memory_mm2};
}

}  // namespace docsis_vp::area
