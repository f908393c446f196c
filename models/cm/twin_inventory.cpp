#include "models/cm/twin_inventory.h"

#include <cstdint>
#include <string>
#include <utility>

#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/aqm_engine/laws/law_units.h"
#include "models/cm/managed_queue/managed_queue_inventory.h"
#include "models/cm/shaper/shaper_inventory.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint32_t kDepth = 27;

InventoryWidths widths() {
  InventoryWidths widths;
  widths.depth = kDepth;
  widths.tokens = kDepth;
  return widths;
}

queue::LawConfig unlimited_law(const std::string& name) {
  queue::LawConfig law;
  law.algorithm = name;
  return law;
}

queue::LawConfig limited_law(const std::string& name) {
  queue::LawConfig law = unlimited_law(name);
  law.settings.buffer_bytes = 1U << (kDepth - 1);
  return law;
}

// Flip-flops with a reset. The data path contains the multiplexers that hold their value.
void add_cleared_state(Block& block, std::uint32_t bits) {
  block.add(flip_flops(bits), "state of the queue");
  block.add(and_gates(bits), "cleared");
}

Block drop_engine() {
  queue::LawConfig limited = limited_law("docsis_pie");
  limited.settings.buffer_packets = widths().descriptors;
  const LawInventory law = docsis_pie_inventory(limited, widths());
  Block block{"docsis_pie_drop", "data path of DOCSIS-PIE for a queue"};
  block.add(law.data_path);
  add_cleared_state(block, law.state_bits);
  return block;
}

// At 250 MHz a bit rate adds at most one byte per clock.
Block dual_token_bucket() {
  constexpr std::uint32_t kRemainder = bits_for(8 * 250'000'000ULL - 1);
  constexpr std::uint32_t kSustained = kDepth + 1;
  const std::uint32_t peak = bits_for(kPeakBucketBytes) + 1;
  Block block{"dual_token_bucket", "both buckets of a service flow, every clock"};
  block.add(bucket_unit("sustained", {kSustained, kRemainder, 0, false}));
  block.add(bucket_unit("peak", {peak, kRemainder, 0, true}));
  block.add(release_unit(kDepth, peak));
  add_cleared_state(block, kSustained + peak + 2 * kRemainder + 2 * kDepth);
  return block;
}

Block codel() {
  const LawInventory law = codel_inventory(unlimited_law("codel"), widths());
  Block block{"codel_unit", "CoDel at the head of a queue"};
  block.add(law.data_path);
  add_cleared_state(block, law.state_bits);
  return block;
}

Block departure_meter() {
  constexpr std::uint32_t kThreshold = 1'000'000;
  constexpr std::uint32_t kMeterAverage = 32;
  Block block = meter_unit(true, kThreshold, widths());
  add_cleared_state(block, meter_state_bits(kThreshold) + kMeterAverage);
  return block;
}

Block named(const std::string& name, Block block) {
  block.name = name;
  return block;
}

}  // namespace

std::vector<Block> twin_inventories() {
  std::vector<Block> twins;
  twins.push_back(drop_engine());
  twins.push_back(dual_token_bucket());
  twins.push_back(codel());
  twins.push_back(named("drr_scheduler", scheduler_unit({})));
  twins.push_back(departure_meter());
  twins.push_back(named("flow_hash", hash_round_unit()));
  return twins;
}

}  // namespace docsis_vp::cm
