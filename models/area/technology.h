// Describes a node of technology: the sizes of gates and bits on silicon. Every figure is a range.
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

// A range with the document that it comes from, or "engineering choice".
struct Figure : Range {
  std::string source;
};

struct Technology {
  // Periphery of an SRAM macro, in gates (NAND2) of this technology.
  struct Periphery {
    unsigned ports = 1;  // 1 or 2
    Figure column_ge;    // a column of bit cells: precharge, sense amplifier, multiplexer, data
    Figure row_ge;       // a row: decoder and word-line driver
    Figure control_ge;   // timing and address, once a macro
  };

  std::string name;
  Figure gate_um2;             // NAND2, drive 1
  Figure bit_cell_um2;         // six transistors, one port
  Figure gate_factor;          // what a flow makes of counted gates: sizing, scan, clock tree
  Figure utilization_percent;  // of the placed area, gates
  Figure two_ports_factor;     // of a bit cell, against one port
  Figure sram_array_percent;   // share of bit cells in the area of their array
  std::vector<Periphery> sram_periphery;  // for one port and for two
};

// Ways to make a memory.
enum class MemoryKind : std::uint8_t { kFlipFlops, kLatches, kSram };
const char* name_of(MemoryKind kind);

// Cost of one memory, without `count`.
struct MemoryCost {
  MemoryKind kind = MemoryKind::kFlipFlops;  // the smallest in nominal figures
  Gates gates;                               // of its cells, or beside its macro
  Range mm2;                                 // the smallest of all kinds, at each end of the range
};

// The cheapest of flip-flops, latches and an SRAM. Continuous in words and bits, and never less
// with more words, bits or ports: each kind is, and so is the least of them. It is taken at each
// end of the range by itself, since a designer has the figures of one technology, not their range.
MemoryCost memory_cost(const Memory& memory, const Technology& technology);

// A macro: cells, columns, rows and control, in the shape that takes least. A word is no wider than
// a row, and there are at least 16 rows and 64 columns. Beyond 256 kbit it is as many banks of that
// size, and parts of one.
Range sram_mm2(const Memory& memory, const Technology& technology);

// Size of a block. Its logic is its primitives and does not depend on how memories are made.
struct Figures {
  Range kge;  // logic, memories of cells, and flip-flops beside macros
  Range logic_kge;
  double sram_kbit = 0;    // of macros alone
  double memory_kbit = 0;  // of all memories
  Range mm2;               // logic and memories
  Range logic_mm2;
  Range memory_mm2;
};
// Ends by themselves.
Figures operator+(const Figures& a, const Figures& b);
Figures operator-(const Figures& a, const Figures& b);

Range gates_mm2(Gates gates, const Technology& technology);
// Returns the area of gates after a synthesis and placement flow.
Range placed_mm2(const Range& kge, const Technology& technology);
Range kge(Gates gates, const Technology& technology);
// All instances, and all within: primitives, memories of cells, flip-flops beside macros.
Gates all_gates(const Block& block, const Technology& technology);
Figures figures(const Block& block, const Technology& technology);

struct BuiltInTechnology {
  std::string name;
  std::string text;  // JSON
};
// The files of models/area/technologies, the largest node first.
const std::vector<BuiltInTechnology>& built_in_technologies();

}  // namespace docsis_vp::area
