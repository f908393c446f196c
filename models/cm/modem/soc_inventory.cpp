#include "models/cm/modem/soc_inventory.h"

#include <cstdint>

#include "models/area/primitive.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint32_t kBusWord = 32;
// soc.rdl: ROM, RAM, 14 register files. The coupled law has one more.
constexpr unsigned kTargets = 16;
constexpr unsigned kSources = 5;  // plic.rdl
constexpr std::uint32_t kInterruptPriority = 3;

// One initiator with one access at a time: a crossbar with one row.
Block bus(unsigned targets) {
  Block block{"bus", "one CPU, an access at a time"};
  block.add(hold(2 * kBusWord + 4 + 2), "address, word to write, octets, read or write");
  block.add(targets, is_constant(16), "which target: upper half of the address");
  block.add(select(kBusWord, targets), "the word that is read, of the target on whose line it is");
  block.add(hold(kBusWord), "the word that is read");
  block.add(select(2, targets), "ready, error");
  block.add(control(4, 6), "idle, access, answer, error");
  return block;
}

Block interrupt_controller() {
  Block block{"plic", "interrupt controller of one context"};
  block.add(kSources, reset_register(kInterruptPriority), "priority of a source");
  block.add(reset_register(kInterruptPriority), "threshold");
  block.add(2, reset_register(kSources), "enabled, claimed");
  block.add(flip_flops(kSources), "lines as they came");
  block.add(2, and_gates(kSources), "waiting, and may interrupt");
  block.add(kSources - 1, less(kInterruptPriority), "the highest priority");
  block.add(kSources - 1, mux(kInterruptPriority + bits_for(kSources)), "its source");
  block.add(less(kInterruptPriority), "above the threshold");
  block.add(decoder(kSources), "the source that is claimed or completed");
  block.add(mux(kBusWord, 4), "pending, enabled, threshold, claim");
  block.add(mux(kInterruptPriority, kSources), "priorities that are read");
  return block;
}

Block timer() {
  Block block{"clint", "machine timer and software interrupt"};
  block.add(counter(64), "microseconds");
  block.add(counter(10), "clocks of a microsecond");
  block.add(is_constant(10), "a microsecond");
  block.add(mux(64), "count, or written");
  block.add(reset_register(64), "compare");
  block.add(less(64), "reached");
  block.add(reset_register(1), "software interrupt");
  block.add(hold(kBusWord), "the high word, latched when the low one is read");
  block.add(mux(kBusWord, 5), "words that are read");
  return block;
}

Block watchdog(bool recovers) {
  Block block{"watchdog", "ends what hangs"};
  block.add(counter(kBusWord), "microseconds left");
  block.add(mux(kBusWord), "or the whole time again");
  block.add(reset_register(kBusWord), "the time");
  block.add(2, is_constant(kBusWord), "over, soon over");
  block.add(control(4, 4), "off, counting, warned, over");
  if (recovers) {
    block.add(reset_register(3 + 2), "cause of the last reset, slot, fallback");
    block.add(2, counter(kBusWord), "resets, failures in a row");
    block.add(2, is_constant(kBusWord), "confirmed, failed too often");
    block.add(mux(kBusWord, 4), "words that are read");
  }
  return block;
}

Block console() {
  constexpr std::uint32_t kDivider = 16;
  constexpr std::uint32_t kFifo = 16;
  Block block{"console", "a serial port, an engineering choice: FIFOs of 16 octets both ways"};
  block.add(2, register_file(8, kFifo), "octets");
  block.add(4, counter(bits_for(kFifo)), "pointers");
  block.add(2, hold(10), "the octet on the line");
  block.add(2, counter(kDivider), "clocks of a bit");
  block.add(reset_register(kDivider), "clocks of a bit");
  block.add(2, control(4, 6), "idle, start, bits, stop");
  return block;
}

}  // namespace

std::vector<Block> soc_inventories(bool recovers, bool has_coupled_law) {
  return {bus(kTargets + (has_coupled_law ? 1 : 0)), interrupt_controller(), timer(),
          watchdog(recovers), console()};
}

}  // namespace docsis_vp::cm
