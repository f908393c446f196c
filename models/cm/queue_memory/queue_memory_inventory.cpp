#include "models/cm/queue_memory/queue_memory_inventory.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr unsigned kMemoryCountersOfFlow = 6;  // queue_memory.rdl

// Writes descriptors to a flow's ring when its cache is full, and fetches them as the cache
// empties.
Block ring_unit(const DescriptorRingConfig& config, const InventoryWidths& widths) {
  constexpr std::uint32_t kBitsOfByte = 8;
  const std::uint32_t bits = kBitsOfByte * config.bytes;
  Block block{"off_die_rings", "descriptors on their way to the off-die memory and back"};
  block.add_state("rings", widths.flows, 2 * widths.slot() + widths.packets(),
                  "next to write, next to fetch, how many are there");
  block.add(Memory{"bases", widths.flows, widths.address, 1, 1, "where each ring lies"});
  block.add(2, hold(bits), "a descriptor on its way there, one on its way back");
  block.add(2, incrementer(widths.slot()), "the next one");
  block.add(add_subtract(widths.packets()), "how many are there");
  block.add(2, adder(widths.address), "its address");
  block.add(less(bits_for(config.cached)), "room in the cache");
  block.add(control(8, 10), "full, write, fetch, arrived");
  return block;
}

Block descriptors(const DescriptorFields& fields, const InventoryWidths& widths) {
  const bool all = fields.ring.cached == 0 || fields.ring.cached >= widths.descriptors;
  const std::uint64_t of_flow = all ? widths.descriptors : fields.ring.cached;
  Block block{"descriptors", all ? "one for each packet that can wait"
                                 : "the next to leave; the others lie in rings off die"};
  block.add(Memory{"packets", widths.flows * of_flow,
                   widths.address + kPacketLengthBits + kEcnBits + 1, 2, 1,
                   "where it lies in units of 64 bytes, its length, its ECN field, whether it is "
                   "condemned"});
  block.add(Memory{"timestamps", fields.stamped * of_flow, kTimeBits, 2, 1,
                   "when it was accepted, for a law that looks at the time it has waited"});
  block.add(Memory{"links", fields.linked * of_flow, widths.slot(), 2, 1,
                   "the next one of its queue, or the next that is free"});
  if (!all) {
    block.add(ring_unit(fields.ring, widths));
  }
  return block;
}

}  // namespace

Block queue_memory_inventory(const PortConfig& port, const DescriptorFields& fields,
                             const InventoryWidths& widths) {
  const std::uint32_t beat = 8 * port.bytes_per_cycle;
  Block block{"queue_memory",
              "descriptors and the port to off-die memory, which holds the packets"};
  block.add(descriptors(fields, widths));

  Block rings{"rings", "first and last descriptor, packets and bytes of each flow"};
  rings.add_state("queues", widths.flows,
                  2 * widths.slot() + widths.packets() + widths.depth + 2 * kPacketLengthBits,
                  "first, last, packets, bytes, how far the head was read, packets judged");
  if (fields.marked != 0) {
    rings.add_state("marked", fields.marked, fields.marked_bits, "what carries CE");
    rings.add(add_subtract(fields.marked_bits), "what carries CE");
  }
  rings.add(2, incrementer(widths.slot()), "the next one behind first and last");
  rings.add(add_subtract(widths.packets()), "packets");
  rings.add(add_subtract(widths.depth), "bytes");
  rings.add(adder(kPacketLengthBits), "how far the head was read");
  rings.add(adder(widths.depth + 1), "bytes with the packet that arrives");
  rings.add(less(widths.depth + 1), "room in bytes");
  rings.add(equal(widths.packets()), "room in descriptors");
  rings.add(control(8, 12), "write, read, drop at the head");
  block.add(std::move(rings));

  Block allocation{"allocation", "room in the memory of all flows, in units of 64 bytes"};
  allocation.add(hold(widths.address + 1), "units in use");
  allocation.add(add_subtract(widths.address + 1), "units taken and given back");
  allocation.add(less(widths.address + 1), "room");
  allocation.add_state("places", widths.flows, 2 * widths.address, "next to write, next to read");
  allocation.add(2, adder(widths.address), "places behind a packet");
  block.add(std::move(allocation));

  Block interface { "port", "one port, on which writes alternate with reads" };
  interface.add(2, hold(beat), "a beat to write, a beat read");
  interface.add(2, hold(widths.address + 6), "addresses of write and read");
  interface.add(2, adder(widths.address), "the beat behind");
  interface.add(2, counter(kPacketLengthBits), "bytes left of write and read");
  interface.add(mux(widths.address + 6), "whose turn it is");
  interface.add(shifter(beat, port.bytes_per_cycle), "bytes of a burst behind those before them");
  interface.add(control(6, 8), "turns");
  block.add(std::move(interface));

  // A word is one beat. Pointers count words; the packet's length precedes it.
  const std::uint32_t words =
      (port.ingress_fifo_bytes + port.bytes_per_cycle - 1) / port.bytes_per_cycle;
  const std::uint32_t place = bits_for(words - 1);
  Block fifo{"ingress_fifo", "packets on die until the port has written them"};
  fifo.add(Memory{"beats", words, beat, 2, 1, "what a beat of the port writes"});
  fifo.add(2, counter(place + 1), "next to write, next to read");
  fifo.add(hold(place + 1), "words in use");
  fifo.add(add_subtract(place + 1), "words of a packet taken and given back");
  fifo.add(less(place + 1), "room for the packet");
  fifo.add(control(4, 6), "arrive, lost, begin, drop before it begins");
  block.add(std::move(fifo));

  block.add(counters_inventory(std::uint64_t{widths.flows} * kMemoryCountersOfFlow,
                               "of packets and bytes written, read and dropped"));
  return block;
}

}  // namespace docsis_vp::cm
