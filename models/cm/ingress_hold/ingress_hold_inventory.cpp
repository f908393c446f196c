#include "models/cm/ingress_hold/ingress_hold_inventory.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

Block departure_log(std::uint32_t departures, const InventoryWidths& widths) {
  const std::uint32_t place = bits_for(departures - 1);
  Block log{"departures", "packets that have left, for a law in firmware that watches them"};
  log.add(Memory{"records", departures,
                 widths.flow() + kPacketLengthBits + kEcnBits + 32 + 2 * kTimeBits + widths.depth +
                     widths.packets(),
                 2, 1,
                 "flow, length, ECN field, ticks before it, when it came and left, bytes and "
                 "packets behind it"});
  log.add(2, counter(place + 1), "first and last");
  log.add(subtractor(place + 1), "how many");
  log.add(is_constant(place + 1), "full");
  log.add(mux(32, 5), "words of a record");
  log.add(control(4, 4), "add, read, take, lost");
  return log;
}

}  // namespace

Block ingress_hold_inventory(const IngressHoldConfig& config, const InventoryWidths& widths) {
  const std::uint32_t slot = bits_for(config.descriptors - 1);
  const std::uint32_t packets = bits_for(config.descriptors);
  const std::uint32_t bytes = bits_for(config.capacity_bytes);
  constexpr std::uint32_t kVerdictBits = 3;
  Block block{"ingress_hold", "arriving packets wait here for the verdict of firmware"};

  Block ring{"ring", "a descriptor for each packet that waits"};
  ring.add(Memory{
      "descriptors", config.descriptors,
      widths.address + kPacketLengthBits + kEcnBits + widths.flow() + 1 + 32 + kTimeBits, 2, 1,
      "where it lies, length, ECN field, flow, whether it is stored, random word, time "
      "of arrival"});
  ring.add(Memory{"verdicts", config.descriptors, kVerdictBits, 2, 1, "given, and which"});
  ring.add(counter(32), "produced");
  ring.add(counter(slot + 1), "freed");
  ring.add(equal(slot + 1), "full");
  ring.add(hold(bytes), "bytes that wait");
  ring.add(add_subtract(bytes), "bytes that wait");
  ring.add(less(bytes), "room");
  ring.add(control(6, 8), "arrive, lost, free");
  block.add(std::move(ring));

  Block order{"order", "verdicts take effect in the order of arrival of their flow"};
  order.add_state("flows", widths.flows, 2 * slot + packets, "first and last of the flow, packets");
  order.add(Memory{"links", config.descriptors, slot, 2, 1, "the next one of its flow"});
  order.add(control(6, 8), "the first of a flow: judged, carried out, next");
  block.add(std::move(order));

  Block door{"door", "what firmware reads and writes"};
  door.add(hold(32), "the queue as the packet would find it");
  door.add(mux(32, 4), "words of a descriptor");
  Block registers{"registers", "what firmware writes"};
  registers.add(reset_register(32), "consumed");
  registers.add(reset_register(16 + 16), "moderation: packets, microseconds");
  registers.add(reset_register(2), "interrupt enable");
  door.add(std::move(registers));
  door.add(counter(16), "microseconds since the first that waits");
  door.add(equal(16), "time is up");
  door.add(less(16), "enough wait");
  door.add(control(4, 6), "reads and writes");
  block.add(std::move(door));

  if (config.departures != 0) {
    block.add(departure_log(config.departures, widths));
  }
  block.add(counters_inventory(config.departures != 0 ? 3 : 2, "of what was lost"));
  return block;
}

}  // namespace docsis_vp::cm
