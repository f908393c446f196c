#include "models/area/technology.h"

#include <cmath>

namespace docsis_vp::area {

namespace {

constexpr double kUm2PerMm2 = 1e6;
constexpr double kBitsPerKbit = 1024;
constexpr double kPercent = 100;

// Linear between powers of two, so that every machine computes the same.
double log2_of(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);  // [0.5, 1)
  return exponent + 2 * (mantissa - 1);
}

Range between(const Technology::Efficiency& low, const Technology::Efficiency& high, double kbit) {
  const double from = log2_of(low.kbit);
  const double at = (log2_of(kbit) - from) / (log2_of(high.kbit) - from);
  return (1 - at) * low.percent + at * high.percent;
}

// Share of the bit cells in percent; beyond the table as at its ends.
Range efficiency(const Technology& technology, double kbit) {
  const auto& table = technology.sram_efficiency;
  if (kbit <= table.front().kbit) {
    return table.front().percent;
  }
  for (std::size_t i = 1; i < table.size(); ++i) {
    if (kbit <= table[i].kbit) {
      return between(table[i - 1], table[i], kbit);
    }
  }
  return table.back().percent;
}

}  // namespace

Range sram_mm2(const Memory& memory, const Technology& technology) {
  const auto bits = static_cast<double>(memory.stored_bits());
  const Range share = efficiency(technology, bits / kBitsPerKbit);
  const Range one{1, 1, 1};
  const Range& ports = memory.ports > 1 ? technology.two_ports_factor : one;
  const Range& cell = technology.bit_cell_um2;
  const double scale = bits * kPercent / kUm2PerMm2;
  return {scale * cell.low * ports.low / share.high,
          scale * cell.nominal * ports.nominal / share.nominal,
          scale * cell.high * ports.high / share.low};
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

Figures figures(const Block& block, const Technology& technology) {
  const Totals all = totals(block);
  struct Sum {
    const Technology& technology;
    Range mm2{};
    void add(const Block& of, double instances) {
      instances *= static_cast<double>(of.count);
      for (const Memory& memory : of.memories) {
        if (memory.is_sram()) {
          mm2 =
              mm2 + (instances * static_cast<double>(memory.count)) * sram_mm2(memory, technology);
        }
      }
      for (const Block& inner : of.blocks) {
        add(inner, instances);
      }
    }
  } srams{technology};
  srams.add(block, 1);
  return {kge(all.gates, technology), static_cast<double>(all.sram_bits) / kBitsPerKbit,
          gates_mm2(all.gates, technology) + srams.mm2};
}

}  // namespace docsis_vp::area
