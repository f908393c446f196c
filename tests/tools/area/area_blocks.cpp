// Prints what models count for the blocks that exist in Verilog: a line each, kind, name, GE.
#include <iomanip>
#include <iostream>
#include <systemc>
#include <vector>

#include "models/cm/twin_inventory.h"
#include "tests/tools/area/held_out.h"
#include "tests/tools/area/second_round.h"
#include "tests/tools/area/third_round.h"

namespace {

void print(const char* kind, const std::vector<docsis_vp::area::Block>& blocks) {
  for (const docsis_vp::area::Block& block : blocks) {
    std::cout << kind << ' ' << block.name << ' '
              << docsis_vp::area::gates_with_flip_flops(block).ge() << '\n';
  }
}

}  // namespace

int sc_main(int, char*[]) {
  std::cout << std::fixed << std::setprecision(2);
  print("twin", docsis_vp::cm::twin_inventories());
  print("held_out", docsis_vp::area::held_out_inventories());
  print("second_round", docsis_vp::area::second_round_inventories());
  print("recounted", docsis_vp::area::recounted_inventories());
  print("third_round", docsis_vp::area::third_round_inventories());
  return 0;
}
