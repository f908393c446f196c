#include "models/cm/inventory.h"

namespace docsis_vp::cm {

void add_unlike_sum(area::Block& block, std::uint32_t longer, std::uint32_t shorter,
                    const std::string& reason) {
  block.add(area::adder(shorter), reason);
  if (longer > shorter) {
    block.add(area::incrementer(longer - shorter), reason + ": the carry above");
  }
}

void add_unlike_difference(area::Block& block, std::uint32_t longer, std::uint32_t shorter,
                           const std::string& reason) {
  block.add(area::subtractor(shorter), reason);
  if (longer > shorter) {
    block.add(area::incrementer(longer - shorter), reason + ": the borrow above");
  }
}

void add_unlike_less(area::Block& block, std::uint32_t longer, std::uint32_t shorter,
                     const std::string& reason) {
  block.add(area::less(shorter), reason);
  if (longer > shorter) {
    block.add(area::is_constant(longer - shorter), reason + ": the bits above");
  }
}

area::Block counters_inventory(std::uint64_t counters, const std::string& of) {
  area::Block block{"counters", "what registers and MIBs count " + of};
  block.add_state("counts", counters, kCounterBits, "one word each");
  block.add(area::adder(kCounterBits), "packets or bytes are added to a word");
  block.add(area::mux(kPacketLengthBits, 2), "a length, or one");
  block.add(area::hold(32), "the high word, latched when the low one is read");
  return block;
}

}  // namespace docsis_vp::cm
