#include "models/cm/aqm_engine/aqm_engine_inventory.h"

#include <algorithm>
#include <utility>

#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/managed_queue/managed_queue_inventory.h"
#include "models/queue/gates.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr unsigned kCountersOfFlow = 10;  // aqm_engine.rdl, 64 bits each
constexpr unsigned kCommitWords = 4;      // aqm_engine.rdl
constexpr std::uint32_t kWord = 32;

// The flows that share one law.
struct Use {
  queue::LawConfig law;
  unsigned flows = 0;
};

std::vector<Use> uses_of(const std::vector<queue::LawConfig>& laws) {
  std::vector<Use> uses;
  for (queue::LawConfig law : laws) {
    law.in_gates = false;  // gates count alike, simulated or not
    const auto same = std::find_if(uses.begin(), uses.end(), [&law](const Use& use) {
      return use.law.algorithm == law.algorithm && use.law.options == law.options;
    });
    if (same == uses.end()) {
      uses.push_back({std::move(law), 1});
    } else {
      ++same->flows;
    }
  }
  return uses;
}

bool is_periodic(const LawInventory& law) {
  return !law.control_law.is_empty();
}

// Snapshot that a tick shows to firmware, and registers of its commit (aqm_engine.rdl).
Block firmware_interface(const Use& use, const LawInventory& law, const InventoryWidths& widths) {
  Block block{"firmware_door", "snapshots that each tick latches, and commits"};
  block.add(Memory{"snapshots", use.flows,
                   law.shared_bits + widths.depth + widths.tokens + widths.packets() +
                       law.marked_bits + 2 * kWord,
                   2, 1,
                   "depth in bytes and packets, what carries CE, tokens, state, bytes granted and "
                   "asked for"});
  block.add(Memory{"incidents", use.flows, 2 * kWord, 1, 1, "commits not taken, missed updates"});
  block.add(incrementer(kWord), "one more of them");
  Block registers{"registers", "what firmware writes"};
  registers.add(Memory{"commits", use.flows, kCommitWords * kWord, 2, 1, "words to commit"});
  registers.add(reset_register(use.flows), "flows enabled");
  block.add(std::move(registers));
  block.add(counter(widths.flow() + 1), "the flow that is latched");
  block.add(mux(kWord, 16), "words that firmware reads");
  block.add(flip_flops(use.flows), "updates pending");
  block.add(control(6, 8), "latch, read, commit");
  return block;
}

Block law_block(const Use& use, const AqmEngineDuties& duties, const InventoryWidths& widths) {
  LawInventory law = law_inventory(use.law, widths);
  const bool in_hardware = duties.control_law == Placement::kHardware;
  Block block{use.law.algorithm, "the law of " + std::to_string(use.flows) + " service flows"};
  const bool periodic = is_periodic(law);
  std::uint32_t settings = 0;
  if (duties.drops) {
    settings += law.settings_bits;
    block.add(std::move(law.data_path));
  }
  if (periodic && in_hardware) {
    settings += law.law_settings_bits;
    block.add_state("law_state", use.flows, law.law_state_bits, "that the control law alone keeps");
    block.add(std::move(law.control_law));
  } else if (periodic) {
    block.add(firmware_interface(use, law, widths));
  }
  if (duties.drops) {
    block.add_state("state", use.flows, law.state_bits, "of each queue");
    if (law.table_bits != 0) {
      block.add(Memory{"table", std::uint64_t{use.flows} * (law.table_bits / kWord), kWord, 1, 1,
                       "words of each queue's table"});
    }
  }
  block.add(Memory{"settings", use.flows, settings, 1, 1, "of each service flow"});
  return block;
}

}  // namespace

Block aqm_engine_inventory(const AqmEngineDuties& duties, const InventoryWidths& widths) {
  Block block{"aqm_engine", "accepts, marks or drops every upstream packet"};
  bool draws = false;
  bool hashes = false;
  bool ticks = false;
  for (const Use& use : uses_of(duties.laws)) {
    const LawInventory law = law_inventory(use.law, widths);
    draws = draws || law.draws;
    hashes = hashes || law.hashes;
    ticks = ticks || is_periodic(law);
    block.add(law_block(use, duties, widths));
  }
  Block time{"time", "microseconds, for stamps and intervals"};
  time.add(counter(kTimeBits), "microseconds");
  time.add(counter(10), "clocks of a microsecond");
  if (ticks) {
    time.add(counter(20), "microseconds of the interval");
    time.add(is_constant(20), "a tick");
    time.add(counter(kWord), "ticks");
  }
  block.add(std::move(time));
  if (ticks && duties.control_law == Placement::kFirmware) {
    Block registers{"registers", "of the interrupt"};
    registers.add(reset_register(2), "status, enable");
    block.add(std::move(registers));
  }
  if (draws) {
    Block random{"random", "32 bits for a decision, a bit a clock"};
    random.add(lfsr(32), "random word");
    block.add(std::move(random));
  }
  if (hashes) {
    Block hash{"hash", "of addresses, ports and protocol"};
    hash.add(hash_round_unit());
    hash.add(mux(3 * kWord, 4), "which words of the key");
    hash.add(hold(kWord), "salt");
    hash.add(control(5, 6), "rounds");
    block.add(std::move(hash));
  }
  block.add(counters_inventory(std::uint64_t{widths.flows} * kCountersOfFlow,
                               "of packets and bytes accepted, marked and dropped"));
  return block;
}

}  // namespace docsis_vp::cm
