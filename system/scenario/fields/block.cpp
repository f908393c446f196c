#include "system/scenario/fields/block.h"

#include "system/scenario/table.h"

namespace docsis_vp::system {

const Table<BlockConfig>& block_table() {
  static const Table<BlockConfig> table = [] {
    Table<BlockConfig> t("block",
                         "A hardware block on the bus of a modem's control CPU, of a program that "
                         "adds blocks to the platform's own (docs/extending.md).");
    t.identifier("name", &BlockConfig::name).required().says("Its name.");
    t.identifier("kind", &BlockConfig::kind)
        .required()
        .says("What it is: the name under which the program adds it.");
    t.string("address", &BlockConfig::address)
        .required()
        .says("Where its registers begin: a multiple of 0x1000 between 0x20110000 and 0x24000000.");
    t.integer("interrupt", &BlockConfig::interrupt, 6, 31)
        .default_is("leads nowhere")
        .source("RISC-V PLIC specification 1.0")
        .says("The source of the interrupt controller that it raises.");
    t.parameters("parameters", &BlockConfig::parameters)
        .default_is("as the block says")
        .says("Parameters of its own.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
