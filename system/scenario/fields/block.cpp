#include "system/scenario/fields/block.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

const Table<BlockConfig>& block_table() {
  static const Table<BlockConfig> table = [] {
    Table<BlockConfig> t(
        "block",
        "A custom hardware block on the bus of a modem's control CPU, registered by a "
        "program (docs/extending.md).");
    t.identifier("name", &BlockConfig::name).required().says("Name of the block.");
    t.identifier("kind", &BlockConfig::kind)
        .required()
        .says("Kind of the block, as the program registers it.");
    t.string("address", &BlockConfig::address)
        .required()
        .says(
            "First address of its registers: a multiple of 0x1000 between 0x20110000 and "
            "0x24000000.");
    t.integer("interrupt", &BlockConfig::interrupt, 6, 31)
        .default_is("not connected")
        .source("RISC-V PLIC specification 1.0")
        .says("Source of the interrupt controller that it raises.");
    t.parameters("parameters", &BlockConfig::parameters)
        .default_is("the block's")
        .says("Parameters of the block.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
