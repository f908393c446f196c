#include "models/cm/request_engine/request_engine_inventory.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr unsigned kRequestCountersOfFlow = 6;      // request_engine.rdl
constexpr std::uint32_t kRequestMinislotBits = 32;  // allocation start and ACK times
constexpr std::uint32_t kRequestBits = 20;          // 16 bits in units of up to 16 bytes
constexpr std::uint32_t kWindowBits = 15;           // MULPI 7.2.1: exponents up to 15
constexpr std::uint32_t kTriesBits = 5;

Block ledger(const InventoryWidths& widths) {
  Block block{"ledger", "what each flow has asked for and been promised"};
  block.add_state("sums", widths.flows, 2 * (widths.depth + 1) + 2 * 3,
                  "bytes outstanding and granted, first and last request");
  block.add_state("requests", std::uint64_t{widths.flows} * kRequestsInLedger,
                  kRequestMinislotBits + kRequestBits,
                  "when each was sent, and for how many bytes");
  block.add(2, subtractor(widths.depth + 1), "eligible less outstanding less granted");
  block.add(add_subtract(widths.depth + 1), "outstanding");
  block.add(add_subtract(widths.depth + 1), "granted");
  block.add(less(kRequestBits), "whether a grant answers the oldest request");
  block.add(subtractor(kRequestBits), "what is left of it");
  block.add(less(kRequestMinislotBits), "whether it was sent before the ACK time");
  block.add(control(10, 12), "request, grant, grant over, ACK time");
  return block;
}

}  // namespace

Block request_engine_inventory(unsigned channels, const InventoryWidths& widths) {
  Block block{"request_engine", "asks for eligible bytes in contention, by poll, as piggyback"};
  block.add(ledger(widths));

  Block contention{"contention", "truncated binary exponential backoff of each flow, MULPI 7.2.1"};
  contention.add_state("flows", widths.flows, 2 * kWindowBits + kTriesBits + 3 + 4 + 4 + 9 + 3,
                       "window, opportunities to pass, tries, priority, window factor, unit, "
                       "policy, stage");
  contention.add(lfsr(16), "random number of the backoff");
  contention.add(and_gates(kWindowBits), "within the window");
  contention.add(subtractor(kWindowBits), "opportunities passed");
  contention.add(less(3), "priority of two that want the same opportunity");
  contention.add(incrementer(kTriesBits), "tries");
  contention.add(is_constant(kTriesBits), "too many");
  contention.add(control(8, 10), "idle, defer, sent, given up");
  block.add(std::move(contention));

  Block frame{"request_frame", "the request as it is sent"};
  frame.add(adder(widths.depth), "bytes rounded up to units");
  frame.add(shifter(kRequestBits, 5), "in units of 1 to 16 bytes");
  frame.add(less_constant(kRequestBits), "at most 65535 units");
  frame.add(flip_flops(16), "HCS");
  frame.add(crc(kHcsOnes, 8), "HCS, an octet a clock");
  frame.add(control(8, 8), "octets of the frame");
  block.add(std::move(frame));

  Block times{"channels", "what each channel has acknowledged", channels};
  times.add(hold(kRequestMinislotBits), "ACK time");
  times.add(hold(8), "backoff exponents");
  block.add(std::move(times));
  block.add(
      counters_inventory(std::uint64_t{widths.flows} * kRequestCountersOfFlow, "of requests"));
  return block;
}

}  // namespace docsis_vp::cm
