// Estimates laws outside the registry from their declared operations, because their C is unknown.
#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/aqm_engine/laws/law_units.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint32_t kCustomLawWord = 32;

std::uint16_t most(std::uint16_t a, std::uint16_t b) {
  return a < b ? b : a;
}

// Returns the units of one data path that performs both functions in turn.
aqm_operations most_of(const aqm_operations& a, const aqm_operations& b) {
  aqm_operations most_of_both{};
  most_of_both.additions = most(a.additions, b.additions);
  most_of_both.multiplications = most(a.multiplications, b.multiplications);
  most_of_both.divisions = most(a.divisions, b.divisions);
  most_of_both.comparisons = most(a.comparisons, b.comparisons);
  most_of_both.random_words = most(a.random_words, b.random_words);
  return most_of_both;
}

// One 32-bit unit per declared operation.
Block units(const char* name, const aqm_operations& operations) {
  Block block{name, "a unit for each operation that the law declares"};
  const auto add = [&block](std::uint64_t count, Shape shape, const char* reason) {
    if (count != 0) {
      block.add(count, shape, reason);
    }
  };
  add(operations.additions, add_subtract(kCustomLawWord), "additions and subtractions");
  add(operations.multiplications, serial_multiplier(kCustomLawWord, kCustomLawWord),
      "multiplications");
  add(operations.divisions, serial_divider(kCustomLawWord, kCustomLawWord), "divisions");
  add(operations.comparisons, less(kCustomLawWord), "comparisons");
  return block;
}

}  // namespace

LawInventory custom_inventory(const queue::LawConfig& law, const InventoryWidths&) {
  constexpr std::uint32_t kBitsPerByte = 8;
  const aqm_algorithm& algorithm = queue::algorithm_of(law, {});
  const aqm_cost& cost = algorithm.cost;
  const aqm_operations at_packets = most_of(most_of(cost.enqueue, cost.dequeue), cost.departed);
  LawInventory inventory;
  inventory.data_path = units("data_path", at_packets);
  inventory.state_bits = (algorithm.state_bytes - algorithm.table_bytes) * kBitsPerByte;
  inventory.table_bits = algorithm.table_bytes * kBitsPerByte;
  inventory.settings_bits = algorithm.params_bytes * kBitsPerByte;
  inventory.draws = at_packets.random_words != 0;
  inventory.hashes = algorithm.reads_flow_hash != 0;
  inventory.stamps = cost.timestamp_bits != 0;
  if (algorithm.update != nullptr) {
    inventory.control_law = units("control_law", cost.update);
    inventory.control_law.add(commit_unit(2 * kCustomLawWord, kCustomLawWord + kBitsPerByte));
    inventory.shared_bits = sizeof(aqm_law) * kBitsPerByte;
    inventory.law_state_bits = inventory.state_bits - inventory.shared_bits;
    inventory.law_settings_bits = inventory.settings_bits;
  }
  return inventory;
}

}  // namespace docsis_vp::cm
