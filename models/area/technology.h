// A node of technology: what gates and bits measure on silicon. Every figure is a range.
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
inline Range operator*(double by, const Range& range) {
  return {by * range.low, by * range.nominal, by * range.high};
}

// A range with the document that it comes from, or "engineering choice".
struct Figure : Range {
  std::string source;
};

struct Technology {
  // Share of an SRAM macro's area that its bit cells take.
  struct Efficiency {
    double kbit = 0;
    Figure percent;
  };

  std::string name;
  Figure gate_um2;             // NAND2, drive 1
  Figure bit_cell_um2;         // six transistors, one port
  Figure gate_factor;          // what a flow makes of counted gates: sizing, scan, clock tree
  Figure utilization_percent;  // of the placed area, gates
  Figure two_ports_factor;     // of a macro, against one port
  std::vector<Efficiency> sram_efficiency;  // by size; between two, linear in its logarithm
};

// What a block measures.
struct Figures {
  Range kge;
  double sram_kbit = 0;
  Range mm2;
};

// Of one memory that is an SRAM.
Range sram_mm2(const Memory& memory, const Technology& technology);
Range gates_mm2(Gates gates, const Technology& technology);
// Of gates as a flow has made them.
Range placed_mm2(const Range& kge, const Technology& technology);
Range kge(Gates gates, const Technology& technology);
// All instances, and all within.
Figures figures(const Block& block, const Technology& technology);

struct BuiltInTechnology {
  std::string name;
  std::string text;  // JSON
};
// The files of models/area/technologies, the largest node first.
const std::vector<BuiltInTechnology>& built_in_technologies();

}  // namespace docsis_vp::area
