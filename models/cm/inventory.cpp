#include "models/cm/inventory.h"

namespace docsis_vp::cm {

area::Block counters_inventory(std::uint64_t counters, const std::string& of) {
  area::Block block{"counters", "what registers and MIBs count " + of};
  block.add_state("counts", counters, kCounterBits, "one word each");
  block.add(area::adder(kCounterBits), "packets or bytes are added to a word");
  block.add(area::mux(kPacketLengthBits, 2), "a length, or one");
  block.add(area::hold(32), "the high word, latched when the low one is read");
  return block;
}

}  // namespace docsis_vp::cm
