// Describes a technology node: the sizes of gates and bits on silicon. Every figure is a range.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/area/block.h"

namespace docsis_vp::area {

struct Range {
  double low = 0;
  double nominal = 0;
  double high = 0;
};
inline Range operator+(const Range& a, const Range& b) {
  return {a.low + b.low, a.nominal + b.nominal, a.high + b.high};
}
inline Range operator-(const Range& a, const Range& b) {
  return {a.low - b.low, a.nominal - b.nominal, a.high - b.high};
}
inline Range operator*(double by, const Range& range) {
  return {by * range.low, by * range.nominal, by * range.high};
}

// A range with the document that it is taken from, or "engineering choice".
struct Figure : Range {
  std::string source;
};

struct Technology {
  // Periphery of an SRAM macro, in gates (NAND2) of this technology.
  struct Periphery {
    unsigned ports = 1;  // 1 or 2
    Figure column_ge;    // per column of bit cells: precharge, sense amplifier, multiplexer, data
    Figure row_ge;       // per row: decoder and word-line driver
    Figure control_ge;   // per macro: timing and address
  };

  std::string name;
  Figure gate_um2;      // NAND2, drive 1
  Figure bit_cell_um2;  // six transistors, one port
  // Increase of the counted gates by the design flow: sizing, scan, clock tree.
  Figure gate_factor;
  Figure utilization_percent;             // of the placed area
  Figure two_ports_factor;                // area of a bit cell with two ports relative to one port
  Figure sram_array_percent;              // share of bit cells in the area of their array
  std::vector<Periphery> sram_periphery;  // for one port and for two
};

// Ways to implement a memory.
enum class MemoryKind : std::uint8_t { kFlipFlops, kLatches, kSram };
const char* name_of(MemoryKind kind);

// Cost of one memory, without `count`.
struct MemoryCost {
  MemoryKind kind = MemoryKind::kFlipFlops;  // the smallest kind by nominal figures
  Gates gates;                               // of its cells, or beside its macro
  Range mm2;                                 // the smallest of all kinds, at each end of the range
};

// Returns the least cost among flip-flops, latches and an SRAM. The cost is continuous in words and
// bits, and never decreases with more words, bits or ports, because this holds for each kind. Each
// end of the range is minimised separately, because a designer has the figures of one technology,
// not their range.
MemoryCost memory_cost(const Memory& memory, const Technology& technology);

// Returns the area of an SRAM macro: cells, columns, rows and control, in the shape with the least
// area. A word is no wider than a row, and there are at least 16 rows and 64 columns. Above 256
// kbit the memory consists of banks of that size and one smaller bank.
Range sram_mm2(const Memory& memory, const Technology& technology);

// Size of a block. Its logic consists of primitives and does not depend on how memories are made.
struct Figures {
  Range kge;  // logic, memories of cells, and flip-flops beside macros
  Range logic_kge;
  double sram_kbit = 0;    // macros only
  double memory_kbit = 0;  // of all memories
  Range mm2;               // logic and memories
  Range logic_mm2;
  Range memory_mm2;
};
// Adds the lower ends and the upper ends of the ranges separately.
Figures operator+(const Figures& a, const Figures& b);
Figures operator-(const Figures& a, const Figures& b);

Range gates_mm2(Gates gates, const Technology& technology);
// Returns the area of gates after a synthesis and placement flow.
Range placed_mm2(const Range& kge, const Technology& technology);
Range kge(Gates gates, const Technology& technology);
// Returns all gates of all instances, including blocks inside: primitives, memories of cells,
// flip-flops beside macros.
Gates all_gates(const Block& block, const Technology& technology);
Figures figures(const Block& block, const Technology& technology);

struct BuiltInTechnology {
  std::string name;
  std::string text;  // JSON
};
// The files of models/area/technologies, the largest node first.
const std::vector<BuiltInTechnology>& built_in_technologies();

}  // namespace docsis_vp::area
