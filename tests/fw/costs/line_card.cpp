#include "tests/fw/costs/line_card.h"

#include <cstdint>
#include <iomanip>
#include <sstream>
#include <string>
#include <utility>

#include "models/area/block.h"
#include "models/area/technology.h"
#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/managed_queue/managed_queue_inventory.h"
#include "models/queue/managers.h"
#include "system/area/technology_file.h"

namespace docsis_vp::fw {

namespace {

constexpr unsigned kServiceFlows = 1'000;

constexpr const char* kLineCardHead =
    R"(
## A line card, for each service flow

A CMTS keeps the state of a downstream queue for each service flow, and shares the logic among all.
The table has the inventory of `models/cm` for 1000 service flows of 38 Mbit/s with buffers of
250 ms: the state of one, the logic of all, and both in mm2 at 28 nm. Packets, descriptors and the
classifier are left out. With *n* queues a law of each queue has *n* states. Vendors' limits
(clemson-2014, clemson-2015) are not published. A limit would be stated in these columns: bits for
each service flow, times the service flows of a card, in its SRAM.

| | queues | state bits of a service flow | logic of all, kGE | mm2 for 1000 |
| --- | --: | --: | --: | --: |
)";

queue::LawConfig law_config(const std::string& name) {
  queue::LawConfig law;
  law.algorithm = name;
  law.settings.latency_target_us = 20'000;
  law.settings.msr_bytes_per_s = 4'750'000;
  law.settings.buffer_bytes = 1'187'500;
  return law;
}

cm::InventoryWidths widths_of_the_card() {
  cm::InventoryWidths widths;
  widths.flows = kServiceFlows;
  widths.depth = area::bits_for(1'187'500);
  return widths;
}

void write_row(std::ostream& out, const std::string& title, std::uint32_t queues,
               const area::Block& block) {
  const area::Technology technology = system::technology_of({});  // 28 nm by default
  const area::Figures figures = area::figures(block, technology);
  out << "| " << title << " | " << queues << " | "
      << area::totals(block).memory_bits / kServiceFlows << " | " << std::fixed
      << std::setprecision(1) << figures.logic_kge.nominal << " | " << std::setprecision(2)
      << figures.mm2.nominal << " |\n";
}

// One queue: its law, and what the managers' backlogs keep of a queue.
area::Block one_queue(const std::string& name, const cm::InventoryWidths& widths) {
  cm::LawInventory law = cm::law_inventory(law_config(name), widths);
  area::Block block{name, "one queue for each service flow"};
  block.add_state("backlogs", kServiceFlows, widths.depth + widths.packets() + 2 * widths.slot(),
                  "bytes, packets, first and last descriptor");
  block.add_state("state", kServiceFlows, law.state_bits + law.law_state_bits, "of the law");
  block.add(area::Memory{"table", std::uint64_t{kServiceFlows} * law.table_bits / 32, 32, 2, 1,
                         "of the law"});
  block.add(area::Memory{"settings", kServiceFlows, law.settings_bits + law.law_settings_bits, 1, 1,
                         "of each service flow"});
  if (law.hashes) {
    block.add(cm::hash_round_unit());
  }
  block.add(std::move(law.data_path));
  block.add(std::move(law.control_law));
  return block;
}

area::Block several_queues(const queue::Manager& manager, std::uint32_t queues,
                           const cm::InventoryWidths& widths) {
  cm::ManagedQueueConfig config;
  config.discipline.law = law_config(std::string(manager.name));
  config.discipline.multi.queues = queues;
  config.discipline.multi.quantum_bytes = manager.quantum_bytes;
  return cm::managed_queue_inventory(kServiceFlows, config, widths);
}

}  // namespace

void write_line_card(std::ostream& out) {
  const cm::InventoryWidths widths = widths_of_the_card();
  out << kLineCardHead;
  for (const char* name : {"docsis_pie", "codel", "sfb", "fred", "afd"}) {
    write_row(out, "`" + std::string(name) + "`", 1, one_queue(name, widths));
  }
  for (const char* name : {"drr", "sfq_codel", "sfq_pie"}) {
    for (const std::uint32_t queues : {2U, 4U, 8U, 32U}) {
      write_row(out, "`" + std::string(name) + "`", queues,
                several_queues(*queue::find_manager(name), queues, widths));
    }
  }
}

}  // namespace docsis_vp::fw
