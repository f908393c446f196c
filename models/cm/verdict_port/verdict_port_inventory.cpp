#include "models/cm/verdict_port/verdict_port_inventory.h"

namespace docsis_vp::cm {

namespace {
using namespace area;
}

Block verdict_port_inventory(const InventoryWidths& widths) {
  Block block{"verdict_port", "shows heads of queues to firmware within the MAP's deadline"};
  block.add(hold(kPacketLengthBits + widths.flow() + kEcnBits + 1),
            "length, flow and ECN field of the head, whether it waits");
  block.add(hold(kTimeBits), "when it was accepted");
  block.add(hold(widths.depth), "bytes behind it");
  block.add(subtractor(widths.depth), "bytes behind it, without those condemned");
  block.add(counter(8), "number of the head");
  block.add(equal(8), "whether a verdict is for it");
  block.add(2, counter(32), "late verdicts, bursts cut short");
  block.add(mux(32, 5), "words that firmware reads");
  Block registers{"registers", "what firmware writes"};
  registers.add(reset_register(1), "interrupt enable");
  block.add(std::move(registers));
  block.add(control(4, 6), "show, judged, none left");
  return block;
}

}  // namespace docsis_vp::cm
