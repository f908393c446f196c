#include "models/cm/transmit_queue/transmit_queue_inventory.h"

#include <algorithm>

namespace docsis_vp::cm {

namespace {
using namespace area;
}

Block transmit_queue_inventory(const std::vector<std::optional<TransmitQueueConfig>>& queues,
                               const InventoryWidths& widths) {
  unsigned flows = 0;
  std::uint32_t packets = 0;  // of the longest
  for (const std::optional<TransmitQueueConfig>& queue : queues) {
    if (!queue) continue;
    ++flows;
    packets = std::max(packets, queue->most_packets());
  }
  Block block{"transmit_queue", "a second queue behind the shaper: a border within the first one"};
  if (flows == 0) {
    return block;
  }
  block.add_state("borders", flows, widths.slot() + bits_for(packets),
                  "the first packet that is not in it, packets in it");
  block.add(hold(bits_for(packets)), "most packets");
  block.add(equal(bits_for(packets)), "full");
  block.add(incrementer(widths.slot()), "a packet goes over");
  block.add(add_subtract(bits_for(packets)), "packets in it");
  block.add(2, less(kPacketLengthBits), "whether both buckets hold the next packet");
  block.add(control(4, 6), "wait, go over, drop");
  block.add(counters_inventory(2 * std::uint64_t{flows}, "of what found it full"));
  return block;
}

}  // namespace docsis_vp::cm
